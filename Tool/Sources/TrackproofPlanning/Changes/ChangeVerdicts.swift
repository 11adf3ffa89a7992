// A change of a rule has one direction, and the effect on an audience follows from the direction. The subject decides only
// whether the audience sees the rule at all, and in a few cases how.
extension PlanChange.Verdict {
    static func ok(_ reason: String) -> Self { Self(level: .ok, reason: reason) }
    static func warns(_ reason: String) -> Self { Self(level: .warns, reason: reason) }
    static func breaks(_ reason: String) -> Self { Self(level: .breaks, reason: reason) }

    /// The effect of a change on queries and columns.
    static func forReaders(_ subject: PlanChange.Subject, _ direction: PlanChange.Direction, isInteger: Bool) -> Self {
        switch (subject.group, direction) {
        case (.check, _): .ok("The form of correct rows stays the same.")
        case (.apps, .removed), (.apps, .widened): .ok("At least the same apps send rows.")
        case (.apps, _): .warns("Fewer apps send the event.")
        case (.kind, _): .breaks("Queries for the old kind find no new rows.")
        case (.type, .widened) where isInteger: .warns("Numbers of the column can have fractions.")
        case (.type, .widened), (.type, .changed): .breaks("The column can have values of another type.")
        case (_, .added): .ok("No query reads it yet.")
        case (_, .removed): .breaks("No new values arrive.")
        case (_, .renamed): .breaks("New values arrive under another name.")
        case (_, .narrowed): .ok("All new values were allowed before.")
        case (_, .widened), (_, .changed): .warns("Values can arrive that were not allowed before.")
        case (_, .documentation): .ok("The form of correct rows stays the same.")
        case (_, .notCompared): .warns("Perhaps values arrive that were not allowed before.")
        }
    }

    /// The effect of a change on code that uses the types generated from the plan.
    static func forGeneratedCode(_ subject: PlanChange.Subject, _ direction: PlanChange.Direction) -> Self {
        switch (subject, direction) {
        case (.deprecation, .added), (.replacement, .added), (.replacement, .changed):
            .warns("The compiler can warn that the declaration is deprecated.")
        case _ where !subject.isInGeneratedCode: .ok("The generated declarations do not change.")
        case (.presence, .widened): .ok("A value can be passed for an optional argument.")
        case (.type, .widened): .breaks("The declaration has another type.")
        case (.variant, .added), (.variant, .changed): .warns("Code that handles all variants must handle this one.")
        case (_, .added): .ok("No code uses the declaration yet.")
        case (_, .removed), (_, .renamed): .breaks("The declaration is gone, or has another name.")
        case (_, .narrowed), (_, .changed): .breaks("Code that passes an old value does not compile.")
        case (_, .widened): .warns("Code that reads all values must handle the new values.")
        case (_, .documentation): .ok("The generated declarations do not change.")
        case (_, .notCompared): .warns("Perhaps the declaration changes.")
        }
    }
}

extension PlanChange.Subject {
    /// What a subject is about.
    fileprivate enum Group {
        /// How a check reports events. It does not change rows that fit the plan.
        case check
        /// Which apps send an event.
        case apps
        case kind
        case type
        /// What the rows of an event contain.
        case rows
    }

    fileprivate var group: Group {
        switch self {
        case .version, .prohibition, .severity, .exemption, .destination: .check
        case .platforms, .since, .expiry, .deprecation, .replacement: .apps
        case .kind: .kind
        case .type: .type
        default: .rows
        }
    }

    fileprivate var isInGeneratedCode: Bool {
        switch self {
        case .event, .parameter, .variant, .presence, .type, .null, .values, .alternatives: true
        default: false
        }
    }
}
