internal import Trackproof

/// An event as the pairing sees it: its values with their paths, made comparable without the values themselves.
struct EventLeaves {
    struct Leaf {
        let path: UInt64
        let value: Fingerprint
        /// The value as text, hashed: equal for `3` and `"3"`.
        let text: UInt64
    }

    /// In the order of `path`.
    private(set) var leaves: [Leaf] = []

    init(_ event: Event, _ volatile: VolatileNode?, _ fingerprinter: Fingerprinter, isExpected: Bool) {
        var found: [Leaf] = []
        func add(_ value: EventValue, _ volatile: VolatileNode?, _ path: UInt64) {
            let isSettled = volatile?.matcher != nil
            switch value {
            case .object(let parameters) where !isSettled && !parameters.isEmpty:
                for parameter in parameters {
                    add(parameter.value, volatile?.member(parameter.name), Self.step(path, parameter.name))
                }
            case .array(let values) where !isSettled && !values.isEmpty:
                for (index, value) in values.enumerated() {
                    add(value, volatile?.element(index), Self.step(path, index))
                }
            default:
                found.append(
                    Leaf(
                        path: path,
                        value: fingerprinter.fingerprint(of: value, volatile: volatile, isExpected: isExpected),
                        text: Self.textHash(value)))
            }
        }
        if let user = event.comparedUser { add(user, volatile?.member("user"), 1) }
        for parameter in event.parameters {
            add(parameter.value, volatile?.member(parameter.name), Self.step(0, parameter.name))
        }
        leaves = found.sorted { $0.path < $1.path }
    }

    private static func step(_ path: UInt64, _ name: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(name)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private static func textHash(_ value: EventValue) -> UInt64 {
        var hasher = Hasher()
        switch value {
        case .string(let text): hasher.combine(text)
        case .number(let number) where number == number.rounded() && abs(number) < 1e15:
            hasher.combine(String(Int64(number)))
        default: hasher.combine(value.description)
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// How many leaves are equal, and what the others cost: 1 where only the type differs, 2 for another value, for
    /// one that is missing and for one too many.
    func compare(_ other: EventLeaves) -> (equal: Int, cost: Int) {
        var (equal, cost) = (0, 0)
        var (left, right) = (0, 0)
        while left < leaves.count, right < other.leaves.count {
            let (one, two) = (leaves[left], other.leaves[right])
            if one.path == two.path {
                if one.value == two.value { equal += 1 } else { cost += one.text == two.text ? 1 : 2 }
                left += 1
                right += 1
            } else {
                cost += 2
                if one.path < two.path { left += 1 } else { right += 1 }
            }
        }
        return (equal, cost + 2 * (leaves.count - left + other.leaves.count - right))
    }
}

/// How alike two names are, from 0 to 1: by the edits that make one of the other (V. I. Levenshtein, 1966), without
/// regard to case.
package enum NameSimilarity {
    /// From here on one name may well be the other, changed.
    package static let similar = 0.5

    package static func of(_ left: String, _ right: String) -> Double {
        let left = Array(left.lowercased().unicodeScalars.prefix(100))
        let right = Array(right.lowercased().unicodeScalars.prefix(100))
        if left.isEmpty || right.isEmpty { return left.isEmpty && right.isEmpty ? 1 : 0 }
        var row = Array(0...right.count)
        for (i, one) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, two) in right.enumerated() {
                let edits = min(row[j] + 1, row[j + 1] + 1, diagonal + (one == two ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = edits
            }
        }
        return 1 - Double(row[right.count]) / Double(max(left.count, right.count))
    }
}
