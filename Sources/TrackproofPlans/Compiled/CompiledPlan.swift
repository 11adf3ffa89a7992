public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

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

/// An event of a plan, converted so that the checker can compare events with it quickly.
public final class CompiledEvent: Sendable {
    /// The event of the plan.
    let event: PlannedEvent
    /// The rules for the event's parameters.
    public let rules: EventRules
    /// The parameters that SDKs also send by themselves.
    let copied: [String]
    let exemptions: FindingIDs
    /// The names and rules of the older versions of the event, from newest to oldest.
    public let older: [(version: String, rules: EventRules)]
    /// The name of the newest version, or `nil` if the older versions do not have numbers.
    let newest: String?

    init(_ event: PlannedEvent, _ plan: TrackingPlan, _ compiler: inout SchemaCompiler) {
        self.event = event
        rules = EventRules(event, plan, &compiler)
        copied = rules.general.names.filter { SDKEvents.copies($0, event.kind) }
        exemptions = FindingIDs(event.exemptions)
        older = event.versions.reversed().map { ($0.name, EventRules($1, plan, &compiler)) }
        newest = Int(older.first?.version ?? "0").map { "\($0 + 1)" }
    }

    /// Returns the older version that an event names, or `nil` if it names none.
    func version(namedBy event: RecordedEvent) -> (version: String, rules: EventRules)? {
        if older.isEmpty { return nil }
        guard let name = event.definitionVersion else { return nil }
        return older.first { $0.version.isExactly(name) }
    }

    /// Returns whether the plan has the version that an event names: an older version, or the version after them.
    public func has(version name: String) -> Bool {
        name == newest || older.contains { $0.version.isExactly(name) }
    }
}

extension RecordedEvent {
    /// The version of its definition that the event names for Segment, or `nil` if it names none.
    public var definitionVersion: String? {
        let version = context?["context"]?.object?["protocols"]?.object?["event_version"]
        return version.flatMap { $0.string ?? ($0.jsonTypes.contains(.number) ? $0.description : nil) }
    }
}

/// The rules for the parameters of an event, which can depend on the platform of the app.
public struct EventRules: Sendable {
    /// The rules for an app whose platform is unknown. For nearly all events, they apply on all platforms.
    public let general: ObjectRules
    /// The platforms with rules of their own.
    public private(set) var platforms: [String] = []
    /// The rules for each of ``platforms``, and the rules for all other platforms as the last element.
    private var ofPlatforms: [ObjectRules] = []

    init(_ event: PlannedEvent, _ plan: TrackingPlan, _ compiler: inout SchemaCompiler) {
        general = Self.rules(event, plan, plan.scope(of: nil, event), &compiler)
        platforms = plan.platformsOfPresence(in: event)
        if platforms.isEmpty { return }
        ofPlatforms = (platforms.map(Optional.some) + [nil]).map {
            Self.rules(event, plan, .platform($0), &compiler)
        }
    }

    /// Whether only ``Judge`` can check the event, because the rules depend on more than the parameters themselves.
    var needsJudge: Bool { !platforms.isEmpty }

    /// Returns the rules for an app on a platform, or ``general`` if the platform is `nil`.
    public func rules(on platform: String?) -> ObjectRules {
        guard !platforms.isEmpty, let platform else { return general }
        return ofPlatforms[platforms.firstIndex(where: platform.isPlatform) ?? platforms.count]
    }

    private static func rules(
        _ event: PlannedEvent, _ plan: TrackingPlan, _ scope: PlatformScope, _ compiler: inout SchemaCompiler
    ) -> ObjectRules {
        var members = MemberList()
        for group in plan.groups(of: event) {
            for (parameter, schema) in compiler.parameters(of: group, scope) { members.declare(parameter, schema) }
        }
        for parameter in event.parameters.map({ $0.presented(for: scope) }) {
            members.declare(parameter, compiler.compile(parameter.schema, plan.isClosed ? .closed : .open))
        }
        members.variants = compiler.variants(event.variants.map { $0.presented(for: scope) }, &members)
        members.additional = event.isClosed ?? plan.isClosed ? .refused : .allowed
        let rules = ObjectRules(members, whole: event.rules.map { compiler.reserveWhole(at: $0.place) })
        if let schema = event.rules, let whole = rules.whole { compiler.fill(whole, rules, schema) }
        return rules
    }
}

extension TrackingPlan {
    /// Returns the groups of parameters that an event includes.
    ///
    /// An identity event includes only the groups that it names itself, not the plan's default groups.
    public func groups(of event: PlannedEvent) -> [ParameterGroup] {
        ((event.kind.isIdentity ? [] : defaults) + event.includes).flatMap { name in
            shared.filter { $0.name == name.name }
        }
    }

    /// Returns the parameters of an event: first the parameters of included groups, then the event's own parameters.
    ///
    /// If a group and the event declare a parameter of the same name, the event's declaration applies.
    public func parameters(of event: PlannedEvent) -> [PlanProperty] {
        (groups(of: event).flatMap(\.parameters) + event.parameters).lastOfEachName
    }
}

extension [PlanProperty] {
    /// The last parameter of each name, at the position of the first one.
    public var lastOfEachName: [PlanProperty] {
        var parameters: [PlanProperty] = []
        var indices: [ExactText: Int] = [:]
        for parameter in self {
            if let index = indices[ExactText(parameter.name)] {
                parameters[index] = parameter
            } else {
                indices[ExactText(parameter.name)] = parameters.count
                parameters.append(parameter)
            }
        }
        return parameters
    }
}
