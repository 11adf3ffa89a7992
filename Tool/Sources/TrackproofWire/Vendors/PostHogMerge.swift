import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// A merge of two persons, for which an event asks PostHog.
///
/// Source: PostHog/posthog, `isDistinctIdIllegal` and `handleIdentifyOrAlias` of the ingestion
struct PostHogMerge {
    /// The quoted ids that make PostHog refuse the merge.
    let refused: [String]

    /// Creates the merge of an event, or returns `nil` if the event asks for none.
    init?(_ name: String, into distinct: String, _ fields: WireFields) {
        let members = ["$identify": "$anon_distinct_id", "$create_alias": "alias", "$merge_dangerously": "alias"]
        guard let value = members[name].flatMap({ fields[$0] }), case let other = value.string ?? value.json,
            other != distinct
        else { return nil }
        refused = [distinct, other].filter(Self.isRefused).map(\.quotedForDisplay)
    }

    private static func isRefused(_ id: String) -> Bool {
        id.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FEFF}" } || exact.contains(id)
            || caseless.contains(id.lowercased())
    }

    private static let caseless = quoted([
        "anonymous", "guest", "distinctid", "distinct_id", "id", "not_authenticated", "email", "undefined", "true",
        "false",
    ])
    private static let exact = quoted(["[object Object]", "NaN", "None", "none", "null", "0"])

    private static func quoted(_ ids: [String]) -> Set<String> {
        Set(ids.flatMap { [$0, "'\($0)'", "\"\($0)\""] })
    }
}
