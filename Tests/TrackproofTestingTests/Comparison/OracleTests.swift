import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

/// Tests the comparison against an oracle that tries every pairing.
///
/// Some tests write the expectations in code, and others in a snapshot's file.
@Suite struct OracleTests {
    /// The expectation of a parameter: its value, or only the type integer.
    enum Expected: Sendable {
        case value(Int64)
        case anyInteger
    }

    struct Case: Sendable {
        var expected: [[String: Expected]] = []
        var isPartial: [Bool] = []
        var actual: [[String: Int64]] = []

        init(seed: Int, canBePartial: Bool) {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<generator.number(0...5) {
                var parameters: [String: Expected] = [:]
                for name in ["a", "b", "c"] where generator.number(0...4) > 0 {
                    parameters[name] =
                        generator.number(0...3) == 0 ? .anyInteger : .value(Int64(generator.number(0...1)))
                }
                expected.append(parameters)
                isPartial.append(canBePartial && generator.number(0...3) == 0)
            }
            for _ in 0..<generator.number(0...5) {
                var parameters: [String: Int64] = [:]
                for name in ["a", "b", "c"] where generator.number(0...4) > 0 {
                    parameters[name] = Int64(generator.number(0...1))
                }
                actual.append(parameters)
            }
        }

        /// Returns the cost of pairing an expectation with an event: 2 for each parameter that is not as expected.
        func cost(_ left: Int, _ right: Int) -> Int {
            let (wanted, found) = (expected[left], actual[right])
            let wrong = wanted.count { name, one in
                switch (one, found[name]) {
                case (_, nil): true
                case (.anyInteger, _?): false
                case (.value(let value), let other?): value != other
                }
            }
            let more = isPartial[left] ? 0 : found.keys.count { wanted[$0] == nil }
            return 2 * (wrong + more)
        }

        /// The largest number of pairs that match and keep the order of expectations and events.
        var longest: Int {
            func go(_ left: Int, _ right: Int) -> Int {
                guard left < expected.count, right < actual.count else { return 0 }
                let skipped = max(go(left + 1, right), go(left, right + 1))
                return cost(left, right) == 0 ? max(skipped, 1 + go(left + 1, right + 1)) : skipped
            }
            return go(0, 0)
        }

        /// Returns the most matches that a pairing can have, and the smallest sum of costs with this many matches.
        func best(_ left: [Int], _ right: [Int]) -> (matches: Int, sum: Int) {
            guard let first = left.first else { return (0, 0) }
            var best: (matches: Int, sum: Int)?
            func offer(_ rest: (matches: Int, sum: Int), _ cost: Int?) {
                let one = (matches: rest.matches + (cost == 0 ? 1 : 0), sum: rest.sum + (cost ?? 0))
                if best.map({ (-one.matches, one.sum) < (-$0.matches, $0.sum) }) ?? true { best = one }
            }
            if left.count > right.count { offer(self.best(Array(left.dropFirst()), right), nil) }
            for other in right {
                offer(self.best(Array(left.dropFirst()), right.filter { $0 != other }), cost(first, other))
            }
            return best ?? (0, 0)
        }
    }

    private func expectations(_ test: Case) -> [EventExpectation] {
        zip(test.expected, test.isPartial).map { parameters, isPartial in
            var expected = ExpectedParameters()
            for (name, one) in parameters.sorted(by: { $0.key < $1.key }) {
                switch one {
                case .value(let value): expected.set(name, .equal(value))
                case .anyInteger: expected.set(name, .anyInteger)
                }
            }
            return isPartial ? .event("tap", including: expected) : .event("tap", expected)
        }
    }

    private func actual(_ test: Case) -> [Event] { test.actual.map(event) }

    private func event(_ parameters: [String: Int64]) -> Event {
        Event(
            "tap",
            EventParameters(parameters.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer($0.value)) }))
    }

    /// Checks a comparison in which the order of events matters.
    private func check(_ comparison: Comparison, _ test: Case, seed: Int) {
        let differences = comparison.differences
        #expect(comparison.matched == test.longest, "seed \(seed)")
        let left = differences.filter { $0.kind != .duplicated }.compactMap(\.expectedPosition)
        let right = differences.compactMap(\.actualPosition)
        let best = test.best(left, right)
        #expect(differences.count { $0.kind == .moved } == best.matches, "seed \(seed)")
        let sum = differences.filter { $0.kind == .changed }.reduce(0) { $0 + 2 * $1.parameters.count }
        #expect(sum == best.sum, "seed \(seed)")
        #expect(differences.count { $0.kind == .changed || $0.kind == .moved } == min(left.count, right.count))
    }

    /// The number of seeds in one test case. One test case for each seed would cost more time than the comparisons.
    private static let seedsOfCase = 50

    private func forEachSeed(of number: Int, _ body: (Int) throws -> Void) rethrows {
        for seed in number * Self.seedsOfCase..<(number + 1) * Self.seedsOfCase { try body(seed) }
    }

    @Test(arguments: 0..<30) func expectationsInCodeMatchTheOracle(number: Int) {
        forEachSeed(of: number) { checkExpectationsInCode(seed: $0) }
    }

    private func checkExpectationsInCode(seed: Int) {
        let test = Case(seed: seed, canBePartial: true)
        check(Comparison(of: actual(test), with: expectations(test).map(\.compiled)), test, seed: seed)
    }

    /// Tests cases from a snapshot's file. A snapshot names volatile parameters, so they are volatile in all events.
    @Test(arguments: 0..<30) func snapshotFilesMatchTheOracle(number: Int) throws {
        try forEachSeed(of: number) { try checkSnapshotsInFiles(seed: $0) }
    }

    private func checkSnapshotsInFiles(seed: Int) throws {
        var test = Case(seed: seed, canBePartial: false)
        var generator = SeededGenerator(seed: seed + 1)
        let volatile = ["a", "b", "c"].filter { _ in generator.number(0...2) == 0 }
        for index in test.expected.indices {
            for name in volatile where test.expected[index][name] != nil { test.expected[index][name] = .anyInteger }
            for (name, one) in test.expected[index] where !volatile.contains(name) {
                if case .anyInteger = one { test.expected[index][name] = .value(1) }
            }
        }
        let events = test.expected.map { parameters in
            event(parameters.mapValues { if case .value(let value) = $0 { value } else { 7 } })
        }
        let snapshot = Snapshot(
            events,
            settings: SnapshotSettings(
                order: .strict, volatile: volatile.map { .init(event: "tap", path: $0, shape: .integer) }))
        // Compares with the snapshot after it was written and read.
        let read = try Snapshot(snapshot.bytes)
        check(Comparison(of: Recording(actual(test)), with: read), test, seed: seed)
    }

    /// Tests expectations that can be written both in code and in a snapshot's file.
    @Test(arguments: 0..<30) func codeAndSnapshotFilesGiveTheSameResult(number: Int) {
        forEachSeed(of: number) { checkThatCodeAndSnapshotFileAgree(seed: $0) }
    }

    private func checkThatCodeAndSnapshotFileAgree(seed: Int) {
        let test = Case(seed: seed, canBePartial: false)
        let plain = test.expected.map { parameters in
            event(parameters.mapValues { if case .value(let value) = $0 { value } else { 1 } })
        }
        let inCode = Comparison(of: actual(test), with: plain.map { EventExpectation.event($0).compiled })
        let inFile = Comparison(
            of: Recording(actual(test)), with: Snapshot(plain, settings: SnapshotSettings(order: .strict)))
        #expect(inCode.text() == inFile.text(), "seed \(seed)")
        #expect(inCode.json == inFile.json, "seed \(seed)")
    }
}
