import _TrackproofTestSupport
import Testing

@testable import TrackproofSnapshots

@Suite struct SubsequenceTests {
    private func random(_ seed: Int) -> ([Int32], [Int32]) {
        var random = SeededGenerator(seed: UInt64(seed))
        let kinds = Int32.random(in: 1...8, using: &random)
        func list() -> [Int32] {
            (0..<Int.random(in: 0...40, using: &random)).map { _ in Int32.random(in: -1..<kinds, using: &random) }
        }
        return (list(), list())
    }

    private func check(_ pairs: [(Int, Int)], _ left: [Int32], _ right: [Int32]) {
        #expect(pairs.allSatisfy { left[$0.0] == right[$0.1] && left[$0.0] >= 0 })
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
    }

    /// Returns the length of the longest common subsequence. A negative element equals no other element.
    private func longest(_ left: [Int32], _ right: [Int32]) -> Int {
        longestCommonSubsequence(left, right.map { $0 < 0 ? -2 : $0 })
    }

    @Test(arguments: 0..<rounds(100, deep: 500)) func theCommonSubsequenceIsTheLongest(seed: Int) {
        let (left, right) = random(seed)
        let pairs = CommonSubsequence.find(left, ActualClasses(first: right, others: [:]))
        check(pairs, left, right)
        #expect(pairs.count == longest(left, right))
    }

    /// Tests a long list from which six elements are removed. Each of 100 different elements occurs many times.
    @Test func nearlyEqualListsAreSolvedExactly() {
        var random = SeededGenerator(seed: 1)
        let left = (0..<rounds(10_000, deep: 100_000)).map { _ in Int32.random(in: 0..<100, using: &random) }
        var right = left
        for index in [9_000, 7_001, 7_000, 4_000, 12, 10] { right.remove(at: index) }
        let pairs = CommonSubsequence.find(left, ActualClasses(first: right, others: [:]))
        check(pairs, left, right)
        #expect(pairs.count == right.count)
    }

    @Test func longRandomListsAreSolvedApproximately() {
        var random = SeededGenerator(seed: 2)
        func list() -> [Int32] { (0..<10_000).map { _ in Int32.random(in: 0..<2, using: &random) } }
        let (left, right) = (list(), list())
        let pairs = CommonSubsequence.find(left, ActualClasses(first: right, others: [:]))
        check(pairs, left, right)
        // The longest common subsequence has about 81 % of the elements. A pairing by equal positions would find 50 %.
        #expect(pairs.count > 7_000)
    }
}
