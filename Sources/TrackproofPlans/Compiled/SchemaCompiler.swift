import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A compiler that converts the schemas of a plan so that the checker can compare values with them quickly.
struct SchemaCompiler {
    private(set) var schemas: [CompiledSchema] = []
    /// For each element of `schemas`, the schema of the plan's file.
    private(set) var sources: [PlanSchema] = []
    /// A named type and a scope in which the plan uses it. The compiler compiles a type once for each scope.
    private struct TypeUse: Hashable {
        let name: String
        let scope: SchemaScope
    }

    private let types: [String: PlanSchema]
    private var typeIndices: [TypeUse: Int] = [:]
    /// The parameters of shared groups, compiled once for all events, by the apps and the group's name.
    private var groups: [PlatformScope: [String: [(PlanProperty, Int)]]] = [:]
    /// The named types that the compiler must still compile, because compiled schemas refer to them.
    private var pending: [(index: Int, schema: PlanSchema, scope: SchemaScope)] = []
    private let declared: DeclaredMembers
    /// The index of the schema that any value fits, or `nil` if the compiler has not created this schema yet.
    private var anyIndex: Int?
    private var isFilling = false
    private let isClosed: Bool

    init(_ plan: TrackingPlan) {
        types = plan.schemasOfTypes
        declared = DeclaredMembers(types)
        isClosed = plan.isClosed
    }

    /// Compiles a schema, and returns its index in `schemas`.
    ///
    /// - Parameter scope: Whether the schema describes a complete value, a part of a value, or a condition.
    mutating func compile(_ schema: PlanSchema, _ scope: SchemaScope) -> Int {
        let index = reserve(schema)
        if isFilling {
            fill(index, schema, scope)
        } else {
            isFilling = true
            fill(index, schema, scope)
            // A chain of types that refer to each other can have any length. With a recursion, a long chain would
            // overflow the stack.
            while let type = pending.popLast() { fill(type.index, type.schema, type.scope) }
            isFilling = false
            schemas.findReadableTypes(from: index)
        }
        return index
    }

    /// Returns the parameters of a shared group with the indices of their schemas.
    mutating func parameters(of group: ParameterGroup, _ apps: PlatformScope) -> [(PlanProperty, Int)] {
        if let known = groups[apps]?[group.name] { return known }
        var parameters: [(PlanProperty, Int)] = []
        for parameter in group.parameters.map({ $0.presented(for: apps) }) {
            parameters.append((parameter, compile(parameter.schema, isClosed ? .closed : .open)))
        }
        groups[apps, default: [:]][group.name] = parameters
        return parameters
    }

    /// Adds a schema without rules, and returns its index.
    private mutating func reserve(_ schema: PlanSchema) -> Int {
        schemas.append(CompiledSchema(place: schema.place))
        sources.append(schema)
        return schemas.count - 1
    }

    private mutating func fill(_ index: Int, _ schema: PlanSchema, _ scope: SchemaScope) {
        var compiled = CompiledSchema(place: schema.place)
        compiled.isNever = schema.isNever
        compiled.platform = schema.presence?.chosen
        compiled.pii = schema.pii
        compiled.exemptions = FindingIDs(schema.exemptions)
        let composition = schema.composition
        let inside = scope.inside(composition)
        var named: [Int] = []
        if case .types(let names)? = schema.rule(.type)?.value {
            compiled.types = names.reduce([]) { $0.union($1.types ?? []) }
            named = names.filter { $0.types == nil }.flatMap { type($0.name, inside) }
            if !named.isEmpty, !compiled.types.isEmpty {
                // The value can fit a named type or one of the JSON types. So the JSON types are one more alternative.
                named.append(reserve(PlanSchema(at: schema.place)))
                schemas[schemas.count - 1].types = compiled.types
            }
            if !named.isEmpty { compiled.types = .all }
        }
        compiled.constants = constants(schema)
        compiled.numbers = NumberBounds(schema)
        compiled.texts = TextRules(schema)
        compiled.lists = lists(schema, scope.ofContents(isClosed: isClosed))
        compiled.objects = objects(schema, scope)
        compiled.combinations = combinations(schema, named: named, inside)
        compiled.isSearchedForPersonalData =
            scope != .condition && schema.pii == nil && compiled.constants == nil
            && schema.rules.allSatisfy(\.references.isEmpty)
            // A URI can contain an email address. Texts of the other formats contain no personal data.
            && [nil, .uri, .uriReference].contains(compiled.texts?.format)
        schemas[index] = compiled
    }

