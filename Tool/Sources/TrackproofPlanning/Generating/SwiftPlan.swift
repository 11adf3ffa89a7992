import Trackproof
package import TrackproofPlans

/// What the generator writes for a tracking plan: functions, types and groups of default parameters.
package struct SwiftPlan: Sendable {
    let plan: TrackingPlan
    /// The types that the events share.
    let types: [SwiftDeclaration]
    let functions: [SwiftFunction]
    /// The plan's default groups. The app passes their parameters to the facade once.
    let groups: [SwiftGroup]
    /// The reasons why Swift cannot be generated. Empty if it can be generated.
    package let problems: [SwiftProblem]
    /// The declarations of `types`, by name.
    let shared: [String: SwiftDeclaration]

    /// A function that makes the default parameters of all events.
    struct SwiftGroup: Sendable {
        let name: String
        let namespace: String
        let members: [SwiftMember]
        let types: [SwiftDeclaration]
    }

    /// Creates the content of the generated files.
    ///
    /// - Parameter platform: The platform of the app, or `nil` to generate the events of all platforms.
    package init(_ plan: TrackingPlan, platform: String? = nil) {
        var builder = SwiftTypeBuilder(plan)
        self.plan = plan
        types = builder.sharedTypes()
        let defaults = Set(plan.defaults.map(\.name))
        var scope = SwiftScope(.function)
        var groupScope = SwiftScope(.function)
        groups = plan.shared.filter { defaults.contains($0.name) }.compactMap { group in
            guard let name = groupScope.name(group.name, given: nil, at: group.place, &builder.problems) else {
                return nil
            }
            var types: [SwiftDeclaration] = []
            let members = Self.members(group.parameters, event: nil, &builder, &types)
            return SwiftGroup(
                name: name, namespace: SwiftNaming.type(name).map { $0 + "Defaults" } ?? name, members: members,
                types: types)
        }
        let hasPlatform = { (event: PlannedEvent) in
            platform.map { wanted in event.platforms.isEmpty || event.platforms.contains { $0.name.isPlatform(wanted) }
            }
                ?? true
        }
        functions = plan.eventsAndUser.filter(hasPlatform).compactMap { event in
            Self.function(event, plan, &scope, &builder)
        }
        problems = builder.problems
        shared = builder.shared
    }

    private static func function(
        _ event: PlannedEvent, _ plan: TrackingPlan, _ scope: inout SwiftScope, _ builder: inout SwiftTypeBuilder
    ) -> SwiftFunction? {
        let name = scope.name(event.name, given: event.swift.name, at: event.place, &builder.problems)
        var types: [SwiftDeclaration] = []
        let parameters = plan.ownParameters(of: event)
        let members: [SwiftMember]
        if let variants = SwiftVariants(event, parameters) {
            members = variants.members(event, &builder, &types)
        } else {
            // A call can pass the parameters of each variant. The check against the plan finds wrong combinations.
            var all = parameters
            for property in event.variants.flatMap(\.parameters)
            where !all.contains(where: { $0.name == property.name }) {
                var optional = property
                optional.schema.isRequired = false
                all.append(optional)
            }
            members = Self.members(all, event: event.name, kind: event.kind, &builder, &types)
        }
        for (index, type) in types.enumerated() where types[..<index].contains(where: { $0.name == type.name }) {
            let message =
                "two parameters of the event \(event.name.quotedForMessages) need a type `\(type.name)` in Swift; "
                + "name one of them with `swift`"
            builder.problems.append(SwiftProblem(place: event.place, message: message))
        }
        // The problems of the parameters are reported too if the event has no name.
        guard let name, let namespace = types.isEmpty ? "" : builder.namespace(ofFunction: name, at: event.place) else {
            return nil
        }
        return SwiftFunction(event: event, name: name, namespace: namespace, members: members, types: types)
    }

    /// Returns the members for parameters. Reports two parameters, or two types, that have the same name in Swift.
    static func members(
        _ parameters: [PlanProperty], event: String?, kind: EventKind = .track, prefix: String = "",
        _ builder: inout SwiftTypeBuilder, _ types: inout [SwiftDeclaration]
    ) -> [SwiftMember] {
        var scope = SwiftScope(.argument, taken: SwiftIdentity(kind).map { [$0.name] } ?? [])
        return parameters.filter { !$0.schema.isNever }.compactMap { property in
            builder.member(
                property, isRequired: property.schema.isRequired, event: event, prefix: prefix, &scope, &types)
        }
    }
}

