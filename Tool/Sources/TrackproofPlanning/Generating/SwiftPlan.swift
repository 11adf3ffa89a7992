import Trackproof
package import TrackproofPlans
import TrackproofPlatform

/// What the generator writes for a tracking plan: functions, types and groups of default parameters.
package struct SwiftPlan: Sendable {
    let plan: TrackingPlan
    /// The types that the events share.
    let types: [SwiftDeclaration]
    /// The types of the shared groups that events include.
    let groupTypes: [SwiftNamespace]
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
    /// - Parameters:
    ///   - platform: The platform of the app, or `nil` to generate the events of all platforms.
    ///   - hasOlderVersions: Whether there is also a function for each older version of an event.
    package init(_ plan: TrackingPlan, platform: String? = nil, hasOlderVersions: Bool = false) {
        var builder = SwiftTypeBuilder(plan)
        self.plan = plan
        types = builder.sharedTypes()
        let defaults = Set(plan.defaults.map(\.name))
        var scope = SwiftScope(.function)
        var groupScope = SwiftScope(.function)
        groups = plan.shared.filter { defaults.contains($0.name) }.compactMap { group in
            // A group has no member `swift`.
            let name = groupScope.name(
                group.name, given: nil, at: group.place, advice: "rename it", &builder.problems)
            guard let name else { return nil }
            var types: [SwiftDeclaration] = []
            let parameters = group.parameters.map { $0.presented(for: plan.scope(of: platform, nil)) }
            let members = Self.members(parameters, event: nil, &builder, &types)
            builder.checkTypes(types, at: group.place)
            return SwiftGroup(
                name: name, namespace: SwiftNaming.type(ofMember: name) + "Defaults", members: members,
                types: types)
        }
        let hasPlatform = { (event: PlannedEvent) in
            platform.map { wanted in event.platforms.isEmpty || event.platforms.contains { $0.name.isPlatform(wanted) }
            }
                ?? true
        }
        let events = plan.eventsAndUser.filter(hasPlatform).flatMap { event in
            [(event.name, event)] + (hasOlderVersions ? event.olderVersions : [])
        }
        let included = Set(events.flatMap { $0.1.includes.map(\.name) }).subtracting(defaults)
        groupTypes = plan.shared.filter { included.contains($0.name) }.compactMap { builder.types(of: $0) }
        functions = events.compactMap { name, event in
            Self.function(event, named: name, plan, plan.scope(of: platform, event), &scope, &builder)
        }
        var known: Set<SwiftProblem> = []
        problems = builder.problems.filter { known.insert($0).inserted }
        shared = builder.shared
    }

    private static func function(
        _ event: PlannedEvent, named name: String, _ plan: TrackingPlan, _ apps: PlatformScope,
        _ scope: inout SwiftScope, _ builder: inout SwiftTypeBuilder
    ) -> SwiftFunction? {
        let name = scope.name(name, given: event.swift.name, at: event.place, &builder.problems)
        var types: [SwiftDeclaration] = []
        let parameters = plan.ownParameters(of: event).map { $0.presented(for: apps) }
        var event = event
        event.variants = event.variants.map { $0.presented(for: apps) }
        let members: [SwiftMember]
        if let variants = SwiftVariants(event, parameters, builder) {
            members = variants.members(event, &builder, &types)
        } else {
            members = Self.members(ofEachVariant: event, parameters, &builder, &types)
        }
        builder.checkTypes(types, at: event.place)
        // The problems of the parameters are reported too if the event has no name.
        guard let name, let namespace = types.isEmpty ? "" : builder.namespace(ofFunction: name, at: event.place) else {
            return nil
        }
        return SwiftFunction(event: event, name: name, namespace: namespace, members: members, types: types)
    }

    /// Returns the members for the parameters of an event and of all its variants.
    ///
    /// A call can pass the parameters of each variant. The check against the plan finds wrong combinations.
    private static func members(
        ofEachVariant event: PlannedEvent, _ parameters: [PlanProperty], _ builder: inout SwiftTypeBuilder,
        _ types: inout [SwiftDeclaration]
    ) -> [SwiftMember] {
        var all = parameters
        var places: [ExactText: Set<PlanPlace>] = [:]
        for property in event.variants.flatMap(\.parameters) where !property.schema.isNever {
            let name = ExactText(property.name)
            if all.contains(where: { ExactText($0.name) == name }) {
                if places[name] != nil { places[name]?.insert(property.place) }
                continue
            }
            places[name] = [property.place]
            var optional = property
            optional.schema.isRequired = false
            all.append(optional)
        }
        // Variants can give a parameter different schemas.
        let untyped = Set(places.filter { $0.value.count > 1 }.keys)
        return members(
            all, event: event.name, kind: event.kind, untyped: untyped, &builder, &types)
    }

    /// Returns the members for parameters. Reports two parameters, or two types, that have the same name in Swift.
    static func members(
        _ parameters: [PlanProperty], event: String?, kind: EventKind = .track, prefix: String = "",
        untyped: Set<ExactText> = [], _ builder: inout SwiftTypeBuilder, _ types: inout [SwiftDeclaration]
    ) -> [SwiftMember] {
        var scope = SwiftScope(.argument, taken: SwiftIdentity(kind).map { [$0.name] } ?? [])
        return parameters.filter { !$0.schema.isNever }.compactMap { property in
            if untyped.contains(ExactText(property.name)) { return builder.untypedMember(property, &scope) }
            return builder.member(
                property, isRequired: property.schema.isRequired, event: event, prefix: prefix, &scope, &types)
        }
    }
}