    // MARK: Types

    /// Returns the index of the schema of a named type, or an empty list if the plan has no such type.
    ///
    /// The compiler compiles the type when `compile` has compiled the schema that refers to the type.
    private mutating func type(_ name: String, _ scope: SchemaScope) -> [Int] {
        let use = TypeUse(name: name, scope: scope)
        if let index = typeIndices[use] { return [index] }
        guard let schema = types[name] else { return [] }
        let index = reserve(schema)
        typeIndices[use] = index
        pending.append((index, schema, scope))
        return [index]
    }

    /// Returns the index of a schema that any value fits.
    ///
    /// If several schemas describe one object, each of them uses this index for members that only the others describe.
    private mutating func any(_ place: PlanPlace) -> Int {
        if let anyIndex { return anyIndex }
        let index = reserve(PlanSchema(at: place))
        schemas[index].isSearchedForPersonalData = false
        anyIndex = index
        return index
    }

    // MARK: Rules

    /// Returns the values that `enum` and `const` allow together, or `nil` if the schema has neither.
    private func constants(_ schema: PlanSchema) -> ConstantSet? {
        let lists = schema.rules.compactMap(\.constants)
        guard var allowed = lists.first else { return nil }
        for list in lists.dropFirst() {
            let others = ConstantSet(list)
            allowed.removeAll { !others.contains($0.eventValue) }
        }
        return ConstantSet(allowed)
    }

    private mutating func lists(_ schema: PlanSchema, _ contents: SchemaScope) -> ListRules? {
        guard schema.restricts(.array) else { return nil }
        return ListRules(
            schema, prefix: schema.schemas(.prefixItems).map { compile($0, contents) },
            rest: schema.schemas(.items).first.map { compile($0, contents) })
    }

    private mutating func objects(_ schema: PlanSchema, _ scope: SchemaScope) -> ObjectRules? {
        let contents = scope.ofContents(isClosed: isClosed)
        var members = MemberList()
        (members.minCount, members.maxCount) = (schema.count(.minProperties), schema.count(.maxProperties))
        for rule in schema.rules {
            switch rule.value {
            case .properties(let properties):
                for property in properties { members.add(property, compile(property.schema, contents)) }
            case .variants(let list): members.variants = variants(list, &members, contents)
            case .names(let names): for name in names { members.require(name.name) }
            case .dependents(let dependents):
                for (name, others) in dependents {
                    members.dependents.append((members.index(name.name), others.map { members.index($0.name) }))
                }
            case .patternProperties(let properties):
                members.patterns = properties.map { ($0.pattern, compile($0.schema, contents)) }
            case .schema(let child) where rule.keyword == .propertyNames:
                members.nameSchema = compile(child, contents)
            case .schema(let child) where rule.keyword == .additionalProperties:
                let isOpen = child.rules.isEmpty && child.description == nil && child.pii == nil
                members.additional =
                    child.isNever ? .refused : (isOpen ? .allowed : .schema(compile(child, contents)))
            default: continue
            }
        }
        if schema.rule(.additionalProperties) == nil {
            let declares = schema.rule(.properties) != nil || schema.rule(.variants) != nil
            if scope == .closed, schema.composition == .own, declares, schema.rule(.patternProperties) == nil {
                members.additional = .refused
            }
            // If several schemas describe the object together, it may have the members that any of them declares.
            let isWhole = schema.composition == .parts && !scope.leavesOtherMembers
            if isWhole, let names = declared.names(schema) {
                for name in names where members.lacksSchema(name) { members.add(name, any(schema.place)) }
                if scope == .closed { members.additional = .refused }
            }
        }
        if case .allowed = members.additional {
            if !members.haveRules { return nil }
            if scope.leavesOtherMembers { members.additional = .schema(any(schema.place)) }
        }
        return ObjectRules(members)
    }

