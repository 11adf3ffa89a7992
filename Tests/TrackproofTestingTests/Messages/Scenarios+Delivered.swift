import Trackproof
import TrackproofTesting
import TrackproofPlatform
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectDelivered`, one for each change that the wrapper of a provider can make to events.
    static let delivered: [Scenario] = [
        Scenario(
            "delivered: nothing",
            fails: """
                provider firebase received something other than what was tracked
                2 differences (2 missing), 0 events match

                - missing    screen start
                - missing    track tap {id: 1}

                the provider received nothing
                """
        ) {
            trackToFirebase { _, _ in }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: nothing was tracked",
            fails: "nothing was tracked, so nothing could be delivered to fire\\nbase"
        ) { line(of: expectDelivered(to: "fire\nbase")) },

        Scenario(
            "delivered: an event less",
            fails: """
                provider firebase received something other than what was tracked
                1 difference (1 missing), 1 event matches

                  … 1 event unchanged
                - missing    track tap {id: 1}

                recorded 1 event:
                    1  screen start
                """
        ) {
            trackToFirebase { event, provider in if event.name != "tap" { provider.track(event) } }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: under another name",
            fails: """
                provider firebase received something other than what was tracked
                2 differences (2 renamed), 0 events match

                ~ renamed    screen start → screen start_v2
                ~ renamed    track tap → track tap_v2

                recorded 2 events:
                    1  screen start_v2
                    2  track tap_v2 {id: 1}
                """
        ) {
            trackToFirebase { event, provider in
                var event = event
                event.name += "_v2"
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: a parameter more, another less",
            fails: """
                provider firebase received something other than what was tracked
                2 differences (2 changed), 0 events match

                ~ changed    screen start
                    + build: 7
                ~ changed    track tap
                    - id: 1
                    + build: 7

                recorded 2 events:
                    1  screen start {build: 7}
                    2  track tap {build: 7}
                """
        ) {
            trackToFirebase { event, provider in
                var event = event
                event.parameters["id"] = nil
                event.parameters["build"] = .integer(7)
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: twice",
            fails: """
                provider firebase received something other than what was tracked
                2 differences (2 duplicated), 2 events match

                  … 1 event unchanged
                + duplicated screen start
                + duplicated track tap {id: 1}
                  … 1 event unchanged

                recorded 4 events:
                    1  screen start
                    2  screen start
                    3  track tap {id: 1}
                    4  track tap {id: 1}
                """
        ) {
            trackToFirebase { event, provider in
                provider.track(event)
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: in another order",
            fails: """
                provider firebase received something other than what was tracked
                1 difference (1 moved), 1 event matches

                  … 1 event unchanged
                ↕ moved      track tap {id: 1}  (expected at position 2, tracked at position 1)

                recorded 2 events:
                    1  track tap {id: 1}
                    2  screen start
                """
        ) {
            let held = Lock<Event?>(nil)
            trackToFirebase { event, provider in
                guard let first = held.withLock({ $0 }) else { return held.withLock { $0 = event } }
                provider.track(event)
                provider.track(first)
            }
            return line(of: expectDelivered(to: "firebase"))
        },

        Scenario(
            "delivered: what was not tracked",
            fails: """
                provider firebase received something other than what was tracked
                1 difference (1 unexpected), 0 events match

                + unexpected track ghost

                recorded 1 event:
                    1  track ghost
                """
        ) {
            guard let recorder = TestRecorder.current else { return 0 }
            ClosureProvider("firebase") { _ in }.recorded(in: recorder).track(Event("ghost"))
            return line(of: expectDelivered(to: "firebase"))
        },
    ]
}

/// Tracks a screen and an event with a facade whose only provider, `firebase`, is inside a wrapper.
private func trackToFirebase(
    through wrapper: @escaping @Sendable (Event, any AnalyticsProvider) -> Void
) {
    guard let recorder = TestRecorder.current else { return }
    let provider = ClosureProvider("firebase") { _ in }.recorded(in: recorder)
    let analytics = Analytics(providers: [recorder, ClosureProvider("firebase") { wrapper($0, provider) }])
    analytics.screen("start")
    analytics.track(Event("tap", ["id": 1]))
}
