package import TrackproofPlans

/// The changes between an old and a new version of a tracking plan.
///
/// ```swift
/// let difference = PlanDifference(old: released, new: edited)
/// difference.changes.filter { $0.releasedApps.level == .breaks }
/// ```
package struct PlanDifference: Sendable {
    /// The changes, sorted by level, worst first, then by event and path.
    package let changes: [PlanChange]

    /// Compares two plans.
    ///
    /// - Parameters:
    ///   - old: The plan of the released apps.
    ///   - new: The plan that is to replace the old plan.
    package init(old: TrackingPlan, new: TrackingPlan) {
        self.init(old: old, new: new, stepLimit: Self.stepLimit)
    }

    /// The maximum number of steps of a comparison: one for each compared pair of schemas, member and change.
    static let stepLimit = 1_000_000

    /// - Parameter stepLimit: The maximum number of steps. After these steps, the comparison does not compare schemas.
    init(old: TrackingPlan, new: TrackingPlan, stepLimit: Int) {
        var comparer = PlanComparer(old, new, stepLimit: stepLimit)
        changes = comparer.changes().sorted { $0.precedes($1) }
    }

    /// The worst level of all changes, or `ok` if there are no changes.
    package var level: PlanChange.Level { changes.map(\.level).max() ?? .ok }

    /// A suggestion about which number of the plan's version to raise for the new plan.
    package var suggestedVersion: VersionSuggestion { VersionSuggestion(changes) }
}
