import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

/// A search in a list for the name that is most similar to a given name.
///
/// A mistake in an app occurs in many events, so the search remembers its results. Without this, a check of many events
/// would spend most of its time with such searches.
public final class NameSuggestions: Sendable {
    /// The maximum number of results that the search remembers. Recordings can have any number of names.
    private static let limit = 1_000

    private let names: [String]
    private let results = Lock<[ExactText: String?]>([:])

    /// Creates suggestions from a list of names.
    public init(_ names: [String]) { self.names = names }

    /// Returns the name in the list that is most similar to `name`, or `nil` if no name is similar enough.
    public func nearest(to name: String) -> String? {
        let key = ExactText(name)
        if let result = results.withLock({ $0[key] }) { return result }
        let result = NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar)
        results.withLock { results in
            if results.count == Self.limit { results = [:] }
            results[key] = .some(result)
        }
        return result
    }
}
