import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

extension Report {
    /// The texts that ``members`` and ``slackMessage`` contain because of their formats: the names of members, and the
    /// values that a format defines. Without such a text, no program could read the message.
    ///
    /// Leaves out texts with less than eight bytes, because they are too short to be secrets.
    package static let words: Set<String> = {
        let report = [
            "anonymous", "comparison", "coverage", "delivery", "differences", "expected",
            "failures", "findings", "firstTime", "lastSeen", "lastTime", "lookalike", "parameters", "platform",
            "platforms", "position", "problems", "recording", "recordings", "resolution", "revision",
            "screenshots", "sections", "severity", "snapshot", "unchangedAfter", "unchangedBefore", "unexamined",
            "unlisted", "unlistedBySeverity", "unplanned", "unplannedNames", "unreadable", "unreadableBytes",
            "unreadFiles", "versions", "volatile", "withoutParameters", "withParameters",
        ]
        let slack = [
            "elements", "plain_text", "rich_text", "rich_text_list", "rich_text_section", "unfurl_links",
            "unfurl_media", "usergroup", "usergroup_id",
        ]
        let values =
            EventKind.allCases.map(\.rawValue) + Difference.Kind.allCases.map(\.rawValue)
            + FindingID.allCases.map(\.rawValue) + CoverageItem.Kind.allCases.flatMap { [$0.rawValue, $0.plural] }
            + Severity.allCases.map(\.rawValue) + HistorySummary.State.allCases.map(\.rawValue)
        return Set(report + slack + values)
    }()
}
