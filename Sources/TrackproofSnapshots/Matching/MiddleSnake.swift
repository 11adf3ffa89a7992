/// A search for a long common subsequence of two lists that does not examine all pairs of equal elements.
///
/// This is the linear-space algorithm of E. W. Myers ("An O(ND) Difference Algorithm and Its Variations", 1986). The
/// time is proportional to the length of the lists times the number of differences.
///
/// The algorithm splits the lists into smaller and smaller stretches. If the search for the point at which to split a
/// stretch takes ``effort`` rounds, the search ends, and the furthest point that it has reached is used. This limits
/// the time, but the result may be shorter than the longest common subsequence.
struct MiddleSnake {
    private static let effort = 512

    /// A range of indices in each of the two lists.
    private struct Stretch {
        var left: Range<Int>
        var right: Range<Int>
    }

    private let left: [Int32]
    private let right: ActualClasses
    // For each diagonal, the furthest left index that the search from the start has reached (`forward`), and the
    // furthest left index that the search from the end has reached (`backward`). A diagonal consists of all pairs with
    // the same difference between the left index and the right index. This difference is the number of the diagonal.
    private var forward: [Int]
    private var backward: [Int]
    private let origin: Int

    /// Returns a common subsequence as pairs of an index in `left` and an index in `right`.
    ///
    /// Both indices ascend from pair to pair. Negative elements are never paired.
    static func find(
        _ left: [Int32], _ leftRange: Range<Int>, _ right: ActualClasses, _ rightRange: Range<Int>
    ) -> [(Int, Int)] {
        var search = MiddleSnake(left, right)
        return search.pairs(Stretch(left: leftRange, right: rightRange))
    }

    private init(_ left: [Int32], _ right: ActualClasses) {
        self.left = left
        self.right = right
        origin = right.first.count + 1
        forward = Array(repeating: 0, count: left.count + right.first.count + 3)
        backward = forward
    }

    private mutating func pairs(_ whole: Stretch) -> [(Int, Int)] {
        var result: [(Int, Int)] = []
        var rest = [whole]
        while var stretch = rest.popLast() {
            while !stretch.left.isEmpty, !stretch.right.isEmpty,
                isEqual(stretch.left.lowerBound, stretch.right.lowerBound)
            {
                result.append((stretch.left.lowerBound, stretch.right.lowerBound))
                stretch.left = stretch.left.dropFirst()
                stretch.right = stretch.right.dropFirst()
            }
            while !stretch.left.isEmpty, !stretch.right.isEmpty,
                isEqual(stretch.left.upperBound - 1, stretch.right.upperBound - 1)
            {
                result.append((stretch.left.upperBound - 1, stretch.right.upperBound - 1))
                stretch.left = stretch.left.dropLast()
                stretch.right = stretch.right.dropLast()
            }
            guard !stretch.left.isEmpty, !stretch.right.isEmpty else { continue }
            let (x, y) = split(stretch)
            rest.append(Stretch(left: stretch.left.lowerBound..<x, right: stretch.right.lowerBound..<y))
            rest.append(Stretch(left: x..<stretch.left.upperBound, right: y..<stretch.right.upperBound))
        }
        return result.sorted { $0.0 < $1.0 }
    }

    @inline(__always)
    private func isEqual(_ x: Int, _ y: Int) -> Bool { right.isEqual(y, to: left[x]) }

    /// Returns the point at which to split a stretch, as an index in `left` and an index in `right`.
    ///
    /// The point is on a shortest path through the stretch. If the search takes too long, it is the furthest point
    /// reached.
    private mutating func split(_ stretch: Stretch) -> (Int, Int) {
        let (x0, x1) = (stretch.left.lowerBound, stretch.left.upperBound)
        let (y0, y1) = (stretch.right.lowerBound, stretch.right.upperBound)
        let (lowest, highest) = (x0 - y1, x1 - y0)
        let (start, end) = (x0 - y0, x1 - y1)
        let isOdd = (start - end) & 1 != 0
        var (forwardLow, forwardHigh, backwardLow, backwardHigh) = (start, start, end, end)
        forward[origin + start] = x0
        backward[origin + end] = x1
        for effort in 1... {
            widen(&forwardLow, &forwardHigh, lowest, highest, &forward, edge: -1)
            for diagonal in stride(from: forwardHigh, through: forwardLow, by: -2) {
                var x = max(forward[origin + diagonal - 1] + 1, forward[origin + diagonal + 1])
                while x < x1, x - diagonal < y1, isEqual(x, x - diagonal) { x += 1 }
                forward[origin + diagonal] = x
                if isOdd, diagonal >= backwardLow, diagonal <= backwardHigh, backward[origin + diagonal] <= x {
                    return (x, x - diagonal)
                }
            }
            widen(&backwardLow, &backwardHigh, lowest, highest, &backward, edge: .max)
            for diagonal in stride(from: backwardHigh, through: backwardLow, by: -2) {
                var x = min(backward[origin + diagonal - 1], backward[origin + diagonal + 1] - 1)
                while x > x0, x - diagonal > y0, isEqual(x - 1, x - 1 - diagonal) { x -= 1 }
                backward[origin + diagonal] = x
                if !isOdd, diagonal >= forwardLow, diagonal <= forwardHigh, x <= forward[origin + diagonal] {
                    return (x, x - diagonal)
                }
            }
            if effort >= Self.effort { break }
        }
        let front =
            stride(from: forwardHigh, through: forwardLow, by: -2).map { diagonal in
                let x = min(forward[origin + diagonal], x1, y1 + diagonal)
                return (x, x - diagonal)
            }.max { $0.0 + $0.1 < $1.0 + $1.1 } ?? (x0, y0)
        let back =
            stride(from: backwardHigh, through: backwardLow, by: -2).map { diagonal in
                let x = max(backward[origin + diagonal], x0, y0 + diagonal)
                return (x, x - diagonal)
            }.min { $0.0 + $0.1 < $1.0 + $1.1 } ?? (x1, y1)
        return front.0 + front.1 - x0 - y0 > x1 + y1 - back.0 - back.1 ? front : back
    }

    /// Adds a diagonal at each end of the range of diagonals from `low` to `high`.
    ///
    /// If the stretch has no further diagonal at an end of the range, removes a diagonal at that end.
    private func widen(
        _ low: inout Int, _ high: inout Int, _ lowest: Int, _ highest: Int, _ reached: inout [Int], edge: Int
    ) {
        if low > lowest {
            low -= 1
            reached[origin + low - 1] = edge
        } else {
            low += 1
        }
        if high < highest {
            high += 1
            reached[origin + high + 1] = edge
        } else {
            high -= 1
        }
    }
}
