import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofTesting
import TrackproofUITesting

/// Tests of the properties that all bridges have in common.
@Suite(.blocking) struct EveryBridgeTests {
    private static let bridges = UITestBridge.allCases

    @Test(arguments: bridges)
    func trackedEventsArrive(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        session.expectNothingElse()
        app.analytics.screen("login")
        app.analytics.track(Event("authorization", ["success": true]))
        session.expectTracked("authorization", ["success": true])
        session.expectTracked("login", kind: .screen)
        session.expectNothingElse()
        session.expectEvents(Event("a"), Event("b")) {
            app.analytics.track(Event("a"))
            app.analytics.track(Event("b"))
        }
        session.expectCount(4)
        session.expectOrder("login", "authorization", "a", "b")
        session.finish()
        #expect(session.bridgeDescription == (bridge == .automatic ? "tcp" : bridge.rawValue))
    }

    @Test(arguments: bridges)
    func eventsFromAnotherThreadArriveWhileTheTestWaits(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        let analytics = app.analytics
        for number in 1...20 {
            Thread.detachNewThread { analytics.track(Event("tapped", ["number": number])) }
            session.expectTracked("tapped", ["number": number])
        }
        session.finish()
    }

    /// Tests a driver that reports no changes. The session asks such a driver again and again.
    @Test(arguments: bridges)
    func aDriverThatReportsNoChangesWorks(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        app.reportsChanges = false
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        let analytics = app.analytics
        for number in 1...3 {
            Thread.detachNewThread { analytics.track(Event("tapped", ["number": number])) }
            session.expectTracked("tapped", ["number": number])
        }
        session.expectEvents(Event("a")) { analytics.track(Event("a")) }
        session.expectNothingElse()
        app.end("was killed by signal 9")
        let start = ContinuousClock.now
        let failures = failures { session.expectTracked("tapped") }
        #expect(.now - start < longTimeout)
        #expect(failures.first?.message.contains("\nthe app was killed by signal 9\n") == true)
    }