    /// Compiles the variants of an event or an object, and adds the names of their parameters to `members`.
    ///
    /// - Parameter scope: The scope of the parameters. Defaults to that of the parameters of an event.
    mutating func variants(
        _ variants: [PlanVariant], _ members: inout MemberList, _ scope: SchemaScope? = nil
    ) -> [CompiledVariant] {
        zip(variants, VariantCondition.conditions(of: variants)).map { variant, condition in
            var schemas: [Int: Int] = [:]
            var required = NameBits()
            for parameter in variant.parameters {
                let index = members.index(parameter.name)
                schemas[index] = compile(parameter.schema, scope ?? (isClosed ? .closed : .open))
                if parameter.schema.isRequired { required.insert(index) }
            }
            return CompiledVariant(place: variant.place, condition: condition, schemas: schemas, required: required)
        }
    }

    /// Adds a schema for a whole event, and returns its index.
    mutating func reserveWhole(at place: PlanPlace) -> Int { reserve(PlanSchema(at: place)) }

    /// Gives the schema of a whole event the rules for its parameters, and the rules for all parameters together.
    mutating func fill(_ whole: Int, _ rules: ObjectRules, _ schema: PlanSchema) {
        let together = compile(schema, .part)
        schemas[whole] = CompiledSchema(rules, at: schema.place)
        schemas[whole].combinations = CombinationRules([(.allOf, [together])])
    }

    private mutating func combinations(
        _ schema: PlanSchema, named: [Int], _ scope: SchemaScope
    ) -> CombinationRules? {
        var parts: [(keyword: SchemaKeyword, schemas: [Int])] = []
        if !named.isEmpty { parts.append((named.count == 1 ? .allOf : .anyOf, named)) }
        for rule in schema.rules where rule.constants == nil {
            if case .reference(let name) = rule.value { parts.append((.allOf, type(name.name, scope))) }
            let inner: SchemaScope
            switch (rule.keyword, rule.keyword.subject) {
            case (.anyOf, _), (.oneOf, _): inner = scope
            case (_, .value?): inner = scope.inside(.parts)
            case (_, .condition?): inner = .condition
            default: continue
            }
            parts.append((rule.keyword, rule.value.schemas.map { compile($0, inner) }))
        }
        // Without `if`, the keywords `then` and `else` have no effect.
        return parts.contains { $0.keyword != .then && $0.keyword != .else } ? CombinationRules(parts) : nil
    }
}

/// The names of members that an object's schema declares or mentions, with their schemas and the rules for all members.
struct MemberList {
    private(set) var names: [String] = []
    /// For each name, the index of its schema, or -1 if the name has no schema.
    private(set) var schemas: [Int] = []
    private(set) var required: Set<Int> = []
    var additional = ObjectRules.Additional.allowed
    var patterns: [(pattern: Pattern, schema: Int)] = []
    var nameSchema: Int?
    var (minCount, maxCount): (Int?, Int?) = (nil, nil)
    var dependents: [(name: Int, others: [Int])] = []
    var variants: [CompiledVariant] = []
    private var indices: [ExactText: Int] = [:]

    /// Whether there is any rule, beside that for members which the schema does not declare.
    var haveRules: Bool {
        !names.isEmpty || !patterns.isEmpty || nameSchema != nil || minCount != nil || maxCount != nil
    }

    /// Returns the index of a name. Adds the name if the list does not contain it yet.
    mutating func index(_ name: String) -> Int {
        if let index = indices[ExactText(name)] { return index }
        indices[ExactText(name)] = names.count
        names.append(name)
        schemas.append(-1)
        return names.count - 1
    }

    /// Returns whether neither the schema nor one of its variants has a schema for the name.
    func lacksSchema(_ name: String) -> Bool {
        indices[ExactText(name)].map { schemas[$0] < 0 && variants.isEmpty } ?? true
    }

    mutating func add(_ name: String, _ schema: Int) { schemas[index(name)] = schema }

    mutating func add(_ property: PlanProperty, _ schema: Int) {
        add(property.name, schema)
        if property.schema.isRequired { require(property.name) }
    }

    /// Adds a parameter of an event. It replaces a parameter of the same name.
    mutating func declare(_ parameter: PlanProperty, _ schema: Int) {
        required.remove(index(parameter.name))
        add(parameter, schema)
    }

    mutating func require(_ name: String) { required.insert(index(name)) }
}
