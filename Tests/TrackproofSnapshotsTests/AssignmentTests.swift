import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

@Suite struct AssignmentTests {
    /// Returns the largest possible number of pairs and their smallest cost, by trying every assignment.
    private func best(_ costs: [[Int64?]], columns: Int) -> (pairs: Int, cost: Int64) {
        var best = (pairs: 0, cost: Int64(0))
        func search(_ row: Int, _ used: Set<Int>, _ pairs: Int, _ cost: Int64) {
            guard row < costs.count else {
                if pairs > best.pairs || (pairs == best.pairs && cost < best.cost) { best = (pairs, cost) }
                return
            }
            search(row + 1, used, pairs, cost)
            for column in 0..<columns where !used.contains(column) {
                if let more = costs[row][column] { search(row + 1, used.union([column]), pairs + 1, cost + more) }
            }
        }
        search(0, [], 0, 0)
        return best
    }

    @Test(arguments: 0..<rounds(100, deep: 400)) func theAssignmentIsMinimal(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limit = seed % 40 == 0 ? 6 : 5
        let (rows, columns) = (Int.random(in: 0...limit, using: &random), Int.random(in: 0...limit, using: &random))
        let forbidden = random.pick([0, 0, 20, 60, 100])
        let highest: Int64 = random.pick([1, 3, 10, 1 << 40])
        let costs = (0..<rows).map { _ in
            (0..<columns).map { _ -> Int64? in
                random.chance(forbidden) ? nil : Int64.random(in: 0...highest, using: &random)
            }
        }
        let result = Assignment.minimal(rows: rows, columns: columns) { costs[$0][$1] }
        #expect(result.count == rows)
        let chosen = result.compactMap { $0 }
        #expect(Set(chosen).count == chosen.count)
        var cost: Int64 = 0
        for (row, column) in result.enumerated() {
            guard let column else { continue }
            if let one = costs[row][column] { cost += one } else { Issue.record("a forbidden pair was made") }
        }
        let oracle = best(costs, columns: columns)
        #expect(chosen.count == oracle.pairs)
        #expect(cost == oracle.cost)
    }
}
