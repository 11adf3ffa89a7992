import TestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// Tests of the changes between two plans, with the verdicts for released apps, readers and generated code.
///
/// Each step of the transcript has an old plan, a new plan and events that fit the old plan. The title says what the
/// lines are. After `plans`, they are whole plans, and events with their context. After `events`, they are the event `e`
/// in both plans, and parameters of this event. After `parameters`, they are the parameters of the event `e` in both
/// plans, and parameters of this event.
struct ChangeTests {
    @Test func changesHaveTheVerdictsOfTheTranscript() throws {
        try expectTranscript("changes") { title, lines in
            let (old, new) = (try Self.read(title, lines[0]), try Self.read(title, lines[1]))
            let difference = PlanDifference(old: old, new: new)
            let events = try lines.dropFirst(2).map {
                try event(title == "plans" ? $0 : #"{"name": "e", "parameters": \#($0)}"#)
            }
            #expect(!events.isEmpty, "\(lines)")
            Self.check(difference, old, new, events, "\(lines)")
            return difference.changes.map(\.line).joined(separator: "\n")
        }
    }

    /// Tests that two plans have no difference if they are written differently and have the same meaning.
    @Test func otherWordsAreNoChange() throws {
        try expectTranscript("equal-plans") { _, lines in
            let (old, new) = (try plan(lines[0]), try plan(lines[1]))
            return [PlanDifference(old: old, new: new), PlanDifference(old: new, new: old)]
                .flatMap { $0.changes.map(\.line) + ($0.level == .ok ? [] : ["\($0.level)"]) }.joined(separator: "\n")
        }
    }

    /// Tests that the difference finds events and parameters that have another name in the new plan. The lines are the
    /// events of both plans.
    @Test func renamesAreThoseOfTheTranscript() throws {
        try expectTranscript("renames") { _, lines in
            PlanDifference(old: try Self.read("", lines[0]), new: try Self.read("", lines[1])).changes
                .filter { $0.direction == .renamed }
                .map { "\($0.event) \($0.path): \($0.old ?? "") → \($0.new ?? "")" }.joined(separator: "\n")
        }
    }

    @Test func manyEventsAreRenamed() throws {
        func events(_ name: String, _ count: Int) throws -> TrackingPlan {
            let events = (0..<count).map {
                #""\#(name)_\#($0)": {"parameters": {"p\#($0)": "string", "id": "integer"}}"#
            }
            return try plan(#"{"plan": 1, "events": {\#(events.joined(separator: ", "))}}"#)
        }
        for (old, new, count) in [("movie", "movies", 100), ("movie", "Movie", rounds(300, deep: 1_000))] {
            let changes = PlanDifference(old: try events(old, count), new: try events(new, count)).changes
            #expect(changes.count { $0.direction == .renamed } == count)
        }
    }

    private static func read(_ title: String, _ text: String) throws -> TrackingPlan {
        if title == "plans" { return try plan(text) }
        let events =
            switch title {
            case "events": #"{"e": \#(text)}"#
            case "parameters": #"{"e": {"parameters": \#(text)}}"#
            default: text
            }
        return try plan(#"{"plan": 1, "events": \#(events)}"#)
    }

    /// Checks that the events fit the old plan, and that the verdict for released apps is right for them.
    private static func check(
        _ difference: PlanDifference, _ old: TrackingPlan, _ new: TrackingPlan, _ events: [RecordedEvent],
        _ comment: Comment
    ) {
        let (before, after) = (PlanChecker(old), PlanChecker(new))
        for event in events { #expect(before.errors(event, context(of: event)) == [], comment) }
        let fails = events.contains { !after.errors($0, context(of: $0)).isEmpty }
        switch difference.changes.map(\.releasedApps.level).max() ?? .ok {
        case .breaks: #expect(fails, comment)
        case .warns: break
        case .ok: #expect(!fails, comment)
        }
    }
}

extension PlanChange {
    /// The change on one line, followed by its verdicts for released apps, readers and generated code.
    var line: String {
        [event, path, condition.map { "if \($0)" } ?? "", words].filter { !$0.isEmpty }.joined(separator: ": ")
            + ": " + Audience.allCases.map { verdict(for: $0).level.rawValue }.joined(separator: " ")
    }
}

extension PlanChecker {
    /// Returns the findings of an event whose severity is `error`.
    func errors(_ event: RecordedEvent, _ context: CheckContext) -> [String] {
        findings(for: event, context).filter { $0.severity == .error }.map(\.description)
    }
}
