import Trackproof
import TrackproofMutation

/// What would have noticed a mistake that no test has noticed.
struct MutationHints {
    /// The assertions of each test, with their places.
    let checks: [String: [(text: String, place: String)]]
    /// The events of each test.
    let events: [String: [RecordedEvent]]

    /// Returns an assertion that would have noticed a mistake.
    func hint(for mutant: Mutant, in tests: [String]) -> String? { nil }
}