extension PlannedEvent {
    /// The older versions of the event, each with the name of its function before it follows the rules of Swift.
    fileprivate var olderVersions: [(String, PlannedEvent)] {
        versions.map { version, older in
            var older = older
            (older.kind, older.names) = (kind, names)
            older.description = "The version \(version.name) of `\(name)`." + (older.description.map { " " + $0 } ?? "")
            return ("\(name) v\(version.name)", older)
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
    /// The schema of the parameter, which is an enum of texts.
    private let schema: PlanSchema
    private let parameters: [PlanProperty]

    /// Returns `nil` if Swift cannot express the variants as one enum.
    ///
    /// It can if each variant depends only on texts of the same required enum, if no other text and no null is allowed, if
    /// no parameter of a variant is also a parameter of the event, and if no event belongs to two variants.
    init?(_ event: PlannedEvent, _ parameters: [PlanProperty], _ builder: SwiftTypeBuilder) {
        guard let first = event.variants.first?.when.first,
            let parameter = parameters.first(where: { $0.name.isExactly(first.name.name) }),
            parameter.schema.isRequired, let schema = builder.closedTexts(parameter.schema, event: event.name)
        else { return nil }
        let names = Set(parameters.map { ExactText($0.name) })
        var texts: Set<CanonicalValue> = []
        for variant in event.variants {
            guard variant.when.count == 1, variant.when[0].name.name.isExactly(parameter.name),
                variant.parameters.allSatisfy({ !names.contains(ExactText($0.name)) }),
                variant.when[0].values.allSatisfy({ texts.insert(CanonicalValue($0)).inserted })
            else { return nil }
        }
        (self.parameter, self.schema, self.parameters) = (parameter, schema, parameters)
    }

    func members(
        _ event: PlannedEvent, _ builder: inout SwiftTypeBuilder, _ types: inout [SwiftDeclaration]
    ) -> [SwiftMember] {
        var scope = SwiftScope(.argument, taken: SwiftIdentity(event.kind).map { [$0.name] } ?? [])
        return parameters.filter { !$0.schema.isNever }.compactMap { property -> SwiftMember? in
            guard property.name.isExactly(parameter.name) else {
                return builder.member(
                    property, isRequired: property.schema.isRequired, event: event.name, &scope, &types)
            }
            let name = scope.name(
                property.name, given: property.schema.swift.name, at: property.place, &builder.problems)
            guard let name else { return nil }
            let cases = builder.cases(schema).map { withMembers($0, event, &builder, &types) }
            let declaration = SwiftDeclaration(
                name: SwiftNaming.type(ofMember: name), description: schema.description,
                content: .variants(parameter: property.name, cases))
            types.append(declaration)
            var defaultValue: String?
            if case .string(let text)? = (property.schema.defaultValue ?? schema.defaultValue)?.content,
                let one = cases.first(where: { $0.text.isExactly(text) }), one.members.allSatisfy({ !$0.isRequired })
            {
                defaultValue = "." + SwiftNaming.escaped(one.name) + (one.members.isEmpty ? "" : "()")
            }
            return SwiftMember(
                parameter: property.name, name: name, type: .declared(declaration), isRequired: true,
                defaultValue: defaultValue, description: property.schema.description ?? schema.description)
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
            found, event: event.name, prefix: SwiftNaming.type(ofMember: one.name), &builder, &types)
        return result
    }
}
