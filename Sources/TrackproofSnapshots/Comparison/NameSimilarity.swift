internal import Trackproof

/// The similarity of two names, from 0 to 1.
///
/// It depends on the number of edits that turn one name into the other (V. I. Levenshtein, 1966). Case does not count.
@_spi(Tooling) public enum NameSimilarity {
    /// The smallest similarity at which one name may be a changed form of the other.
    public static let similar = 0.5

    /// Returns the most similar name, or `nil` if no similarity is at least `least`.
    public static func nearest(to name: String, among names: [String], from least: Double) -> String? {
        let ranked = names.map { (name: $0, similarity: of(name, $0)) }
        return ranked.filter { $0.similarity >= least }.max { $0.similarity < $1.similarity }?.name
    }

    /// Returns the similarity of two names, from 0 to 1. It is 1 if the names are the same.
    public static func of(_ left: String, _ right: String) -> Double {
        // Two names that differ only in Unicode form are very similar, but not the same.
        if left == right { return left.isExactly(right) ? 1 : 0.99 }
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
