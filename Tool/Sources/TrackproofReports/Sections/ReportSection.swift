package import Trackproof
package import TrackproofPlanning
package import TrackproofPlans
package import TrackproofSnapshots

/// The result of one check: a summary, and rows.
///
/// The formats of a report show rows. They do not need to know whether the rows come from a snapshot or from a plan.
package protocol ReportSection: Sendable {
    /// Whether the check passed.
    var isPassed: Bool { get }
    /// The result on one line.
    var headline: String { get }
    /// What was checked, such as `run.ndjson against walk.json`.
    var title: String { get }
    /// The name of the check, such as the path of the snapshot.
    var subject: String { get }
    /// What was checked, as a sentence, or `nil` if ``headline`` is enough.
    var introduction: Sentence? { get }
    /// The file at which GitHub shows the rows that have no place, or `nil` if there is no such file.
    var file: String? { get }
    /// Whether the section adds information to another section. If so, it always passes.
    var isInformation: Bool { get }
    /// Whether a text always needs the title, even if it shows only this section.
    var needsTitle: Bool { get }

    /// The result of the whole check, or `nil` if ``rows`` show the result.
    var result: CheckRow? { get }
    /// The single results, in the order in which a report shows them.
    var rows: [any ReportRow] { get }
    /// The names of the events that the recordings should show. The check can pass even if they do not show an event.
    var expectedEvents: [String] { get }
    /// Shares of the plan that were seen, or of the mistakes that were noticed, for several groups.
    var shares: [Shares] { get }
    /// The headings of a table: what the shares count, and the two columns for the ``ReportRow/lines`` of each row.
    var headings: (share: String, expected: String, found: String) { get }
    /// A note that follows the rows, without a period, or `nil`.
    var note: String? { get }

    /// The name of the check in a history. Unlike ``subject``, it does not depend on the result.
    var nameInHistory: String { get }
    /// Whether the check perhaps missed problems, for example because nothing was compared.
    var isPartial: Bool { get }

    /// The section as members of a JSON object.
    var members: EventParameters { get }
    /// Returns the section as text for people, without a title.
    func text(_ style: TextStyle) -> String
    /// Returns the sum of two sections, or `nil` if the sections are about different things.
    func merged(with other: any ReportSection) -> Self?
}

extension ReportSection {
    package var introduction: Sentence? { nil }
    package var file: String? { nil }
    package var isInformation: Bool { false }
    package var needsTitle: Bool { false }
    package var expectedEvents: [String] { [] }
    package var shares: [Shares] { [] }
    package var headings: (share: String, expected: String, found: String) { ("seen", "expected", "found") }
    package var note: String? { nil }
    package var nameInHistory: String { subject }
    package var isPartial: Bool { false }
    package func merged(with other: any ReportSection) -> Self? { nil }

    /// The rows about the whole check, and then the other rows.
    var allRows: [any ReportRow] { (result.map { [$0] } ?? []) + rows }
}

/// One result of a check, such as a difference, a finding or a part of the plan that was not seen.
package protocol ReportRow {
    var outcome: RowOutcome { get }
    var severity: Severity { get }
    /// The kind of difference, the id of the finding, and so on. A kind has no characters with a meaning in markup.
    var kind: String { get }
    /// The names of the events that the row is about. The first name is the most important.
    var events: [String] { get }
    /// What the row is about, such as `track purchase`, or an empty text if ``message`` says it.
    var subject: String { get }
    /// The path of the parameter, or an empty text if the row is not about a parameter.
    var path: String { get }
    /// The place in the plan, or `nil` if there is no such place.
    var place: PlanPlace? { get }
    /// What was expected and what was found: one pair, or one for each parameter.
    var lines: [(expected: Sentence, found: Sentence)] { get }
    /// The team that owns the event, or `nil` if no plan names a team.
    var owner: String? { get }
    /// The share of events that the row is about, or `nil` if each row is about one event.
    var share: FindingShare? { get }
    /// The number of events and their share as words, or `nil` if there is no ``share``.
    ///
    /// - Parameter earlier: The share in the previous run of the history, or `nil` if it is unknown.
    func extent(after earlier: FindingShare?) -> String?
    /// The row in one line, for people who know Trackproof.
    var message: String { get }
    /// The row in one sentence, for people who do not know Trackproof.
    var sentence: Sentence { get }
    /// The position of the row in a list of the most important problems. Rows with the lowest number come first.
    var rank: Int { get }
    /// Whether the row is about the whole check. If so, ``subject`` is the title of the row.
    var isAboutCheck: Bool { get }
}

extension ReportRow {
    package var path: String { "" }
    package var place: PlanPlace? { nil }
    package var lines: [(expected: Sentence, found: Sentence)] { [] }
    package var owner: String? { nil }
    package var share: FindingShare? { nil }
    package func extent(after earlier: FindingShare?) -> String? { nil }
    package var isAboutCheck: Bool { false }
}

/// What a row means for the result of its check.
package enum RowOutcome: Sendable {
    /// The row makes the check fail.
    case failed
    /// The row is worth knowing, but the check can pass.
    case noted
    /// A part of the plan was not seen in the recordings.
    case unseen
    case passed
}

/// A row about a whole check, such as a failure that is not a difference.
package struct CheckRow: ReportRow, Sendable {
    package var outcome = RowOutcome.failed
    package var kind = "failure"
    /// The name of the check, which a history shows instead of an event.
    let check: String
    package let subject: String
    package let message: String
    package let sentence: Sentence
    package var rank = 0

    package var severity: Severity { outcome == .passed ? .info : .error }
    package var events: [String] { [check] }
    package var isAboutCheck: Bool { true }
}

/// The shares of some groups of a plan's parts that were seen, such as the parts of each owner.
package struct Shares: Sendable {
    /// The words before the name of each group in a list of all groups, such as `owner`. Empty for kinds of parts.
    let noun: String
    let rows: [Share]
}

/// The parts of a plan with one name, such as all parts of one owner, and how many of these parts were seen.
struct Share: Sendable {
    let name: String
    let ratio: PlanCoverage.Ratio
}
