import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The violations of the tracking plan of a test.
struct PlanViolations {
    /// The maximum number of violations that the message shows.
    private static let limit = 20

    private var shown: [(event: Event, violations: [PlanViolation])] = []
    private var count = 0
    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    var problem: String?

    /// Adds the violations by an event.
    mutating func add(_ violations: [PlanViolation], by event: Event) {
        let rest = Self.limit - shownCount
        count += violations.count
        if rest > 0, !violations.isEmpty { shown.append((event, Array(violations.prefix(rest)))) }
    }

    private var shownCount: Int { shown.reduce(0) { $0 + $1.violations.count } }

    /// The failure message; `nil` if the plan can be used and there are no violations.
    var text: String? {
        if let problem { return "the tracking plan cannot be used: \(problem)" }
        if shown.isEmpty { return nil }
        var lines = ["\(count.counted("violation")) of the tracking plan:"]
        for (event, violations) in shown {
            lines.append("    \(event.description.shortened)")
            for violation in violations {
                lines.append("        \(violation.text)")
                if !violation.details.isEmpty {
                    lines.append("            " + violation.details.joined(separator: ", "))
                }
            }
        }
        if count > shownCount { lines.append("    … and \(count - shownCount) more") }
        return lines.joined(separator: "\n")
    }
}

/// The tracking plan of a test. The recorder checks each event against this plan.
struct PlanOfTest: Sendable {
    private let check: TestTrackingPlan.Check?
    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    let problem: String?

    init(_ plan: TestTrackingPlan) {
        do {
            check = try plan.check()
            problem = nil
        } catch {
            check = nil
            problem = "\(error)"
        }
    }

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
        guard let check, event.source == .app else { return [] }
        return check(event)
    }
}
