import DemoModels
import Foundation
import Testing
import Trackproof
import TrackproofTesting

/// The results of a walk.
struct Walk {
    /// The events that the recorder received.
    var events: [Event] = []
    /// The steps that the walk described.
    var steps: [String] = []
    /// The events that the vendor received.
    var vendorEvents: [Event] = []
    /// The lines that the console received.
    var consoleLines: [String] = []
}

/// Walks through the app with a recorder. If `makeID` is `nil`, every generated id is `fixedID`.
@MainActor
func walk(
    _ regressions: DemoRegressions = .none, makeID: (@Sendable () -> UUID)? = nil
) async throws -> Walk {
    let id = try #require(UUID(uuidString: fixedID))
    let recorder = TestRecorder(exhaustively: false)
    let (vendor, console) = (EventRecorder(), EventRecorder())
    let app = DemoApp(
        regressions: regressions, loginService: LocalLoginService(latency: .zero), makeID: makeID ?? { id },
        console: { console.track(Event($0)) }, vendor: { vendor.record($0, source: .provider(.vendor)) })
    app.analytics.addProvider(recorder)

    var walk = Walk()
    await DemoWalk(through: app, say: { walk.steps.append($0) }).run()
    walk.events = recorder.events.map(\.event)
    walk.vendorEvents = vendor.events.map(\.event)
    walk.consoleLines = console.events.map(\.event.name)
    return walk
}
