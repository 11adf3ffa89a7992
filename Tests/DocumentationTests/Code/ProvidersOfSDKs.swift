import Dispatch
import Testing
import Trackproof
import TrackproofTesting

/// An SDK whose class is bound to the main actor.
@MainActor final class MapSDK {
    static let shared = MapSDK()
    private(set) var names: [String] = []
    func log(_ name: String, _ properties: [String: Any]) { names.append(name) }
}

/// An SDK whose documentation says that any thread may call it, although its class is not `Sendable`.
nonisolated final class LogSDK {
    func log(_ name: String, _ properties: [String: Any]) {}
}

struct MapProvider: AnalyticsProvider {
    let id: ProviderID = "map"

    func track(_ event: Event) {
        // `Task { @MainActor in … }` would not keep the order of the events. The main queue does.
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                MapSDK.shared.log(event.name, event.parameters.dictionary)
            }
        }
    }
}

struct LogProvider: AnalyticsProvider {
    let id: ProviderID = "log"
    // The documentation of the SDK says that any thread may call it.
    nonisolated(unsafe) let sdk: LogSDK

    func track(_ event: Event) {
        sdk.log(event.name, event.parameters.dictionary)
    }
}

@Suite(.recordingEvents) @MainActor struct MapScreenTests {
    @Test func theScreenIsTracked() async {
        let analytics = Analytics.recording(MapProvider().recorded(), LogProvider(sdk: LogSDK()).recorded())
        analytics.screen("map")
        expectTracked(.screen("map"))
        expectDelivered(to: "map")
        expectDelivered(to: "log")
    }
}
