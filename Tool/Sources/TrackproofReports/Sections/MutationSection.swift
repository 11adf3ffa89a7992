package import Trackproof
import TrackproofJSON
import TrackproofMutation
package import TrackproofPlanning
import TrackproofPlatform
package import TrackproofSnapshots

/// The result of mutation testing: how many planted mistakes the tests, a snapshot or a plan have noticed.
package struct MutationSection: ReportSection {
    /// What was examined, such as `swift test` or the path of a recording.
    package let subject: String
    /// The snapshot and the plan that should notice the mistakes. Empty if tests should notice them.
    let defences: [String]
    /// The mistakes. Those that nothing has noticed come first.
    package private(set) var entries: [MutationEntry]
    /// The lowest share of noticed mistakes that is enough, in percent, or `nil` if any share is enough.
    let minimum: Double?
    /// The tests, parameters and mistakes that were left out, with the reasons.
    let leftOut: [(name: String, reason: String)]
    /// A note that follows the entries, or `nil`.
    package var note: String?

    /// Creates a section.
    package init(
        subject: String, defences: [String] = [], entries: [MutationEntry], minimum: Double?,
        leftOut: [(name: String, reason: String)] = []
    ) {
        (self.subject, self.defences, self.minimum, self.leftOut) = (subject, defences, minimum, leftOut)
        self.entries = entries.filter { $0.survived > 0 } + entries.filter { $0.survived == 0 }
    }

    /// The number of noticed mistakes, and of all mistakes about which the result is known.
    package var ratio: PlanCoverage.Ratio { Self.ratio(of: entries) }

    private static func ratio(of entries: [MutationEntry]) -> PlanCoverage.Ratio {
        let (killed, survived) = (entries.reduce(0) { $0 + $1.killed }, entries.reduce(0) { $0 + $1.survived })
        return PlanCoverage.Ratio(seen: killed, total: killed + survived)
    }

    /// The number of mistakes that were not tried, or not in all tests that track the event.
    package var undecidedCount: Int { entries.reduce(0) { $0 + $1.undecided } }

    /// The ratio that must reach the minimum. Nobody knows whether an undecided mistake would be noticed.
    private var certain: PlanCoverage.Ratio {
        PlanCoverage.Ratio(seen: ratio.seen, total: ratio.total + (minimum == nil ? 0 : undecidedCount))
    }

    package var isPassed: Bool { ratio.total > 0 && (minimum.map { certain.percent >= $0 } ?? true) }
    package var title: String { "mutants of \(subject)" }
    package var nameInHistory: String { "\(subject) (mutants)" }
    /// Without a minimum, a run cannot show that an earlier run's score is now high enough.
    package var isPartial: Bool { undecidedCount > 0 || minimum == nil }

    package var headline: String {
        if ratio.total == 0 { return "no mistake was planted" }
        let verb = undecidedCount == 1 ? "is undecided and counts" : "are undecided and count"
        let uncounted =
            undecidedCount == 0 ? "" : ": \(undecidedCount.counted("mistake")) \(verb) as not noticed"
        let required = isPassed ? "" : minimum.map { ", expected at least \($0.shortText) %\(uncounted)" } ?? ""
        let defence = defences.isEmpty ? "tests" : defences.joined(separator: " and ")
        let undecided = undecidedCount == 0 ? "" : ", \(undecidedCount) not decided"
        return
            "\(defence) \(defences.count == 1 ? "notices" : "notice") \(ratio.percentText) of planted mistakes "
            + "(\(ratio.seen) of \(ratio.total)\(undecided))\(required)"
    }

    package var result: CheckRow? {
        CheckRow(
            outcome: isPassed ? .passed : .failed, kind: "mutants", check: subject, subject: "mutants",
            message: headline, sentence: "Only \(words: certain.percentText) of planted mistakes are noticed.",
            rank: FindingRow.rank + 1)
    }

    package var rows: [any ReportRow] { survivors.map { SurvivorRow(entry: $0) } }

    /// The mistakes that nothing has noticed.
    var survivors: [MutationEntry] { entries.filter { $0.survived > 0 } }

    /// The events about which nothing has noticed any mistake, although all mistakes were tried.
    var uncheckedEvents: [String] {
        Dictionary(grouping: entries, by: \.event)
            .filter { $0.value.allSatisfy { $0.killed == 0 && $0.undecided == 0 } }.keys.sorted()
    }

    package var shares: [Shares] {
        [
            Shares(noun: "suite", rows: suites), Shares(noun: "event", rows: shares(\.event)),
            Shares(noun: "mistake", rows: shares(\.mistake.description)),
        ].filter { !$0.rows.isEmpty }
    }

    package var headings: (share: String, expected: String, found: String) {
        ("noticed", "what would notice it", "mistake")
    }

    /// Returns the noticed share of the entries with each name. The lowest shares come first.
    private func shares(_ name: (MutationEntry) -> String) -> [Share] {
        let decided = entries.filter { $0.killed + $0.survived > 0 }
        return Self.sorted(Dictionary(grouping: decided, by: name).mapValues(Self.ratio))
    }

    /// For each suite, the number of mistakes that it has tried, and how many of them it has noticed.
    private var suites: [Share] {
        var sums: [String: PlanCoverage.Ratio] = [:]
        for (name, isKilled) in entries.flatMap(\.suites) {
            sums[name, default: PlanCoverage.Ratio()].seen += isKilled ? 1 : 0
            sums[name, default: PlanCoverage.Ratio()].total += 1
        }
        return Self.sorted(sums)
    }

    /// Returns the only mistake that a row of the suites' shares misses, in plain words; an empty text without such a mistake.
    private func missed(in row: Share, of noun: String) -> String {
        guard noun == "suite", row.ratio.total - row.ratio.seen == 1 else { return "" }
        return entries.first { $0.suites[row.name] == false }.map { ", not: \($0.text)".displayable } ?? ""
    }

    private static func sorted(_ ratios: [String: PlanCoverage.Ratio]) -> [Share] {
        ratios.map { Share(name: $0.key, ratio: $0.value) }
            .sorted { ($0.ratio.percent, $0.name) < ($1.ratio.percent, $1.name) }
    }
}

