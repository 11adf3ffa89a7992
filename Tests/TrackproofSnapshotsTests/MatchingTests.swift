import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct MatchingTests {
    private static let seeds = 0..<rounds(60, deep: 300)

    private func lists(
        _ expected: [Event], _ actual: [Event], _ settings: SnapshotSettings
    ) -> (EventList, EventList, Matching) {
        let plan = ComparisonPlan(settings, ComparisonOptions())
        var left = plan.expectedBuilder(snapshotIsRecording: false)
        for event in expected { left.append(RecordedEvent(event)) }
        var right = plan.actualBuilder()
        for event in actual { right.append(RecordedEvent(event)) }
        let matching = Matching(
            expected: left.list, actual: right.list, order: settings.order, groupCount: settings.ordered.count)
        return (left.list, right.list, matching)
    }

    @Test(arguments: seeds) func anyOrderComparesMultisets(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...30), random.smallEvents(0...30))
        var rest = actual
        var equal = 0
        for event in expected {
            guard let index = rest.firstIndex(of: event) else { continue }
            rest.remove(at: index)
            equal += 1
        }
        let (_, _, matching) = lists(expected, actual, SnapshotSettings())
        #expect(matching.matched == equal)
        #expect(matching.isMatched.count { $0 } == equal)
        #expect(matching.moved.isEmpty)
        var used = Set<Int32>()
        for (index, match) in matching.expectedOfActual.enumerated() where match >= 0 {
            #expect(used.insert(match).inserted)
            #expect(expected[Int(match)] == actual[index])
        }
    }

    @Test(arguments: seeds) func strictOrderKeepsTheLongestCommonSubsequence(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...20), random.smallEvents(0...20))
        let (_, _, any) = lists(expected, actual, SnapshotSettings())
        let (_, _, strict) = lists(expected, actual, SnapshotSettings(order: .strict))
        #expect(strict.matched == any.matched)
        #expect(strict.matched - strict.moved.count == longestCommonSubsequence(expected, actual))
        var last: Int32 = -1
        for (index, match) in strict.expectedOfActual.enumerated() where match >= 0 {
            #expect(expected[Int(match)] == actual[index])
            if strict.moved.contains(index) { continue }
            #expect(match > last)
            last = match
        }
    }

    @Test(arguments: seeds) func onlyEventsOfOrderedGroupsCanMove(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...20), random.smallEvents(0...20))
        let group = ["tap", "view"]
        let (_, _, any) = lists(expected, actual, SnapshotSettings())
        let (_, _, grouped) = lists(expected, actual, SnapshotSettings(ordered: [group]))
        #expect(grouped.matched == any.matched)
        let longest = longestCommonSubsequence(
            expected.filter { group.contains($0.name) }, actual.filter { group.contains($0.name) })
        let inGroup = grouped.expectedOfActual.indices.count {
            grouped.expectedOfActual[$0] >= 0 && group.contains(actual[$0].name)
        }
        #expect(inGroup - grouped.moved.count == longest)
        #expect(grouped.moved.allSatisfy { group.contains(actual[$0].name) })
    }

    @Test(arguments: seeds) func overlappingGroupsMatchAsManyEvents(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (expected, actual) = (random.smallEvents(0...20), random.smallEvents(0...20))
        let settings = SnapshotSettings(ordered: [["tap", "view"], ["view", "purchase"], ["*"]])
        let (_, _, any) = lists(expected, actual, SnapshotSettings())
        let (_, _, grouped) = lists(expected, actual, settings)
        #expect(grouped.matched == any.matched)
        #expect(grouped.moved.allSatisfy { grouped.expectedOfActual[$0] >= 0 })
        #expect(grouped.matched == grouped.isMatched.count { $0 })
    }

    @Test(arguments: seeds) func fingerprintsAreEqualExactlyIfValuesAreEqual(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let values = (0..<30).map { _ in random.value() }
        let fingerprinter = Fingerprinter(types: .exact)
        for left in values {
            for right in values {
                let isEqual =
                    fingerprinter.fingerprint(of: left, rule: nil, isExpected: true)
                    == fingerprinter.fingerprint(of: right, rule: nil, isExpected: false)
                #expect(isEqual == (left == right), "\(left) and \(right)")
            }
        }
    }

    @Test(arguments: [
        (EventValue.string("é"), EventValue.string("e\u{301}"), false),
        (.string("\u{1100}\u{1161}"), .string("가"), false),
        (.string("が"), .string("か\u{3099}"), false),
        (.string("か"), .string("が"), false),
        (.number(0), .number(-0.0), true),
        (.number(3), .integer(3), false),
        (.number(.nan), .string("NaN"), true),
        (.number(-.infinity), .string("-Infinity"), true),
        (.integer(1), .bool(true), false),
        (.null, .string("null"), false),
        (.array([]), .object([:]), false),
        (.array([.array([.integer(1)]), .array([])]), .array([.array([]), .array([.integer(1)])]), false),
        (.object(["a": 1, "b": 2]), .object(["b": 2, "a": 1]), true),
        (.object(["a": 1, "b": 2]), .object(["a": 2, "b": 1]), false),
        (.string("a\0"), .string("a"), false),
        (.string("abcdefgh"), .string("abcdefgh\0"), false),
    ])
    func valuesAreComparedByTypeAndScalars(left: EventValue, right: EventValue, isEqual: Bool) {
        let found = differences([Event("x", ["v": left])], [Event("x", ["v": right])])
        #expect(found.isEmpty == isEqual)
        #expect((left == right) == isEqual)
    }

    /// Tests two Unicode forms of a name. The forms look alike, so the message shows their scalars as escapes.
    @Test func aNameInAnotherUnicodeFormIsADifference() throws {
        let comparison = Comparison(
            of: Recording([Event("cafe\u{301}", ["e\u{301}": 1, "v": "n\u{303}"])]),
            with: Snapshot([Event("caf\u{e9}", ["\u{e9}": 1, "v": "\u{f1}"])]))
        try expectGolden("MatchingTests/a-name-in-another-unicode-form-is-a-difference", comparison.text())
    }

    @Test func rulesAndPatternsDistinguishUnicodeForms() {
        let rules = [SnapshotSettings.Volatile(event: "caf\u{e9}", path: "\u{e9}", shape: .any)]
        let settings = SnapshotSettings(volatile: rules, ignore: ["n\u{303}*"])
        func isEqual(_ name: String, _ key: String) -> Bool {
            differences([Event(name, [key: 1])], [Event(name, [key: 2])], settings).isEmpty
        }
        #expect(isEqual("caf\u{e9}", "\u{e9}"))
        #expect(!isEqual("cafe\u{301}", "\u{e9}"))
        #expect(!isEqual("caf\u{e9}", "e\u{301}"))
        #expect(isEqual("n\u{303}o", "a"))
        #expect(!isEqual("\u{f1}o", "a"))
    }
}

func longestCommonSubsequence<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in left.indices {
        for j in right.indices {
            table[i + 1][j + 1] = left[i] == right[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
        }
    }
    return table[left.count][right.count]
}
