internal import Trackproof
internal import TrackproofPlatform
@_spi(Tooling) internal import TrackproofSnapshots

/// A search for the most similar name in a list. The search remembers its results.
///
/// A mistake in an app occurs in many events. Without the results of earlier searches, the search would take most of
/// the time of a check.
final class NameSuggestions: Sendable {
    /// The maximum number of results to remember. Without a limit, names from recordings could fill the memory.
    private static let limit = 1_000

    private let names: [String]
    private let results = Lock<[ExactText: String?]>([:])

    init(_ names: [String]) { self.names = names }

    /// Returns the most similar name, or `nil` if no name is similar.
    func nearest(to name: String) -> String? {
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
