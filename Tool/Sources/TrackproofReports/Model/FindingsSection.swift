package import Trackproof
package import TrackproofArchives
package import TrackproofPlanning
package import TrackproofPlans

/// The result of checking events against a tracking plan.
package struct FindingsSection: Sendable {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The names of the recordings that were checked.
    package internal(set) var recordings: [String]
    /// The source of the events that were checked.
    package let source: EventSource
    /// The lowest severity of a finding that makes the check fail.
    package let failOn: Severity
    /// The findings, and the number of the checked events.
    package internal(set) var tally: CheckTally
    /// The versions, platforms and days of the events, or `nil` if they are unknown.
    package internal(set) var archive: ArchiveSummary?

    /// Creates a section about a check of recordings against a plan.
    package init(
        plan: String, recordings: [String], source: EventSource = .app, failOn: Severity = .error, tally: CheckTally,
        archive: ArchiveSummary? = nil
    ) {
        self.archive = archive
        self.plan = plan
        self.recordings = recordings
        self.source = source
        self.failOn = failOn
        self.tally = tally
    }

    /// Whether events were checked, and no finding has the severity ``failOn`` or a higher severity.
    package var isPassed: Bool { tally.eventCount > 0 && (tally.worst.map { $0 < failOn } ?? true) }

    /// Whether the check failed although no finding in ``tally`` makes it fail.
    ///
    /// This is the case if no events were checked, or if the tally only counts the findings that make the check fail.
    var failsWithoutGroup: Bool { !isPassed && !tally.groups.values.contains { $0.severity >= failOn } }

    /// The result on one line.
    package var headline: String { tally.headline }
}

extension FindingGroup {
    /// The findings of the group in one sentence, for reports with one line for each group.
    var message: String {
        let events = eventCount == 1 ? "1 event" : "\(eventCount) events"
        return "\(sample.description), in \(events), first \(first)"
    }
}