    @Test(arguments: bridges.filter { $0 != .alert })
    func aBurstFromSeveralThreadsArrivesCompleteAndInOrder(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout, exhaustively: false)
        app.analytics.burst(10_000, threads: 4)
        session.expectCount(10_000)
        var places = [Int64](repeating: 10_000, count: 4)
        for recorded in session.events {
            let parameters = recorded.event.parameters
            guard case .integer(let thread)? = parameters["thread"], case .integer(let index)? = parameters["index"]
            else {
                Issue.record("expected an event of burst(_:threads:), found \(recorded)")
                return
            }
            #expect(index == places[Int(thread)])
            places[Int(thread)] = index + 1
        }
        #expect(places == [12_500, 12_500, 12_500, 12_500])
        session.finish()
    }

    /// Tests that the queue of alerts keeps only a few events of a burst, and counts the other events as dropped.
    @Test(arguments: [(tracked: 644, dropped: "1 event"), (10_000, "9357 events")])
    func droppedEventsInABurstOfAlertsAreCounted(tracked: Int, dropped: String) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: .alert, timeout: longTimeout, exhaustively: false)
        app.analytics.burst(tracked, threads: 4)
        var count = 0
        let failures = failures {
            session.expectNotTracked("absent")
            count = session.events.count
        }
        #expect(count == 643)
        #expect(
            failures.map { $0.message.split(separator: "\n").prefix(2) } == [
                [
                    "the app dropped \(dropped): the bridge `alert` had no room",
                    "recorded 643 events:",
                ]
            ])
        // A second assertion does not report the loss again.
        session.expectNotTracked("absent")
        session.finish()
    }

    @Test(arguments: bridges)
    func everyKindAndValueArrivesUnchanged(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        // The queue of alerts holds at most 64 KiB.
        let long = String(repeating: "0123456789", count: bridge == .alert ? 2_000 : 10_000)
        let family = "👨‍👩‍👧‍👦"
        var events: [Event] = [
            .screen("login", ["from": "menu"]), .identify("u1", ["premium": true]), .group("g"), .alias("u2"), .reset,
            Event("p", kind: .page),
            Event(
                "values",
                [
                    "null": EventValue.null, "yes": true, "no": false, "smallest": Int64.min, "largest": Int64.max,
                    "half": 0.5, "whole": 3.0, "tiny": Double.leastNonzeroMagnitude, "infinite": Double.infinity,
                    "empty": "",
                    "control": "\u{0}\u{1F}\"\\\n\r\u{2028}", "list": [1, 2, 3],
                    "nested": ["a": [EventValue.null, EventValue.object(["b": true])]] as EventParameters,
                ]),
            Event("tp1 a 1 1 0 1 00000000\n", ["name": "looks like a chunk"]),
            Event(family, ["long": long]),
        ]
        // Each text begins one byte later, so the end of a chunk falls on each byte of the emoji.
        for shift in 0..<26 {
            let text = String(repeating: "x", count: shift) + String(repeating: family, count: 40)
            events.append(Event("emoji", ["text": text]))
        }
        for event in events { app.analytics.track(event) }
        session.expectCount(events.count)
        #expect(session.events.map(\.event) == events)
        session.expectOrder(events[6].name, events[7].name)
        session.expectOrder(events[0], events[1])
        session.expectOrder(.screen("login", including: [:]), .identify("u1", including: [:]))
        session.expectCount(1, of: events[2])
        session.expectCount(1, of: .event("", kind: .alias, user: "u2"))
        session.expectNotTracked(Event("values"))
        session.expectNotTracked(.screen("login", ["from": .anyInteger]))
        for event in events.prefix(9) { session.expectTracked(event) }
        session.expectTracked("emoji", including: [:], times: 26)
        session.finish()
    }

    @Test(arguments: bridges)
    func theSourceOfAnEventArrives(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        app.bridge?.record(Event("a"), source: .provider("firebase"))
        app.bridge?.record(Event("b"), source: .app)
        session.expectTracked("a", source: .provider("firebase"))
        session.expectTracked("b")
        session.expectNotTracked("a")
        session.expectCount(1, source: .provider("firebase"))
        session.expectNothingElse(source: .provider("firebase"))
        session.finish()
    }

    @Test(arguments: bridges)
    func everyFormOfAnExpectationCanPass(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let analytics = app.analytics
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        for index in 1...2 { analytics.track(Event("movie_tapped", ["id": 67563, "index": index])) }
        session.expectTracked("movie_tapped", ["id": 67563, "index": 1])
        session.expectTracked("movie_tapped", including: ["id": 67563])
        analytics.track(.login(success: true))
        session.expectTracked(.login(success: true))
        analytics.track(Purchase(price: 19.99))
        session.expectTracked(Purchase(price: 19.99))
        analytics.track(.identify("5A4A5D62-0D1C-4A6E-8A3C-2B1A3E0C8A11"))
        session.expectTracked(.identify(.uuid))
        analytics.track(Event("twice"))
        analytics.track(Event("twice"))
        session.expectTracked("twice", times: 2)
        session.expectTracked("twice", times: 0, within: .zero)
        session.expectNothingElse()

        session.expectEvents(.login(success: false), .screen("login")) {
            analytics.track(.login(success: false))
            analytics.screen("login")
        }
        session.expectEvents(.event("movie_tapped", including: ["index": .in(0...9)]), .screen("details")) {
            analytics.track(Event("movie_tapped", ["id": 1, "index": 3]))
            analytics.screen("details")
        }
        session.expectEvents(Purchase(price: 1), Purchase(price: 2)) {
            analytics.track(Purchase(price: 1))
            analytics.track(Purchase(price: 2))
        }
        let start = ContinuousClock.now
        let result = session.expectEvents { 7 }
        // Without an expected event, the assertion does not wait.
        #expect(result == 7 && .now - start < longTimeout)
        session.expectCount(3, of: "Purchase")
        session.expectCount(2, kind: .screen)
        session.expectCount(0, of: "logout")
        session.expectOrder("login", "Purchase", "Purchase")
        session.expectNotTracked("logout")
        session.finish()
    }

    @Test(arguments: [UITestBridge.file, .accessibility, .pasteboard, .alert])
    func aWaitOfZeroSecondsFindsEventsThatHaveArrived(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        app.analytics.track(Event("a"))
        session.expectTracked("a", within: bridge == .pasteboard ? nil : .zero)
        session.finish()
    }

    @Test(arguments: bridges)
    func clearedEventsAreForgotten(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        app.analytics.track(Event("on_the_way"))
        session.clearEvents()
        #expect(session.events.isEmpty)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.expectCount(1)
        #expect(session.recorder.events.map(\.event.name) == ["a"])
        session.finish()
    }

    /// Tests that a barrier also finds events that pending work in the app's main queue is about to track.
    @Test(arguments: UITestBridge.asking)
    func eventsThatTheMainQueueIsAboutToTrackAreFound(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let analytics = app.analytics
        let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
        for number in 1...20 {
            DispatchQueue.main.async { analytics.track(Event("tap", ["number": number])) }
            expectFailure(
                "1 more event than expected: track tap {number: \(number)} (number 1)\n"
                    + "recorded 1 event:\n    1  track tap {number: \(number)}"
            ) { line(of: session.expectNothingElse()) }
            // This event comes from work that was in the main queue before the closure ran. So the event does not
            // belong to the closure.
            DispatchQueue.main.async { analytics.track(Event("tap")) }
            session.expectEvents(Event("a")) { analytics.track(Event("a")) }
            expectFailure(
                """
                tracked something other than expected within 600.0 seconds: unexpected track b
                1 difference (1 unexpected), 1 event matches

                  … 1 event unchanged
                + unexpected track b

                recorded 2 events:
                    1  track a
                    2  track b
                """
            ) {
                let line = #line + 1
                session.expectEvents(Event("a")) {
                    analytics.track(Event("a"))
                    DispatchQueue.main.async { analytics.track(Event("b")) }
                }
                return line
            }
            DispatchQueue.main.async { analytics.track(Event("c")) }
            #expect(failures { session.expectNotTracked("c") }.count == 1)
            session.clearEvents()
        }
        session.finish()
    }
}

extension Event {
    fileprivate static func login(success: Bool) -> Event { Event("login", ["success": success]) }
}

private struct Purchase: AnalyticsEvent {
    static let name = "Purchase"
    let price: Double
    var eventName: String { "Purchase" }
}
