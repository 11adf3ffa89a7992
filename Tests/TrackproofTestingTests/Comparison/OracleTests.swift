import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

/// Tests the comparison with expectations in code against an oracle that tries every pairing.
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

        init(seed: Int) {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<generator.number(0...5) {
                var parameters: [String: Expected] = [:]
                for name in ["a", "b", "c"] where generator.number(0...4) > 0 {
                    parameters[name] =
                        generator.number(0...3) == 0 ? .anyInteger : .value(Int64(generator.number(0...1)))
                }
                expected.append(parameters)
                isPartial.append(generator.number(0...3) == 0)
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

    private func event(_ parameters: [String: Int64]) -> Event {
        Event(
            "tap",
            EventParameters(parameters.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer($0.value)) }))
    }

    @Test(arguments: 0..<rounds(200, deep: 1_500)) func theComparisonMatchesTheOracle(seed: Int) {
        let test = Case(seed: seed)
        let comparison = Comparison(of: test.actual.map(event), with: expectations(test).map(\.compiled))
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
}
