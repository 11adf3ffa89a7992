/// A plan with its compiled schemas, in which references, composition, constants and closedness are decided.
///
/// The check of events, lint and the difference of plans read from them which values a schema allows.
public struct CompiledPlan: Sendable {
    /// The schemas. They refer to each other by their indices in this array.
    public let schemas: [CompiledSchema]
    /// For each element of ``schemas``, the schema of the plan's file.
    public let sources: [PlanSchema]
    /// The plan's events. If the plan has a member `user`, its traits are the last element.
    public let events: [CompiledEvent]

    /// Compiles a plan. The time that this takes is linear in the size of the plan.
    public init(_ plan: TrackingPlan) {
        var compiler = SchemaCompiler(plan)
        events = plan.eventsAndUser.map { CompiledEvent($0, plan, &compiler) }
        (schemas, sources) = (compiler.schemas, compiler.sources)
    }
}
