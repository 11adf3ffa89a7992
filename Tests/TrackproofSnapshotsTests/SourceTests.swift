import Testing
import Trackproof

@_spi(Tooling) @testable import TrackproofSnapshots

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

    @Test func theAppByDefault() {
        #expect(compare([Event("a", ["price": 20])]).isEmpty)
        #expect(compare([]) == ["unexpected a ->0"])
    }

    @Test func theSnapshotSays() {
        #expect(compare([Event("b")], snapshot: .provider("firebase")).isEmpty)
        // Places are those in the whole recording.
        #expect(compare([Event("a", ["price": 20.0])], snapshot: .wire("segment")) == ["unexpected c ->3"])
    }

    @Test func theOptionOverrules() {
        #expect(compare([Event("b")], snapshot: .wire("segment"), option: .provider("firebase")).isEmpty)
        #expect(compare([Event("b")], option: .provider("firebase")).isEmpty)
    }

    @Test func betweenAppAndWireAnIntegerEqualsANumber() {
        let c = Event("c")
        #expect(compare([Event("a", ["price": 20]), c], option: .wire("segment")).isEmpty)
        #expect(
            compare([Event("a", ["price": 21]), c], option: .wire("segment"))
                == ["changed a 0>2 [price value 21>20.0]"])
        #expect(
            compare([Event("a", ["price": "20"]), c], option: .wire("segment"))
                == ["changed a 0>2 [price type \"20\">20.0]"])
    }

    @Test func withinOneSourceItDoesNot() {
        let c = Event("c")
        #expect(
            compare([Event("a", ["price": 20]), c], snapshot: .wire("segment"))
                == ["changed a 0>2 [price type 20>20.0]"])
        #expect(compare([Event("a", ["price": 20.0])]) == ["changed a 0>0 [price type 20.0>20]"])
    }

    @Test func looseNumbersAreExact() {
        let loose = Fingerprinter(looseNumbers: true)
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
