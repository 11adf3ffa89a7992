import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans

/// Two plans, the expected changes between them, and events that fit the old plan.
struct ChangeCase: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    /// The changes, one on each line, each with its verdicts for released apps, readers and generated code.
    let changes: String
    /// Events that fit the old plan, as lines of a recording.
    let events: [String]
    var context = CheckContext(today: "2026-11-23")

    var testDescription: String { "\(old) → \(new)" }

    /// Returns a case in which the schema of the parameter `v` changes. The values fit the old schema.
    static func value(_ old: String, _ new: String, _ changes: String, _ values: [String]) -> ChangeCase {
        event(
            #"{"parameters": {"v": \#(old)}}"#, #"{"parameters": {"v": \#(new)}}"#, changes,
            values.map { #"{"v": \#($0)}"# })
    }

    /// Returns a case in which the event `e` changes. The parameters fit the old event.
    static func event(
        _ old: String, _ new: String, _ changes: String, _ parameters: [String], more: String = ""
    ) -> ChangeCase {
        plan(
            #""events": {"e": \#(old)}\#(more)"#, #""events": {"e": \#(new)}\#(more)"#, changes,
            parameters.map { #"{"name": "e", "parameters": \#($0)}"# })
    }

    /// Returns a case in which a plan changes. The events fit the old plan.
    static func plan(
        _ old: String, _ new: String, _ changes: String, _ events: [String],
        _ context: CheckContext = CheckContext(today: "2026-11-23")
    ) -> ChangeCase {
        ChangeCase(
            old: #"{"plan": 1, \#(old)}"#, new: #"{"plan": 1, \#(new)}"#, changes: changes, events: events,
            context: context)
    }

    /// Checks the changes between the plans, and checks the verdict for released apps with the events.
    func check() throws {
        let (old, new) = (try TrackproofPlanningTests.plan(self.old), try TrackproofPlanningTests.plan(self.new))
        let difference = PlanDifference(old: old, new: new)
        #expect(difference.changes.map(\.line).joined(separator: "\n") == changes)
        let (before, after) = (PlanChecker(old), PlanChecker(new))
        let events = try events.map { try TrackproofPlanningTests.event($0) }
        #expect(!events.isEmpty)
        for event in events { #expect(before.errors(event, context) == []) }
        let fails = events.contains { !after.errors($0, context).isEmpty }
        switch difference.changes.map(\.releasedApps.level).max() ?? .ok {
        case .breaks: #expect(fails)
        case .warns: break
        case .ok: #expect(!fails)
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
