/// The changes between an old and a new version of a tracking plan.
///
/// ```swift
/// let difference = PlanDifference(old: released, new: edited)
/// difference.changes.filter { $0.releasedApps.level == .breaks }
/// ```
@_spi(Tooling) public struct PlanDifference: Sendable {
    /// The changes, worst level first, then by event and path.
    public let changes: [PlanChange]

    /// Compares two plans.
    ///
    /// - Parameters:
    ///   - old: The plan of the released apps.
    ///   - new: The plan that replaces the old plan.
    public init(old: TrackingPlan, new: TrackingPlan) {
        self.init(old: old, new: new, stepLimit: SchemaComparer.stepLimit)
    }

    /// - Parameter stepLimit: The maximum number of steps. After these steps, the comparison reports the remaining
    ///   schemas as too complex.
    init(old: TrackingPlan, new: TrackingPlan, stepLimit: Int) {
        var comparer = PlanComparer(old, new, stepLimit: stepLimit)
        changes = comparer.changes().sorted { $0.precedes($1) }
    }

    /// The worst level of all changes.
    public var level: PlanChange.Level { changes.map(\.level).max() ?? .ok }

    /// The version that the new plan should have.
    public var suggestedVersion: VersionSuggestion { VersionSuggestion(changes) }
}