extension TrackingPlan {
    /// Returns the parameters that a call passes for an event: all but those of the plan's default groups, which the facade
    /// adds. A parameter that the event itself declares is among them.
    func ownParameters(of event: PlannedEvent) -> [PlanProperty] {
        var plan = self
        plan.defaults = []
        return plan.parameters(of: event)
    }
}

/// The variants of an event that become the cases of one enum: each depends on the same parameter alone.
struct SwiftVariants {
    private let parameter: PlanProperty
    private let parameters: [PlanProperty]

    /// Returns `nil` if Swift cannot express the variants as one enum.
    ///
    /// It can if each variant depends only on texts of the same parameter, and if no parameter of a variant is also a
    /// parameter of the event.
    init?(_ event: PlannedEvent, _ parameters: [PlanProperty]) {
        guard let first = event.variants.first?.when.first,
            let parameter = parameters.first(where: { $0.name == first.name.name }), parameter.schema.isRequired
        else { return nil }
        let names = Set(parameters.map(\.name))
        for variant in event.variants {
            guard variant.when.count == 1, variant.when[0].name.name == parameter.name,
                variant.parameters.allSatisfy({ !names.contains($0.name) })
            else { return nil }
        }
        self.parameter = parameter
        self.parameters = parameters
    }

    func members(
        _ event: PlannedEvent, _ builder: inout SwiftTypeBuilder, _ types: inout [SwiftDeclaration]
    ) -> [SwiftMember] {
        let cases = builder.cases(parameter.schema)
        guard !cases.isEmpty else {
            return SwiftPlan.members(parameters, event: event.name, kind: event.kind, &builder, &types)
        }
        var scope = SwiftScope(.argument, taken: SwiftIdentity(event.kind).map { [$0.name] } ?? [])
        return parameters.filter { !$0.schema.isNever }.compactMap { property -> SwiftMember? in
            guard property.name == parameter.name else {
                return builder.member(
                    property, isRequired: property.schema.isRequired, event: event.name, &scope, &types)
            }
            guard
                let name = scope.name(
                    property.name, given: property.schema.swift.name, at: property.place, &builder.problems)
            else { return nil }
            let declaration = SwiftDeclaration(
                name: SwiftNaming.type(name) ?? name, description: property.schema.description,
                content: .variants(
                    parameter: property.name, cases.map { self.withMembers($0, event, &builder, &types) }))
            types.append(declaration)
            return SwiftMember(
                parameter: property.name, name: name, type: .declared(declaration), isRequired: true,
                description: property.schema.description)
        }
    }

    /// Returns a case with the parameters of all variants to which it belongs.
    private func withMembers(
        _ one: SwiftCase, _ event: PlannedEvent, _ builder: inout SwiftTypeBuilder, _ types: inout [SwiftDeclaration]
    ) -> SwiftCase {
        let variants = event.variants.filter { variant in
            variant.when[0].values.contains {
                if case .string(let text) = $0.content { text == one.text } else { false }
            }
        }
        var found: [PlanProperty] = []
        for property in variants.flatMap(\.parameters) where !found.contains(where: { $0.name == property.name }) {
            found.append(property)
        }
        var result = one
        result.members = SwiftPlan.members(
            found, event: event.name, prefix: SwiftNaming.type(one.name) ?? one.name, &builder, &types)
        return result
    }
}
