import Foundation
import Trackproof
import TrackproofTesting

/// Tests that only `trackproof mutate` runs. `MutateTests` runs the command, which runs these tests as those of an app.
enum Samples {
    /// Whether `trackproof mutate` runs the tests. Otherwise, all samples are skipped.
    static let areOn = ProcessInfo.processInfo.environment["TRACKPROOF_MUTATION"] != nil

    /// Calls `body` on another thread, and returns when it has ended.
    static func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                body()
                done.resume()
            }
        }
    }

    /// Calls `body` on a dispatch queue, and returns when it has ended.
    static func onQueue(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                body()
                done.resume()
            }
        }
    }
}

/// A shop as an app would have it.
struct SampleShop: Sendable {
    let analytics: Analytics

    func open() {
        analytics.screen("shop", ["source": "push"])
        analytics.identify("u1", ["plan": "free"])
    }

    func buy() {
        analytics.track(name: "checkout", ["step": 1])
        analytics.track(name: "purchase", ["id": 7, "price": 19.99, "gift": true, "tags": ["new", "sale"]])
    }
}

/// An app's shared facade.
enum SharedAnalytics {
    static let facade: Analytics = {
        let facade = Analytics()
        facade.addProvider(CurrentTestRecorder())
        return facade
    }()
}

/// A provider that changes each event, as an adapter to a vendor's SDK does.
struct Adapter: AnalyticsProvider {
    let vendor: any AnalyticsProvider
    var id: ProviderID { vendor.id }

    func track(_ event: Event) {
        var event = Self.changed(event)
        event.delivery = .everywhere
        vendor.track(event)
    }

    static func changed(_ event: Event) -> Event {
        var event = event
        event.name = "app_\(event.name)"
        event.parameters = EventParameters(event.parameters.map { EventParameter("p_\($0.name)", $0.value) })
        return event
    }
}
