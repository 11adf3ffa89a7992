package import Trackproof
package import TrackproofArchives
import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
import TrackproofPlatform
package import TrackproofSnapshots

/// The result of checking events against a tracking plan.
package struct FindingsSection: ReportSection {
    /// The path of the plan as the user gave it.
    package let plan: String
    /// The names of the recordings that were checked.
    var recordings: [String]
    /// The source of the events that were checked.
    package let source: EventSource
    /// The lowest severity of a finding that makes the check fail.
    let failOn: Severity
    /// The findings, and the number of the checked events.
    var tally: CheckTally
    /// The versions, platforms and days of the events, or `nil` if they are unknown.
    var archive: ArchiveSummary?

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
    package var isPassed: Bool { tally.passes(failOn: failOn) }

    /// Whether the check failed although no finding in ``tally`` makes it fail.
    ///
    /// This is the case if no events were checked, or if the tally only counts the findings that make the check fail.
    private var failsWithoutGroup: Bool { !isPassed && !tally.groups.values.contains { $0.severity >= failOn } }

    package var headline: String { tally.headline }
    package var title: String { "\(source) events against \(plan)" }
    package var subject: String { source == .app ? plan : "\(plan), \(source)" }
    package var introduction: Sentence? {
        "\(.list(recordings, upTo: 10)) against \(code: plan)"
    }
    package var file: String? { plan }
    package var nameInHistory: String { "\(plan) (\(source))" }
    package var isPartial: Bool { tally.eventCount == 0 || tally.uncountedFindings > 0 }

    // MARK: Rows

    package var result: CheckRow? {
        if isPassed {
            if !tally.groups.isEmpty { return nil }
            return CheckRow(outcome: .passed, check: plan, subject: headline, message: headline, sentence: "")
        }
        if !failsWithoutGroup { return nil }
        return CheckRow(
            check: plan, subject: headline, message: headline,
            sentence: tally.eventCount == 0
                ? "No events were checked against the plan." : "The check found more findings than the report lists.",
            rank: FindingRow.rank)
    }

    package var rows: [any ReportRow] {
        tally.sortedGroups.map { group in
            FindingRow(
                group: group, outcome: group.severity >= failOn ? .failed : .noted, share: tally.share(of: group),
                archive: archive)
        }
    }

    package func text(_ style: TextStyle) -> String {
        var text = tally.text(style: style) { group in archive?.lines(for: group.key) ?? [] }
        for note in notes { text += "\n\(note)\n" }
        return text.withoutLogCommands()
    }

    /// Sentences about what the check could not find or read in an archive. They begin with a small letter, and have no
    /// period at the end.
    var notes: [String] {
        guard let archive else { return [] }
        let blind = archive.blindSpots.map { layout, ids in
            "an export in the layout \(layout) can hide these findings: "
                + ids.map(\.rawValue).joined(separator: ", ")
        }
        return archive.reasons.sorted() + blind + archive.notes
    }

    package func merged(with other: any ReportSection) -> FindingsSection? {
        guard let other = other as? Self,
            (plan, source, failOn) == (other.plan, other.source, other.failOn)
        else { return nil }
        var sum = self
        sum.recordings += other.recordings.filter { !recordings.contains($0) }
        sum.tally.merge(other.tally)
        if let archive = other.archive { sum.archive?.merge(archive) } else { sum.archive = nil }
        return sum
    }

    // MARK: JSON

    package var members: EventParameters {
        let names: EventParameters = [
            "check": 1, "plan": plan, "source": source.rawValue,
            "recordings": EventValue.array(recordings.map(EventValue.string)),
            "failOn": failOn.rawValue,
        ]
        var members = names.merging(tally.membersOfReport)
        members["archive"] = archive.map { .object($0.members) }
        return members
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let tally = try CheckTally(object)
        self.init(
            plan: try object.text("plan"), recordings: try object.texts("recordings"),
            source: EventSource(rawValue: try object.text("source")), failOn: try object.choice("failOn"),
            tally: tally,
            archive: try object.optionalObject("archive").map(ArchiveSummary.init))
    }
}

/// A group of findings as a row.
struct FindingRow: ReportRow {
    let group: FindingGroup
    let outcome: RowOutcome
    let share: FindingShare?
    let archive: ArchiveSummary?

    static let rank = 10

    var severity: Severity { group.severity }
    var kind: String { group.key.id.rawValue }
    var events: [String] { [group.key.event] }
    var subject: String { group.key.event }
    var path: String { group.key.path }
    var place: PlanPlace? { group.sample.planPlace }
    var owner: String? { group.sample.owner }
    var sentence: Sentence { group.sentence }
    var rank: Int { Self.rank }

    /// Returns the number of events and their share, such as `158 of 158 events (1.3 % → 100 %)`.
    func extent(after earlier: FindingShare?) -> String? {
        guard let share else { return nil }
        let before = earlier.map { $0.value.percent }.flatMap { $0 == share.value.percent ? nil : "\($0) → " } ?? ""
        let most = archive?.worstPeriodWords(of: group.key) ?? ""
        let all = share.all.counted(group.noun)
        return "\(share.found.grouped) of \(all) (\(before)\(group.percent(of: share))\(most))"
    }

    var message: String {
        let place = group.first == .unknown ? "" : ", first \(group.first)"
        return "\(group.sample.description), in \(group.eventCount.counted(group.noun))\(place)"
    }

    var lines: [(expected: Sentence, found: Sentence)] {
        var found = Sentence.list(group.samples)
        if let difference = group.sample.differenceFromNearest { found = "\(found)\(words: " " + difference)" }
        return [("\(code: group.sample.expected)", found)]
    }
}
