import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The findings that a judge collected for one event, up to a limit.
struct JudgeFindings {
    /// The number of findings above which the list accepts only findings with a new id and path.
    private static let limit = 100
    /// The maximum number of findings.
    static let maximum = 10 * limit

    var list: [Judge.Found] = []
    /// Whether findings were left out that differ from all findings in ``list`` in id or path.
    var isCut = false

    /// Returns whether the list accepts one more finding with this id and path. If not, sets ``isCut`` if necessary.
    ///
    /// Above the limit, the list accepts a finding only if it is the first one with its id and path, whatever the
    /// positions in lists are. Otherwise, many findings that the team accepts could hide a finding that the team does
    /// not accept.
    mutating func hasRoom(for id: FindingID, at path: [Judge.PathPart]) -> Bool {
        if list.count < Self.limit { return true }
        let isFull = list.count >= Self.maximum && list.contains { $0.id == id }
        if isFull, isCut { return false }
        let isPathNew = !list.contains { $0.id == id && $0.path.hasSameMembers(as: path) }
        if isFull, isPathNew { isCut = true }
        return isPathNew && !isFull
    }
}

extension Judge {
    /// A component of the path to a value.
    enum PathPart {
        case member(String)
        case element(Int)
    }

    /// A finding, without the properties that are equal for all findings of an event, such as the event's name.
    struct Found {
        /// What a finding means for the value.
        enum Effect {
            /// The value is invalid.
            case invalid
            /// The value is valid, such as for ``FindingID/integerAsFloat``.
            case note
            /// The plan exempts the value from the finding.
            case exempt
        }

        let id: FindingID
        var path: [PathPart] = []
        let words: Words
        let place: PlanPlace?
        var effect = Effect.invalid
    }

    /// The texts of a finding: what the plan expects, what the event contains, and a suggestion.
    struct Words {
        let expected: String
        let found: String
        var nearest: String?
    }
}

extension [Judge.PathPart] {
    /// Returns whether both paths have the same names of members. The positions in lists can differ.
    fileprivate func hasSameMembers(as other: [Judge.PathPart]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy { one, two in
                switch (one, two) {
                case (.member(let one), .member(let two)): one.isExactly(two)
                case (.element, .element): true
                default: false
                }
            }
    }
}
