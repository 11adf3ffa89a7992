/// How a tracking plan differs from an older form of it.
///
/// ```swift
/// let difference = PlanDifference(old: released, new: edited)
/// difference.changes.filter { $0.releasedApps.level == .breaks }
/// ```
@_spi(Tooling) public struct PlanDifference: Sendable {
    /// The changes: those that break something first, then by event and path.
    public let changes: [PlanChange]

    /// Compares two plans.
    ///
    /// - Parameters:
    ///   - old: The plan with which apps were released.
    ///   - new: The plan that is to replace it.
    public init(old: TrackingPlan, new: TrackingPlan) {
        self.init(old: old, new: new, stepLimit: SchemaComparer.stepLimit)
    }

    /// - Parameter stepLimit: The number of steps after which schemas are not compared.
    init(old: TrackingPlan, new: TrackingPlan, stepLimit: Int) {
        var comparer = PlanComparer(old, new, stepLimit: stepLimit)
        changes = comparer.changes().sorted { $0.precedes($1) }
    }

    /// The worst verdict of all changes.
    public var level: PlanChange.Level { changes.map(\.level).max() ?? .ok }

    /// The version that the new plan should have.
    public var suggestedVersion: VersionSuggestion { VersionSuggestion(changes) }
}