extension Report {
    /// The result of mutation testing, with the change since the last run in the history; `nil` if the report also
    /// contains other checks, or a run has failed.
    var mutationHeadline: String? {
        (only as? MutationSection).map(headline)
    }

    /// Returns the result of mutation testing, with the change since the last run in the history.
    func headline(of section: MutationSection) -> String {
        section.headline + (history?.scoreChange.map { " (\($0))" } ?? "")
    }
}

// The text.
extension MutationSection {
    /// The maximum number of survivors, of names in each list, and of tests of one survivor that the text shows.
    private static let (survivorLimit, nameLimit, testLimit) = (100, 20, 3)

    package func text(_ style: TextStyle) -> String {
        var lines = [style.heading(headline)]
        let unchecked = uncheckedEvents
        if !unchecked.isEmpty {
            let more = unchecked.count - Self.nameLimit
            let names = unchecked.prefix(Self.nameLimit).joined(separator: ", ").displayable
            lines += ["", "not checked at all: \(names)\(more > 0 ? " and \(more) more" : "")"]
        }
        let survivors = survivors
        if !survivors.isEmpty {
            lines += ["", "nothing notices that"]
            let shown = survivors.prefix(Self.survivorLimit)
            for (index, entry) in shown.enumerated() {
                lines.append("  " + SurvivorRow(entry: entry).mistake.displayable)
                let next = index + 1 < shown.count ? shown[index + 1] : nil
                // Several mistakes in one parameter have the same remedy, which the text shows once.
                if next?.hint != entry.hint || next?.tests != entry.tests || next?.path != entry.path {
                    lines += Self.remedy(of: entry)
                }
            }
            let rest = survivors.count - Self.survivorLimit
            if rest > 0 { lines.append("  … and \(rest) more; --report json=FILE lists them") }
        }
        for group in shares where group.rows.count > 1 {
            lines += group.lines(limit: Self.nameLimit) { missed(in: $0, of: group.noun) }
        }
        if undecidedCount > 0 { lines += ["", "not decided: \(undecidedCount.counted("mistake"))"] }
        if !leftOut.isEmpty {
            lines += ["", "left out"]
            lines += leftOut.map { "  \($0.name): \($0.reason)".displayable }
        }
        if let note { lines += ["", note.displayable] }
        return (lines.joined(separator: "\n") + "\n").withoutLogCommands()
    }

    private static func remedy(of entry: MutationEntry) -> [String] {
        var lines: [String] = []
        if let hint = entry.hint { lines.append("      " + hint.displayable) }
        if !entry.tests.isEmpty {
            let more = entry.tests.count - testLimit
            let tests = entry.tests.prefix(testLimit).joined(separator: ", ")
            lines.append("      in \(tests)\(more > 0 ? " and \(more) more" : "")".displayable)
        }
        return lines
    }
}

// The JSON form.
extension MutationSection {
    package var members: EventParameters {
        [
            "mutants": 1, "subject": subject,
            "defences": defences.isEmpty ? nil : EventValue.array(defences.map(EventValue.string)),
            "killed": ratio.seen, "total": ratio.total,
            "percent": ratio.percent, "minimum": minimum, "undecided": undecidedCount,
            "unchecked": EventValue.array(uncheckedEvents.map(EventValue.string)),
            "entries": EventValue.array(entries.map { .object($0.members) }),
            "leftOut": EventValue.array(
                leftOut.map { .object(["name": .string($0.name), "reason": .string($0.reason)]) }), "note": note,
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let entries = try object.objects("entries").map(MutationEntry.init)
        let leftOut = try object.objects("leftOut").map { object throws(DocumentError) in
            (name: try object.text("name"), reason: try object.text("reason"))
        }
        self.init(
            subject: try object.text("subject"), defences: try object.optionalTexts("defences"), entries: entries,
            minimum: try object.optionalNumber("minimum"), leftOut: leftOut)
        note = try object.optionalText("note")
    }
}
