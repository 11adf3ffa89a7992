import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// A search for the known name that the author of a plan perhaps meant by an unknown name.
///
/// With many unknown and many known names, the search would take too long. So after ``comparisonLimit`` comparisons,
/// messages have no suggestions.
struct NearestNames {
    static let comparisonLimit = 200_000
    private var comparisons = 0

    /// Whether the number of comparisons is below the limit, so that messages still have suggestions.
    var isActive: Bool { comparisons < Self.comparisonLimit }

    /// Returns a message about an unknown name, with the most similar of the known names as a suggestion.
    mutating func message(_ what: String, _ name: String, among names: [String]) -> String {
        "unknown \(what) \(name.quotedForMessages)\(suggestion(for: name, among: names))"
    }

    /// Returns the end of a message about an unknown name, such as `; did you mean "price"?`, or an empty text.
    mutating func suggestion(for name: String, among names: [String]) -> String {
        comparisons += names.count
        guard comparisons <= Self.comparisonLimit,
            let nearest = NameSimilarity.nearest(
                to: name.cut(to: 100), among: names.map { $0.cut(to: 100) }, from: NameSimilarity.similar)
        else { return "" }
        return "; did you mean \(nearest.quotedForMessages)?"
    }
}
