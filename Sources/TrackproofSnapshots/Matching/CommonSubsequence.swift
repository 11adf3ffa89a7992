/// The longest common subsequence of two lists.
///
/// The equal elements at the start of both lists, and those at the end, are paired first. For the elements in the
/// middle, this type uses the algorithm of J. W. Hunt and T. G. Szymanski ("A Fast Algorithm for Computing Longest
/// Common Subsequences", 1977). The time is O((r + n) log n), where n is the number of elements and r is the number of
/// pairs of equal elements.
///
/// If r exceeds ``pairLimit``, rare elements are paired first, and then the elements between them. If there are no rare
/// elements, each half of a list is paired with a half of the other list. In these cases, the result may be shorter than
/// the longest common subsequence.
struct CommonSubsequence {
    private static let pairLimit = 1 << 20
    /// The largest number of times that a rare element is in the left list.
    private static let rare = 8

    private let left: [Int32]
    private let right: ActualClasses

    /// Returns the longest common subsequence as pairs of an index in `left` and an index in `right`.
    ///
    /// Both indices ascend from pair to pair. Negative elements are never paired. An element of `right` can belong to
    /// several classes. It equals each element of `left` that is the number of one of these classes.
    static func find(_ left: [Int32], _ right: ActualClasses) -> [(Int, Int)] {
        CommonSubsequence(left: left, right: right).pairs(left.indices, right.first.indices)
    }

    private func pairs(_ leftRange: Range<Int>, _ rightRange: Range<Int>) -> [(Int, Int)] {
        var (leftRange, rightRange) = (leftRange, rightRange)
        var start: [(Int, Int)] = []
        while let x = leftRange.first, let y = rightRange.first, right.isEqual(y, to: left[x]) {
            start.append((x, y))
            (leftRange, rightRange) = (leftRange.dropFirst(), rightRange.dropFirst())
        }
        var end: [(Int, Int)] = []
        while let x = leftRange.last, let y = rightRange.last, right.isEqual(y, to: left[x]) {
            end.append((x, y))
            (leftRange, rightRange) = (leftRange.dropLast(), rightRange.dropLast())
        }
        if leftRange.isEmpty || rightRange.isEmpty { return start + end.reversed() }
        return start + middle(leftRange, rightRange) + end.reversed()
    }

    private func middle(_ leftRange: Range<Int>, _ rightRange: Range<Int>) -> [(Int, Int)] {
        var places: [Int32: [Int]] = [:]
        for index in leftRange where left[index] >= 0 { places[left[index], default: []].append(index) }
        let total = rightRange.reduce(0) { total, index in
            right.classes(of: index).reduce(total) { $0 + (places[$1]?.count ?? 0) }
        }
        if total <= Self.pairLimit { return longestChain(places, rightRange) }
        let anchors = longestChain(places.filter { $0.value.count <= Self.rare }, rightRange)
        if anchors.isEmpty {
            let (x, y) = (leftRange.lowerBound + leftRange.count / 2, rightRange.lowerBound + rightRange.count / 2)
            return pairs(leftRange.lowerBound..<x, rightRange.lowerBound..<y)
                + pairs(x..<leftRange.upperBound, y..<rightRange.upperBound)
        }
        var result: [(Int, Int)] = []
        var (x, y) = (leftRange.lowerBound, rightRange.lowerBound)
        for anchor in anchors {
            result += pairs(x..<anchor.0, y..<anchor.1)
            result.append(anchor)
            (x, y) = (anchor.0 + 1, anchor.1 + 1)
        }
        return result + pairs(x..<leftRange.upperBound, y..<rightRange.upperBound)
    }

    /// Returns the longest list of pairs in ascending order.
    ///
    /// - Parameter places: The indices of the elements of `left` that may be paired, by the numbers of their classes.
    private func longestChain(_ places: [Int32: [Int]], _ rightRange: Range<Int>) -> [(Int, Int)] {
        // A chain is a list of pairs in ascending order. `ends[k]` is the last link of a chain of k+1 links. If several
        // chains have k+1 links, `ends[k]` belongs to the chain whose last link has the smallest left index.
        var ends: [Int] = []
        var links: [(left: Int, right: Int, previous: Int)] = []
        for index in rightRange {
            let classes = right.classes(of: index)
            var equal = classes.flatMap { places[$0] ?? [] }
            if classes.count > 1 { equal.sort() }
            for candidate in equal.reversed() {
                var (length, high) = (0, ends.count)
                while length < high {
                    let middle = (length + high) / 2
                    if links[ends[middle]].left >= candidate { high = middle } else { length = middle + 1 }
                }
                if length < ends.count, links[ends[length]].left == candidate { continue }
                links.append((candidate, index, length > 0 ? ends[length - 1] : -1))
                if length == ends.count { ends.append(links.count - 1) } else { ends[length] = links.count - 1 }
            }
        }
        var pairs: [(Int, Int)] = []
        var link = ends.last ?? -1
        while link >= 0 {
            pairs.append((links[link].left, links[link].right))
            link = links[link].previous
        }
        return pairs.reversed()
    }
}
