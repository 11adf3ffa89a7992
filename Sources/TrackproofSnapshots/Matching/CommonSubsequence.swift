/// The longest common subsequence of two lists.
///
/// The equal elements at the start of both lists, and those at the end, are paired first. For the elements in the
/// middle, this type uses the algorithm of J. W. Hunt and T. G. Szymanski ("A Fast Algorithm for Computing Longest
/// Common Subsequences", 1977). The time is O((r + n) log n), where n is the number of elements and r is the number of
/// pairs of equal elements. If r exceeds `pairLimit`, this type uses ``MiddleSnake`` instead. In that case, the result
/// may be shorter than the longest common subsequence.
enum CommonSubsequence {
    private static let pairLimit = 4_000_000

    /// Returns the longest common subsequence as pairs of an index in `left` and an index in `right`.
    ///
    /// Both indices ascend from pair to pair. Negative elements are never paired.
    static func find(_ left: [Int32], _ right: [Int32]) -> [(Int, Int)] {
        find(left, ActualClasses(first: right, others: [:]))
    }

    /// Returns the longest common subsequence as pairs of an index in `left` and an index in `right`.
    ///
    /// Both indices ascend from pair to pair. An element of `right` can belong to several classes. It equals each
    /// element of `left` that is the number of one of these classes.
    static func find(_ left: [Int32], _ right: ActualClasses) -> [(Int, Int)] {
        var start = 0
        while start < left.count, start < right.first.count, right.isEqual(start, to: left[start]) { start += 1 }
        var (leftEnd, rightEnd) = (left.count, right.first.count)
        while leftEnd > start, rightEnd > start, right.isEqual(rightEnd - 1, to: left[leftEnd - 1]) {
            leftEnd -= 1
            rightEnd -= 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        pairs += middle(left, start..<leftEnd, right, start..<rightEnd)
        pairs += (0..<(left.count - leftEnd)).map { (leftEnd + $0, rightEnd + $0) }
        return pairs
    }

    private static func middle(
        _ left: [Int32], _ leftRange: Range<Int>, _ right: ActualClasses, _ rightRange: Range<Int>
    ) -> [(Int, Int)] {
        if leftRange.isEmpty || rightRange.isEmpty { return [] }
        var places: [Int32: [Int32]] = [:]
        for index in leftRange where left[index] >= 0 { places[left[index], default: []].append(Int32(index)) }
        func equal(_ index: Int) -> [Int32] {
            let first = places[right.first[index]] ?? []
            guard right.isContested(index), let others = right.others[index] else { return first }
            return others.reduce(into: first) { $0 += places[$1] ?? [] }.sorted()
        }
        let total = rightRange.reduce(0) { total, index in
            total + (places[right.first[index]]?.count ?? 0)
                + (right.isContested(index)
                    ? (right.others[index] ?? []).reduce(0) { $0 + (places[$1]?.count ?? 0) } : 0)
        }
        if total > pairLimit { return MiddleSnake.find(left, leftRange, right, rightRange) }

        // A chain is a list of pairs in ascending order. `ends[k]` is the last link of a chain of k+1 links. If several
        // chains have k+1 links, `ends[k]` belongs to the chain whose last link has the smallest left index.
        var ends: [Int32] = []
        var links: [(left: Int32, right: Int32, previous: Int32)] = []
        for index in rightRange {
            for candidate in equal(index).reversed() {
                let length = ends.partitioningIndex { links[Int($0)].left >= candidate }
                if length < ends.count, links[Int(ends[length])].left == candidate { continue }
                let link = Int32(links.count)
                links.append((candidate, Int32(index), length > 0 ? ends[length - 1] : -1))
                if length == ends.count { ends.append(link) } else { ends[length] = link }
            }
        }
        var pairs: [(Int, Int)] = []
        var link = ends.last ?? -1
        while link >= 0 {
            let (left, right, previous) = links[Int(link)]
            pairs.append((Int(left), Int(right)))
            link = previous
        }
        return pairs.reversed()
    }
}

extension Array {
    /// Returns the index of the first element for which `predicate` is `true`, or `count` if there is no such element.
    ///
    /// If `predicate` is `true` for an element, it must be `true` for all later elements too.
    fileprivate func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
