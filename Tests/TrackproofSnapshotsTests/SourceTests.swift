import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct SourceTests {
    private let recording = Recording([
        RecordedEvent(Event("a", ["price": 20])), RecordedEvent(Event("b"), source: .provider("firebase")),
        RecordedEvent(Event("a", ["price": 20.0]), source: .wire("segment")),
        RecordedEvent(Event("c"), source: .wire("segment")),
    ])

    private func compare(
        _ expected: [Event], snapshot source: EventSource? = nil, option: EventSource? = nil
    ) -> [String] {
        Comparison(
            of: recording, with: Snapshot(expected, settings: SnapshotSettings(source: source)),
            options: ComparisonOptions(source: option)
        ).differences.map(\.brief)
    }

    @Test func appEventsAreComparedByDefault() {
        #expect(compare([Event("a", ["price": 20])]).isEmpty)
        #expect(compare([]) == ["unexpected a ->0"])
    }

    @Test func theSnapshotChoosesTheSource() {
        #expect(compare([Event("b")], snapshot: .provider("firebase")).isEmpty)
        // The position of an event is its index among all events of the recording, and not only those of this source.
        #expect(compare([Event("a", ["price": 20.0])], snapshot: .wire("segment")) == ["unexpected c ->3"])
    }

    @Test func theOptionOverridesTheSnapshotsSource() {
        #expect(compare([Event("b")], snapshot: .wire("segment"), option: .provider("firebase")).isEmpty)
        #expect(compare([Event("b")], option: .provider("firebase")).isEmpty)
    }

    @Test func anIntegerEqualsANumberBetweenAppAndWire() {
        let c = Event("c")
        #expect(compare([Event("a", ["price": 20]), c], option: .wire("segment")).isEmpty)
        #expect(
            compare([Event("a", ["price": 21]), c], option: .wire("segment"))
                == ["changed a 0>2 [price value 21>20.0]"])
        #expect(
            compare([Event("a", ["price": "20"]), c], option: .wire("segment"))
                == ["changed a 0>2 [price type \"20\">20.0]"])
    }

    @Test func anIntegerDiffersFromANumberWithinOneSource() {
        let c = Event("c")
        #expect(
            compare([Event("a", ["price": 20]), c], snapshot: .wire("segment"))
                == ["changed a 0>2 [price type 20>20.0]"])
        #expect(compare([Event("a", ["price": 20.0])]) == ["changed a 0>0 [price type 20.0>20]"])
    }

    private func compare(_ expected: [Event], with actual: [RecordedEvent], order: SnapshotSettings.Order? = nil)
        -> [String]
    {
        guard let source = actual.first?.source else { return [] }
        return Comparison(
            of: Recording(actual), with: Snapshot(expected),
            options: ComparisonOptions(order: order, source: source)
        ).differences.map(\.brief)
    }

    @Test func aTextWireFormatIsComparedWithoutTypes() {
        let sent = RecordedEvent(
            Event("a", ["n": "20", "x": "9.50", "flag": "true", "text": "007", "minus": "-3"]), source: .wire("matomo"))
        let tracked = Event("a", ["n": 20, "x": 9.5, "flag": true, "text": "007", "minus": -3.0])
        #expect(compare([tracked], with: [sent]).isEmpty)
        #expect(
            compare([Event("a", ["n": 21])], with: [RecordedEvent(Event("a", ["n": "20"]), source: .wire("matomo"))])
                == ["changed a 0>0 [n value 21>\"20\"]"])
        // Types matter for other wire formats, and for Matomo if the expected events are also events of Matomo.
        #expect(
            compare([Event("a", ["n": 20])], with: [RecordedEvent(Event("a", ["n": "20"]), source: .wire("segment"))])
                == ["changed a 0>0 [n type 20>\"20\"]"])
        let same = Comparison(
            of: Recording([RecordedEvent(Event("a", ["n": "20"]), source: .wire("matomo"))]),
            with: Snapshot([Event("a", ["n": 20])], settings: SnapshotSettings(source: .wire("matomo"))))
        #expect(same.differences.map(\.brief) == ["changed a 0>0 [n type 20>\"20\"]"])
    }

    /// An app can track `screen_view` itself, and the decoder of the vendor's wire format makes a screen of it.
    @Test func aScreenOnTheWireEqualsAnEventWithTheVendorsName() {
        func sent(_ screen: String) -> RecordedEvent {
            RecordedEvent(
                .screen(screen, ["tab": 2]), source: .wire("ga4"),
                context: ["en": "screen_view", "screen_view": ["firebase_screen": .string(screen)]])
        }
        let tracked = Event("screen_view", ["firebase_screen": "Home", "tab": 2])
        #expect(compare([tracked], with: [sent("Home")]).isEmpty)
        #expect(compare([Event.screen("Home", ["tab": 2])], with: [sent("Home")]).isEmpty)
        #expect(
            compare([tracked], with: [sent("Cart")])
                == ["changed screen_view 0>0 [firebase_screen value \"Home\">\"Cart\"]"])
        #expect(
            compare([tracked, .screen("Cart", ["tab": 2])], with: [sent("Cart"), sent("Home")], order: .strict).count
                == 1)
        #expect(compare([Event("a")], with: [sent("Home")]) == ["missing a 0>-", "unexpected Home ->0"])
    }

    /// Tests GA4's wire format, which marks numbers, but contains a bool as text.
    @Test func aBoolEqualsItsTextInGA4() {
        func sent(_ parameters: EventParameters, _ source: EventSource = .wire("ga4")) -> [RecordedEvent] {
            [RecordedEvent(Event("a", parameters), source: source)]
        }
        let tracked = Event("a", ["new": false, "items": ["old": true] as EventParameters, "text": "true"])
        let texts: EventParameters = ["new": "false", "items": ["old": "true"] as EventParameters, "text": "true"]
        #expect(compare([tracked], with: sent(texts)).isEmpty)
        #expect(
            compare([Event("a", ["new": false])], with: sent(["new": "true"]))
                == ["changed a 0>0 [new value false>\"true\"]"])
        #expect(
            compare([Event("a", ["new": true])], with: sent(["new": "TRUE"]))
                == ["changed a 0>0 [new value true>\"TRUE\"]"])
        // GA4 marks numbers, so a text in place of a number is a difference. Other wire formats have bools.
        #expect(compare([Event("a", ["n": 20])], with: sent(["n": "20"])) == ["changed a 0>0 [n type 20>\"20\"]"])
        #expect(
            compare([Event("a", ["new": true])], with: sent(["new": "true"], .wire("segment")))
                == ["changed a 0>0 [new type true>\"true\"]"])
    }

    @Test(arguments: [SnapshotSettings.Order.any, .strict]) func aParameterInTheContextIsCompared(
        order: SnapshotSettings.Order
    ) {
        func sent(_ context: EventParameters) -> RecordedEvent {
            RecordedEvent(Event("a", ["n": 1]), source: .wire("mixpanel"), context: context)
        }
        let tracked = Event("a", ["n": 1, "$os": "mine"])
        #expect(
            compare(
                [tracked, tracked], with: [sent(["$os": "mine", "token": "t"]), sent(["$os": "mine"])], order: order
            ).isEmpty)
        #expect(
            compare([tracked], with: [sent(["$os": "its"])], order: order) == [
                "changed a 0>0 [$os value \"mine\">\"its\"]"
            ])
        #expect(compare([tracked], with: [sent([:])], order: order) == ["changed a 0>0 [$os missing \"mine\">-]"])
        // If a parameter and a value of the context have the same name, the comparison uses the parameter.
        let own = RecordedEvent(Event("a", ["n": 2]), source: .wire("mixpanel"), context: ["n": 1])
        #expect(compare([Event("a", ["n": 1])], with: [own], order: order) == ["changed a 0>0 [n value 1>2]"])
    }

    /// Tests that a value of the context is a parameter in a difference exactly if it is one in the search for pairs.
    @Test func aDifferenceShowsAParameterInTheContextIfItIsCompared() {
        let tracked = Event("a", ["n": 1, "p": 2])
        func differences(_ source: EventSource?, _ kind: EventKind) -> [String] {
            let sent = RecordedEvent(Event("a", ["n": 1], kind: kind), source: .wire("mixpanel"), context: ["p": 2])
            return Comparison(
                of: Recording([sent]), with: Snapshot([tracked], settings: SnapshotSettings(source: source)),
                options: ComparisonOptions(source: .wire("mixpanel"))
            ).differences.flatMap { $0.parameters.map(\.summary) }
        }
        #expect(differences(.wire("mixpanel"), .track) == ["p is missing, expected 2"])
        #expect(differences(nil, .track).isEmpty)
        #expect(differences(nil, .page).isEmpty)
    }

    @Test func differentIDsOfATextWireFormatStayDifferent() {
        func isEqual(_ left: String, _ right: String) -> Bool {
            let sent = RecordedEvent(Event("a", ["id": right]), source: .wire("matomo"))
            return compare([Event("a", ["id": left])], with: [sent]).isEmpty
        }
        #expect(!isEqual("12345678901234567890", "12345678901234567891"))
        #expect(!isEqual("1e999999", "2e888888"))
        #expect(!isEqual("0x10", "16"))
        #expect(!isEqual("007", "7"))
        #expect(!isEqual("0.1000000000000000001", "0.1"))
        #expect(isEqual("9.50", "9.5"))
    }

    @Test func strictOrderAppliesToCompletedEvents() {
        func sent(_ name: String, _ context: EventParameters = [:]) -> RecordedEvent {
            RecordedEvent(Event(name), source: .wire("mixpanel"), context: context)
        }
        let (a, b) = (Event("a", ["x": 1]), Event("b", ["y": 1]))
        #expect(compare([a, Event("c")], with: [sent("a", ["x": 1]), sent("c")], order: .strict).isEmpty)
        #expect(!compare([a, Event("c")], with: [sent("c"), sent("a", ["x": 1])], order: .strict).isEmpty)
        #expect(compare([a, b], with: [sent("a", ["x": 1]), sent("b", ["y": 1])], order: .strict).isEmpty)
        #expect(!compare([a, b], with: [sent("b", ["y": 1]), sent("a", ["x": 1])], order: .strict).isEmpty)
    }

    @Test(arguments: [SnapshotSettings.Order.any, .strict]) func anEventIsCompletedFromItsContextBeforePairing(
        order: SnapshotSettings.Order
    ) {
        func sent(_ parameters: EventParameters, _ context: EventParameters? = nil) -> RecordedEvent {
            RecordedEvent(Event("a", parameters), source: .wire("mixpanel"), context: context)
        }
        let (long, short) = (Event("a", ["n": 1, "p": 2]), Event("a", ["n": 1]))
        // The app sent both expected events. The sent event with a context can match `long` or `short`.
        #expect(compare([long, short], with: [sent(["n": 1], ["p": 2]), sent(["n": 1])], order: order).isEmpty)
        #expect(compare([short, long], with: [sent(["n": 1]), sent(["n": 1], ["p": 2])], order: order).isEmpty)
        #expect(
            compare([short, long], with: [sent(["n": 1], ["p": 2]), sent(["n": 1], ["p": 2])], order: order).isEmpty)
        // Both sent events match `long`, because their context has its parameter `p`. So the second is a duplicate.
        let twice = [sent(["n": 1], ["p": 2]), sent(["n": 1], ["p": 2])]
        #expect(compare([long], with: twice, order: order) == ["duplicated a 0>1"])
        // The second sent event is paired with `short`, which has no parameter `p`.
        let changed = compare([long, short], with: [sent(["n": 1], ["p": 2]), sent(["n": 3], ["p": 2])], order: order)
        #expect(changed == ["changed a \(order == .any ? 0 : 1)>1 [n value 1>3]"])
    }

    /// Tests that an expected event with a user matches only this user. Without a user, it matches events of any user.
    @Test(arguments: [SnapshotSettings.Order.any, .strict]) func theUserOfATrackEventIsComparedIfExpected(
        order: SnapshotSettings.Order
    ) throws {
        let folder = try TemporaryFolder()
        func event(_ user: String?, _ parameters: EventParameters = ["n": 1]) -> Event {
            var event = Event("a", parameters)
            event.user = user
            return event
        }
        func briefs(_ expected: [Event], _ actual: [Event]) throws -> [String] {
            let snapshot = Snapshot(expected, settings: SnapshotSettings(order: order))
            let recording = Recording(actual.map { RecordedEvent($0) })
            let found = Comparison(of: recording, with: snapshot).differences.map(\.brief)
            // A comparison of two files must give the same result.
            let read = try Comparison.compareFiles(
                recording: EventFile(path: folder.write(recording.bytes, to: "r.ndjson")),
                snapshot: EventFile(path: folder.write(snapshot.bytes, to: "s.json")))
            #expect(read.comparison.differences.map(\.brief) == found)
            return found
        }
        #expect(try briefs([event("u")], [event("u")]).isEmpty)
        #expect(try briefs([event(nil)], [event("u")]).isEmpty)
        #expect(try briefs([event("u")], [event("v")]) == ["changed a 0>0 [user value \"u\">\"v\"]"])
        #expect(try briefs([event("u")], [event(nil)]) == ["changed a 0>0 [user missing \"u\">-]"])
        // The comparison pairs events whose users match.
        #expect(try briefs([event(nil), event("u")], [event("v"), event("u")]).isEmpty)
        if order == .any {
            #expect(try briefs([event(nil), event("u")], [event("u"), event("v")]).isEmpty)
        }
        #expect(
            try briefs([event("u"), event(nil, ["n": 2])], [event("u"), event("w", ["n": 3])])
                == ["changed a 1>1 [n value 2>3]"])
        // An update adds no user to an expected event that had no user.
        let old = Snapshot([event("u"), event(nil, ["n": 5])])
        let new = old.updated(to: Recording([RecordedEvent(event("v")), RecordedEvent(event("v", ["n": 5]))]))
        #expect(new.events.map(\.event.user) == ["v", nil])
        #expect(old.change(to: new).differences.map(\.brief) == ["changed a 0>0 [user value \"u\">\"v\"]"])
    }

    @Test func anOrderedGroupIncludesCompletedEvents() {
        func sent(_ name: String, _ context: EventParameters) -> RecordedEvent {
            RecordedEvent(Event(name), source: .wire("mixpanel"), context: context)
        }
        let snapshot = Snapshot(
            [Event("a", ["x": 1]), Event("b", ["y": 1])], settings: SnapshotSettings(ordered: [["a", "b"]]))
        let options = ComparisonOptions(source: .wire("mixpanel"))
        func briefs(_ events: [RecordedEvent]) -> [String] {
            Comparison(of: Recording(events), with: snapshot, options: options).differences.map(\.brief)
        }
        #expect(briefs([sent("a", ["x": 1]), sent("b", ["y": 1])]).isEmpty)
        #expect(briefs([sent("b", ["y": 1]), sent("a", ["x": 1])]).count == 1)
    }

    @Test func looseNumbersAreComparedExactly() {
        let loose = Fingerprinter(types: .looseNumbers)
        func isEqual(_ left: EventValue, _ right: EventValue) -> Bool {
            loose.fingerprint(of: left, rule: nil, isExpected: true)
                == loose.fingerprint(of: right, rule: nil, isExpected: false)
        }
        #expect(isEqual(.integer(-3), .number(-3)))
        #expect(isEqual(.integer(0), .number(-0.0)))
        #expect(!isEqual(.integer(3), .number(3.5)))
        #expect(!isEqual(.integer(9_007_199_254_740_993), .number(9_007_199_254_740_992)))
        #expect(!isEqual(.integer(.max), .number(9.3e18)))
        #expect(isEqual(.number(1e300), .number(1e300)))
    }
}
