import Trackproof
import TrackproofText

/// The similarity of two names, from 0 to 1.
///
/// It depends on the number of edits that turn one name into the other. An edit inserts, removes or replaces a
/// character, or swaps two neighboring characters (F. J. Damerau, 1964, in the version in which no character is edited
/// twice). Upper case and lower case count as equal.
public enum NameSimilarity {
    /// The smallest similarity at which one name may be a misspelling or a new version of the other name.
    public static let similar = 0.5

    /// The maximum number of characters that are compared. Later characters of a longer name are ignored.
    private static let limit = 100

    /// Returns the name most similar to `name`, except `name` itself, or `nil` if the similarity of each name is below
    /// `least`.
    public static func nearest(to name: String, among names: [String], from least: Double) -> String? {
        let letters = Letters(name)
        var nearest: String?
        var best = least
        for other in names where !other.isExactly(name) {
            let similarity = similarity(name, letters, other, atLeast: best)
            if similarity > best || nearest == nil && similarity >= least { (nearest, best) = (other, similarity) }
        }
        return nearest
    }

    /// Returns the end of a message about an unknown name, such as `; did you mean "price"?`, or an empty text if no name
    /// is similar.
    public static func question(about name: String, among names: [String]) -> String {
        nearest(to: name, among: names, from: similar).map { "; " + question(about: name, nearest: $0) } ?? ""
    }

    /// Returns a question such as `did you mean "price"?`. If both names look the same, the question is followed by
    /// what differs.
    public static func question(about name: String, nearest: String) -> String {
        "did you mean \(nearest.quotedForDisplay)?"
            + (name.sentence(onDifferenceFrom: nearest).map { " " + $0 } ?? "")
    }

    /// Returns the similarity of two names, from 0 to 1. It is 1 if the names are the same.
    public static func of(_ left: String, _ right: String) -> Double {
        similarity(left, Letters(left), right, atLeast: 0)
    }

    /// Returns the similarity, or 0 if it is less than `least`.
    private static func similarity(
        _ left: String, _ letters: Letters, _ right: String, atLeast least: Double
    ) -> Double {
        // For most pairs of names, the lengths alone show that the similarity is less than `least`.
        let (one, other) = (min(left.utf8.count, limit), min(right.utf8.count, limit))
        if letters.isASCII, Double(abs(one - other)) > (1 - least) * Double(max(one, other)), right.utf8.isASCII {
            return 0
        }
        // Names that consist of different Unicode scalars but look the same are very similar, but not the same.
        if left == right { return left.isExactly(right) ? 1 : 0.99 }
        if !letters.isASCII || !right.utf8.isASCII, left.looksLike(right) { return 0.99 }
        if let masks = letters.masks {
            let count = right.utf8.withContiguousStorageIfAvailable { Self.edits(masks, one, $0) } ?? nil
            if let count { return 1 - Double(count) / Double(max(one, other)) }
        }
        let others = Letters(right)
        let most = max(letters.list.count, others.list.count)
        if most == 0 { return 1 }
        // Without the addition of 0.0001, a rounding error could make the limit too low.
        let edits = edits(letters.list, others.list, limit: Int((1 - least) * Double(most) + 0.000_1))
        return edits.map { 1 - Double($0) / Double(most) } ?? 0
    }

    /// Returns the number of edits, or `nil` if the other name has characters outside ASCII.
    ///
    /// Computes each column of the table in ``edits(_:_:limit:)`` with a few operations on integers of 64 bits
    /// (H. Hyyrö, 2003). A bit of `higher` or `lower` says that a number in the column is 1 higher or lower than the
    /// number above it.
    ///
    /// - Parameters:
    ///   - masks: For each ASCII character, the bits of its positions in the first name.
    ///   - count: The number of characters in the first name, from 1 to 64.
    private static func edits(_ masks: [UInt64], _ count: Int, _ right: UnsafeBufferPointer<UInt8>) -> Int? {
        let last: UInt64 = 1 << UInt64(count - 1)
        var (higher, lower) = (UInt64.max, UInt64(0))
        var (same, equalBefore) = (UInt64(0), UInt64(0))
        var edits = count
        for byte in right.prefix(limit) {
            guard byte < 0x80 else { return nil }
            let equal = masks[Int(byte)]
            let swapped = (~same & equal) << 1 & equalBefore
            same = (equal & higher &+ higher) ^ higher | equal | lower | swapped
            var (nextHigher, nextLower) = (lower | ~(same | higher), same & higher)
            if nextHigher & last != 0 { edits += 1 }
            if nextLower & last != 0 { edits -= 1 }
            (nextHigher, nextLower) = (nextHigher << 1 | 1, nextLower << 1)
            (higher, lower) = (nextLower | ~(same | nextHigher), nextHigher & same)
            equalBefore = equal
        }
        return edits
    }

    /// Returns the number of edits, or `nil` if this number exceeds the limit.
    private static func edits(_ left: [UInt32], _ right: [UInt32], limit: Int) -> Int? {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var twoBefore = [Int](repeating: 0, count: right.count + 1)
        var before = Array(0...right.count)
        var row = twoBefore
        for i in left.indices {
            row[0] = i + 1
            var least = i + 1
            for j in right.indices {
                var edits = min(row[j] + 1, before[j + 1] + 1, before[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    edits = min(edits, twoBefore[j - 1] + 1)
                }
                row[j + 1] = edits
                least = min(least, edits)
            }
            // A swap can continue from the row before the last row at the cost of one more edit, so the limit here is
            // higher by 1.
            if least > limit + 1 { return nil }
            (twoBefore, before, row) = (before, row, twoBefore)
        }
        return before[right.count] <= limit ? before[right.count] : nil
    }

    /// The characters of a name, in lowercase.
    private struct Letters {
        let list: [UInt32]
        let isASCII: Bool
        /// For each ASCII character, the bits of its positions in the name. `nil` if the name is empty, has more than 64
        /// characters, or has a character outside ASCII.
        let masks: [UInt64]?

        private static func masks(_ list: [UInt32]) -> [UInt64] {
            var masks = [UInt64](repeating: 0, count: 128)
            for (position, letter) in list.enumerated() {
                masks[Int(letter)] |= 1 << UInt64(position)
                let isLetter = (0x61...0x7A).contains(letter)
                if isLetter { masks[Int(letter) & ~0x20] = masks[Int(letter)] }
            }
            return masks
        }

        init(_ name: String) {
            isASCII = name.utf8.isASCII
            if isASCII {
                list = name.utf8.prefix(limit).map { UInt32((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }
            } else {
                list = name.lowercased().unicodeScalars.prefix(limit).map(\.value)
            }
            masks = isASCII && 1...64 ~= list.count ? Self.masks(list) : nil
        }
    }
}

extension String.UTF8View {
    fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
