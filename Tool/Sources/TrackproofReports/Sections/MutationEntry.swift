import Trackproof
import TrackproofJSON
package import TrackproofMutation
import TrackproofPlanning
import TrackproofPlans

/// One mistake that mutation testing has planted, and whether it was noticed.
///
/// In a recording, the same mistake is planted in each event of one name, so there are several mutants.
package struct MutationEntry: Sendable {
    /// The name of the event with the mistake.
    package let event: String
    /// The kind of the event.
    let kind: EventKind
    /// The other event of the mistake, or the provider that does not get the event; `nil` if the mistake has neither.
    let other: String?
    /// What is wrong with the event.
    package let mistake: MutationOperator
    /// The path of the value that is wrong, or an empty text.
    package let path: String
    /// The mistake in plain words.
    package let text: String
    /// The number of mutants that were noticed.
    package var killed = 0
    /// The number of mutants that were not noticed.
    package var survived = 0
    /// The number of mutants that were not tried, or not in all tests that track the event.
    package var undecided = 0
    /// The test that has noticed the mistake, and the reason; `nil` if no test has noticed it.
    package var killer: String?
    /// The tests that have tracked the event with the mistake and have passed.
    package var tests: [String] = []
    /// Whether each suite has noticed the mistake, for the suites that have tried it.
    package var suites: [String: Bool] = [:]
    /// The assertion or rule that would have noticed the mistake, as a sentence without a period.
    package var hint: String?

    /// Creates an entry for a mutant.
    package init(_ mutant: Mutant) {
        event = Event(mutant.name, kind: mutant.kind).displayName
        (kind, other) = (mutant.kind, mutant.provider?.rawValue ?? mutant.other?.displayName)
        (mistake, path, text) = (mutant.mistake, mutant.path, mutant.description)
    }
}

extension MutationEntry {
    /// The entry as members of a JSON object.
    var members: EventParameters {
        [
            "event": event, "kind": kind == .track ? nil : kind.rawValue, "other": other, "operator": mistake.rawValue,
            "path": path.isEmpty ? nil : path, "mistake": text,
            "killed": killed == 0 ? nil : killed, "survived": survived == 0 ? nil : survived,
            "undecided": undecided == 0 ? nil : undecided, "killer": killer,
            "tests": tests.isEmpty ? nil : EventValue.array(tests.map(EventValue.string)),
            "suites": suites.isEmpty ? nil : suiteMembers, "hint": hint,
        ]
    }

    private var suiteMembers: EventValue {
        let sorted = suites.sorted { $0.key < $1.key }
        return .object(EventParameters(sorted.map { EventParameter($0.key, .bool($0.value)) }))
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        (event, mistake) = (try object.text("event"), try object.choice("operator"))
        kind = object.value("kind") == nil ? .track : try object.choice("kind")
        other = try object.optionalText("other")
        (path, text) = (try object.optionalText("path") ?? "", try object.text("mistake"))
        killed = try object.optionalCount("killed") ?? 0
        survived = try object.optionalCount("survived") ?? 0
        undecided = try object.optionalCount("undecided") ?? 0
        (killer, hint) = (try object.optionalText("killer"), try object.optionalText("hint"))
        tests = try object.optionalTexts("tests")
        for entry in try object.optionalEntries("suites") {
            guard let isKilled = entry.value.bool else {
                throw DocumentError(place: object.path("suites"), message: "expected a bool for each suite")
            }
            suites[entry.name] = isKilled
        }
    }
}

/// A mistake that nothing has noticed, as a row of a report.
struct SurvivorRow: ReportRow {
    let entry: MutationEntry

    var outcome: RowOutcome { .noted }
    var severity: Severity { .warning }
    var kind: String { "survived" }
    var events: [String] { [entry.event] }
    var subject: String { entry.event }
    var path: String { entry.path }
    var lines: [(expected: Sentence, found: Sentence)] {
        [("\(words: entry.hint ?? "a test that fails")", "\(words: mistake)")]
    }
    var message: String { "\(mistake)\(entry.hint.map { ": " + $0 } ?? "")" }
    var sentence: Sentence { "Nothing notices that \(words: entry.text)." }
    var rank: Int { FindingRow.rank + 2 }

    /// The mistake in plain words, and how often nothing has noticed it if it was planted several times.
    var mistake: String {
        let total = entry.killed + entry.survived
        return entry.text + (total > 1 ? " (\(entry.survived) of \(total) events)" : "")
    }
}
