package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The tracking plan with which Trackproof compares the events of a test.
///
/// An event that violates the plan fails the test in which the event was tracked, whether or not an assertion has
/// checked the event. The module `TrackproofPlanTesting` reads plans from files:
///
/// ```swift
/// import TrackproofPlanTesting
/// import TrackproofTesting
///
/// @Suite(.recordingEvents(plan: .file("Tracking/plan.json"))) struct LoginTests { … }
/// ```
public struct TestTrackingPlan: Sendable {
    /// Returns the violations of the plan by an event.
    package typealias Check = @Sendable (RecordedEvent) -> [PlanViolation]

    /// Reads the plan. Throws an error with the reason if the plan cannot be used.
    let check: @Sendable () throws -> Check

    /// Creates a plan.
    ///
    /// - Parameter check: Reads the plan at the start of each test that uses it.
    package init(check: @escaping @Sendable () throws -> Check) { self.check = check }
}

/// A violation of a tracking plan by one event.
package struct PlanViolation: Sendable {
    /// What the plan expects, and what the event has.
    let text: String
    /// The part of the plan, such as its owner and its place in the plan's file. Can be empty.
    let details: [String]
    /// Whether the plan does not contain the event.
    let isUnplanned: Bool
    /// The most similar name or value of the plan, or `nil` if nothing is similar.
    let nearest: String?

    package init(_ text: String, details: [String], isUnplanned: Bool, nearest: String?) {
        (self.text, self.details, self.isUnplanned, self.nearest) = (text, details, isUnplanned, nearest)
    }
}

/// The violations of the tracking plan of a test.
struct PlanViolations {
    /// The maximum number of violations that the message shows.
    private static let limit = 20

    private var lines: [String] = []
    private var shown = 0
    private var count = 0
    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    var problem: String?

    /// Adds the violations by an event.
    mutating func add(_ violations: [PlanViolation], by event: Event) {
        let new = violations.prefix(Self.limit - shown)
        if !new.isEmpty { lines.append("    \(event.description.shortened)") }
        for violation in new {
            lines.append("        \(violation.text)")
            if !violation.details.isEmpty { lines.append("            " + violation.details.joined(separator: ", ")) }
        }
        shown += new.count
        count += violations.count
    }

    /// The failure message; `nil` if the plan can be used and there are no violations.
    var text: String? {
        if let problem { return "the tracking plan cannot be used: \(problem)" }
        if count == 0 { return nil }
        let more = count > shown ? ["    … and \(count - shown) more"] : []
        return (["\(count.counted("violation")) of the tracking plan:"] + lines + more).joined(separator: "\n")
    }
}

/// The tracking plan of a test. The recorder checks each event against this plan.
struct PlanOfTest: Sendable {
    private let check: Result<TestTrackingPlan.Check, any Error>

    init(_ plan: TestTrackingPlan) { check = Result { try plan.check() } }

    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    var problem: String? { if case .failure(let error) = check { "\(error)" } else { nil } }

    /// Returns why an assertion about an event proves nothing: the plan does not contain the event, so the app never
    /// tracks it. Returns `nil` if the plan contains the event or cannot be used.
    ///
    /// - Parameters:
    ///   - name: The display name of the event.
    ///   - kind: The kind of the event, or `nil` if the assertion names no kind.
    func problem(ofEvent name: String, _ kind: EventKind?) -> String? {
        let identity = (kind ?? EventKind(rawValue: name)).flatMap { $0.isIdentity ? $0 : nil }
        let event = identity.map { Event("", kind: $0) } ?? Event(name, kind: kind ?? .track)
        return violations(by: RecordedEvent(event)).first(where: \.isUnplanned).map { violation in
            let hint = violation.nearest.map { "; " + NameSimilarity.question(about: name, nearest: $0) } ?? ""
            return "the tracking plan does not contain the event of this assertion: \(name.quotedForDisplay)\(hint)"
        }
    }

    func violations(by event: RecordedEvent) -> [PlanViolation] {
        guard case .success(let check) = check, event.source == .app else { return [] }
        return check(event)
    }
}
