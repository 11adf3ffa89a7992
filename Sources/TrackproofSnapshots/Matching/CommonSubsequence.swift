/// The longest sequence that two lists have in common, in order.
///
/// After the common start and end, by the algorithm of J. W. Hunt and T. G. Szymanski ("A Fast Algorithm for Computing
/// Longest Common Subsequences", 1977): time O((r + n) log n) for r pairs of equal elements. Where very many elements
/// are equal to very many, ``MiddleSnake`` finds it instead: exactly where the lists hardly differ.
enum CommonSubsequence {
    private static let pairLimit = 4_000_000

    /// Pairs of indices of equal elements, both increasing. Negative elements equal nothing.
    static func find(_ left: [Int32], _ right: [Int32]) -> [(Int, Int)] {
        var start = 0
        while start < left.count, start < right.count, left[start] == right[start], left[start] >= 0 { start += 1 }
        var (leftEnd, rightEnd) = (left.count, right.count)
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1], left[leftEnd - 1] >= 0 {
            leftEnd -= 1
            rightEnd -= 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        pairs += middle(left, start..<leftEnd, right, start..<rightEnd)
        pairs += (0..<(left.count - leftEnd)).map { (leftEnd + $0, rightEnd + $0) }
        return pairs
    }

    private static func middle(
        _ left: [Int32], _ leftRange: Range<Int>, _ right: [Int32], _ rightRange: Range<Int>
    ) -> [(Int, Int)] {
        if leftRange.isEmpty || rightRange.isEmpty { return [] }
        var places: [Int32: [Int32]] = [:]
        for index in leftRange where left[index] >= 0 { places[left[index], default: []].append(Int32(index)) }
        let total = rightRange.reduce(0) { $0 + (places[right[$1]]?.count ?? 0) }
        if total > pairLimit { return MiddleSnake.find(left, leftRange, right, rightRange) }

        // The best chains so far: `ends[k]` is the link that ends the chain of k+1 whose last left index is least.
        var ends: [Int32] = []
        var links: [(left: Int32, right: Int32, previous: Int32)] = []
        for index in rightRange {
            guard let equal = places[right[index]] else { continue }
            for candidate in equal.reversed() {
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
    /// The first index from which on `predicate` holds, in a list where it holds from some index on.
    fileprivate func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
