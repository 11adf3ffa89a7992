internal import Trackproof

/// How alike two names are, from 0 to 1: by the edits that make one of the other (V. I. Levenshtein, 1966), without
/// regard to case.
@_spi(Tooling) public enum NameSimilarity {
    /// From here on one name may well be the other, changed.
    public static let similar = 0.5

    /// The name that is most like another, if it is at least so much like it.
    static func nearest(to name: String, among names: [String], from least: Double) -> String? {
        let ranked = names.map { (name: $0, similarity: of(name, $0)) }
        return ranked.filter { $0.similarity >= least }.max { $0.similarity < $1.similarity }?.name
    }

    /// How alike two names are; 1 if they are the same.
    public static func of(_ left: String, _ right: String) -> Double {
        // One of them in another Unicode form is nearer than any other name.
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
