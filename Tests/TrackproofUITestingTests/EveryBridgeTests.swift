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

    /// Tests drivers that report changes, and drivers that the session must ask again and again.
    @Test(arguments: bridges, [true, false])
    func eventsFromAnotherThreadArriveWhileTheTestWaits(bridge: UITestBridge, reportsChanges: Bool) throws {
        let app = ScreenlessApp()
        app.reportsChanges = reportsChanges
        let session = try launch(bridge, app).1
        let analytics = app.analytics
        for number in 1...3 {
            Thread.detachNewThread { analytics.track(Event("tapped", ["number": number])) }
            session.expectTracked("tapped", ["number": number])
        }
        session.expectEvents(Event("a")) { analytics.track(Event("a")) }
        session.expectNothingElse()
        session.finish()
    }

    @Test(arguments: bridges.filter { $0 != .alert })
    func aBurstFromSeveralThreadsArrivesCompleteAndInOrder(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge, exhaustively: false)
        let each = rounds(500, deep: 2_500)
        app.analytics.burst(4 * each, threads: 4)
        session.expectCount(4 * each)
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
        #expect(places == Array(repeating: Int64(10_000 + each), count: 4))
        session.finish()
    }

    /// Tests that the queue of alerts keeps only a few events of a burst, and counts the other events as dropped.
    @Test(arguments: [(tracked: 644, dropped: "1 event"), (1_000, "357 events")])
    func droppedEventsInABurstOfAlertsAreCounted(tracked: Int, dropped: String) throws {
        let (app, session) = try launch(.alert, exhaustively: false)
        app.analytics.burst(tracked, threads: 4)
        var count = 0
        let failures = firstLines {
            session.expectNotTracked("absent")
            count = session.events.count
        }
        #expect(count == 643)
        #expect(
            failures == ["the app dropped \(dropped): the bridge `alert` had no room"])
        // A second assertion does not report the loss again. The queue has room for another event.
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.expectNotTracked("absent")
        session.finish()
    }

    @Test(arguments: bridges)
    func everyKindAndValueArrivesUnchanged(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        // The queue of alerts holds at most 64 KiB.
        let long = String(repeating: "0123456789", count: bridge == .alert ? 2_000 : 10_000)
        let family = "👨‍👩‍👧‍👦"
        var events: [Event] = [
            .screen("login", ["from": "menu"]), .identify("u1", ["premium": true]), .group("g"), .alias("u2"), .reset,
            Event("p", kind: .page), Event("hello", ["hello": 1]), .identify(nil, ["barrier": 1]),
            Event(
                "values",
                [
                    "null": EventValue.null, "yes": true, "no": false, "smallest": Int64.min, "largest": Int64.max,
                    "half": 0.5, "whole": 3.0, "tiny": Double.leastNonzeroMagnitude, "infinite": Double.infinity,
                    "empty": "", "writer": "not the bridge's", "lost": 5, "negative": -0.0,
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
        app.analytics.track(Event("secret").unrecorded())
        session.expectCount(events.count)
        #expect(session.events.map(\.event) == events)
        session.expectOrder("values", "tp1 a 1 1 0 1 00000000\n")
        session.expectOrder(events[0], events[1])
        session.expectOrder(.screen("login", including: [:]), .identify("u1", including: [:]))
        session.expectCount(1, of: events[2])
        session.expectCount(1, of: .event("", kind: .alias, user: "u2"))
        session.expectNotTracked(Event("values"))
        session.expectNotTracked(.screen("login", ["from": .anyInteger]))
        for event in events.prefix(11) { session.expectTracked(event) }
        session.expectTracked("emoji", including: [:], times: 26)
        session.finish()
    }

    @Test(arguments: bridges)
    func everyFormOfAnExpectationCanPass(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        let analytics = app.analytics
        session.expectNothingElse()
        #expect(session.bridgeDescription == (bridge == .automatic ? "tcp" : bridge.rawValue))
        app.bridge?.record(Event("of_an_sdk"), source: .provider("firebase"))
        session.expectTracked("of_an_sdk", source: .provider("firebase"))
        session.expectNotTracked("of_an_sdk")
        session.expectCount(1, source: .provider("firebase"))
        session.expectNothingElse(source: .provider("firebase"))
        for index in 1...2 { analytics.track(Event("movie_tapped", ["id": 67563, "index": index])) }
        session.expectTracked("movie_tapped", ["id": 67563, "index": 1])
        session.expectTracked("movie_tapped", including: ["id": 67563])
        analytics.track(.login(success: true))
        session.expectTracked(.login(success: true))
        analytics.track(Purchase(price: 19.99))
        session.expectNotTracked(Purchase(price: 20))
        session.expectCount(1, of: Purchase(price: 19.99))
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
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        session.expectTracked("a", within: bridge == .pasteboard ? nil : .zero)
        session.finish()
    }

    @Test(arguments: bridges)
    func clearedEventsAreForgotten(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
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
        let (app, session) = try launch(bridge)
        let analytics = app.analytics
        for number in 1...4 {
            DispatchQueue.main.async { analytics.track(Event("tap", ["number": number])) }
            #expect(
                firstLines { session.expectNothingElse() } == [
                    "1 more event than expected: track tap {number: \(number)} (number 1)"
                ])
            // This event comes from work that was in the main queue before the closure ran. So the event does not
            // belong to the closure.
            DispatchQueue.main.async { analytics.track(Event("tap")) }
            session.expectEvents(Event("a")) { analytics.track(Event("a")) }
            let unexpected = firstLines {
                session.expectEvents(Event("a")) {
                    analytics.track(Event("a"))
                    DispatchQueue.main.async { analytics.track(Event("b")) }
                }
            }
            #expect(
                unexpected == ["tracked something other than expected within 600.0 seconds: unexpected track b"])
            DispatchQueue.main.async { analytics.track(Event("c")) }
            #expect(failures { session.expectNotTracked("c") }.count == 1)
            session.clearEvents()
        }
        session.finish()
    }

    /// Tests that a value that the app could not encode fails the test that launched the app.
    @Test(arguments: UITestBridge.allCases) func anEncodingFailureInTheAppIsReported(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Unpriced())
        session.expectCount(1)
        session.clearEvents()
        expectFailure(
            """
            1 invalid event:
                track unpriced {item_id: 7}
                    unit_price: no price yet
            """
        ) { line(of: session.finish()) }
    }

    private struct Unpriced: AnalyticsEvent {
        struct Price: Encodable, Error, CustomStringConvertible {
            var description: String { "no price yet" }
            func encode(to encoder: any Encoder) throws { throw self }
        }
        var itemID = 7
        var unitPrice = Price()
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
