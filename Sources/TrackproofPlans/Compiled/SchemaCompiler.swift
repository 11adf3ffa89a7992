import Trackproof
import TrackproofSnapshots
import TrackproofText

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
    /// The named types that the compiler must still compile, because compiled schemas refer to them.
    private var pending: [(index: Int, schema: PlanSchema, scope: SchemaScope)] = []
    private var declared: DeclaredMembers
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
            (compiled.types, named) = types(names, inside)
            if !named.isEmpty, !compiled.types.isEmpty {
                // The value can fit a named type or one of the JSON types. So the JSON types are one more alternative.
                named.append(reserve(PlanSchema(at: schema.place)))
                schemas[schemas.count - 1].types = compiled.types
            }
            if !named.isEmpty { compiled.types = .all }
        }
        compiled.constants = constants(schema)
        compiled.numbers = numbers(schema)
        compiled.texts = texts(schema)
        compiled.lists = lists(schema, scope.ofContents(isClosed: isClosed))
        compiled.objects = objects(
            schema, scope, composition,
            declared: composition == .parts && !scope.leavesOtherMembers ? declared.names(schema) : nil)
        compiled.combinations = combinations(schema, named: named, inside)
        compiled.isSearchedForPersonalData =
            scope != .condition && schema.pii == nil && compiled.constants == nil
            && schema.rules.allSatisfy(\.namesOfTypes.isEmpty)
            && compiled.texts?.format.isOpen ?? true
        schemas[index] = compiled
    }

    // MARK: Types

    /// Returns the JSON types among `names`, and the indices of the schemas of the plan's types among `names`.
    private mutating func types(_ names: [TypeName], _ scope: SchemaScope) -> (JSONTypes, [Int]) {
        var types = JSONTypes()
        var named: [Int] = []
        for name in names {
            if let known = name.types { types.formUnion(known) } else { named += type(name.name, scope) }
        }
        return (types, named)
    }

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

    private func numbers(_ schema: PlanSchema) -> NumberBounds? {
        var lower: [NumberBounds.Bound] = []
        var upper: [NumberBounds.Bound] = []
        var multipleOf: [PlanNumber] = []
        for rule in schema.rules {
            guard case .number(let number) = rule.value else { continue }
            switch rule.keyword {
            case .minimum: lower.append(.init(number, isExclusive: false))
            case .exclusiveMinimum: lower.append(.init(number, isExclusive: true))
            case .maximum: upper.append(.init(number, isExclusive: false))
            case .exclusiveMaximum: upper.append(.init(number, isExclusive: true))
            default: multipleOf.append(number)
            }
        }
        if lower.isEmpty, upper.isEmpty, multipleOf.isEmpty { return nil }
        return NumberBounds(lower: lower, upper: upper, multipleOf: multipleOf)
    }

    private func count(_ keyword: SchemaKeyword, _ schema: PlanSchema) -> Int? {
        if case .count(let count)? = schema.rule(keyword)?.value { count } else { nil }
    }

    private func texts(_ schema: PlanSchema) -> TextRules? {
        let (least, most) = (count(.minLength, schema), count(.maxLength, schema))
        var pattern: PlanPattern?
        var format: TextFormat?
        if case .pattern(let value)? = schema.rule(.pattern)?.value { pattern = PlanPattern(value) }
        if case .format(let value)? = schema.rule(.format)?.value { format = value }
        if least == nil, most == nil, pattern == nil, format == nil { return nil }
        return TextRules(minLength: least ?? 0, maxLength: most ?? .max, pattern: pattern, format: format)
    }

    private mutating func lists(_ schema: PlanSchema, _ contents: SchemaScope) -> ListRules? {
        let (least, most) = (count(.minItems, schema), count(.maxItems, schema))
        var isUnique = false
        if case .flag(true)? = schema.rule(.uniqueItems)?.value { isUnique = true }
        var prefix: [Int] = []
        if case .schemas(let schemas)? = schema.rule(.prefixItems)?.value {
            prefix = schemas.map { compile($0, contents) }
        }
        var rest: Int?
        if case .schema(let items)? = schema.rule(.items)?.value { rest = compile(items, contents) }
        if least == nil, most == nil, !isUnique, prefix.isEmpty, rest == nil { return nil }
        return ListRules(
            prefix: prefix, rest: rest, minItems: least ?? 0, maxItems: most ?? .max, isUnique: isUnique)
    }

    /// - Parameter declared: If several schemas describe one object together, the names of all members that they
    ///   declare. Otherwise `nil`.
    private mutating func objects(
        _ schema: PlanSchema, _ scope: SchemaScope, _ composition: ObjectComposition, declared: [String]?
    ) -> ObjectRules? {
        let contents = scope.ofContents(isClosed: isClosed)
        var members = MemberList()
        var isUsed = false
        var hasPatterns = false
        var patterns: [(PlanPattern, Int)] = []
        var nameSchema: Int?
        var variants: [CompiledVariant] = []
        var additional = ObjectRules.Additional.allowed
        for rule in schema.rules {
            switch rule.value {
            case .properties(let properties):
                isUsed = true
                for property in properties {
                    members.add(property.name, compile(property.schema, contents))
                    if property.schema.isRequired { members.require(property.name) }
                }
            case .variants(let list):
                isUsed = true
                variants = self.variants(list, &members, contents)
            case .names(let names): for name in names { members.require(name.name) }
            case .dependents(let dependents):
                for (name, others) in dependents {
                    members.dependents.append((members.index(name.name), others.map { members.index($0.name) }))
                }
            case .patternProperties(let properties):
                hasPatterns = true
                patterns = properties.map { (PlanPattern($0.pattern), compile($0.schema, contents)) }
            case .schema(let child) where rule.keyword == .propertyNames:
                nameSchema = compile(child, contents)
            case .schema(let child) where rule.keyword == .additionalProperties:
                let isOpen = child.rules.isEmpty && child.description == nil && child.pii == nil
                additional =
                    child.isNever ? .refused : (isOpen ? .allowed : .schema(compile(child, contents)))
            default: continue
            }
        }
        let (least, most) = (count(.minProperties, schema), count(.maxProperties, schema))
        if schema.rule(.additionalProperties) == nil {
            if scope == .closed, composition == .own, isUsed, !hasPatterns { additional = .refused }
            let ofVariants = variants.isEmpty ? [] : members.withoutSchemas
            for name in declared ?? [] where !members.hasSchema(name) && !ofVariants.contains(ExactText(name)) {
                members.add(name, any(schema.place))
            }
            if scope == .closed, declared != nil { additional = .refused }
        }
        if case .allowed = additional, members.names.isEmpty, patterns.isEmpty, nameSchema == nil, least == nil,
            most == nil
        {
            return nil
        }
        if case .allowed = additional, scope.leavesOtherMembers { additional = .schema(any(schema.place)) }
        return ObjectRules(
            names: members.names, schemas: members.schemas, required: members.required, additional: additional,
            patterns: patterns, nameSchema: nameSchema, minCount: least ?? 0, maxCount: most ?? .max,
            dependents: members.dependents, variants: variants)
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
        schemas[whole].combinations = CombinationRules(
            all: [together], any: [], one: [], not: [], condition: nil, then: nil, otherwise: nil)
    }

    private mutating func combinations(
        _ schema: PlanSchema, named: [Int], _ scope: SchemaScope
    ) -> CombinationRules? {
        let part = scope.inside(.parts)
        var all: [Int] = []
        var any: [[Int]] = []
        var one: [[Int]] = []
        var not: [Int] = []
        var (condition, then, otherwise): (Int?, Int?, Int?) = (nil, nil, nil)
        if named.count == 1 { all = named } else if !named.isEmpty { any = [named] }
        for rule in schema.rules where rule.constants == nil {
            switch (rule.keyword, rule.value) {
            case (.ref, .reference(let name)): all += type(name.name, scope)
            case (.allOf, .schemas(let list)): all += list.map { compile($0, part) }
            case (.anyOf, .schemas(let list)): any.append(list.map { compile($0, scope) })
            case (.oneOf, .schemas(let list)): one.append(list.map { compile($0, scope) })
            case (.not, .schema(let child)): not.append(compile(child, .condition))
            case (.if, .schema(let child)): condition = compile(child, .condition)
            case (.then, .schema(let child)): then = compile(child, part)
            case (.else, .schema(let child)): otherwise = compile(child, part)
            default: continue
            }
        }
        if all.isEmpty, any.isEmpty, one.isEmpty, not.isEmpty, condition == nil { return nil }
        return CombinationRules(
            all: all, any: any, one: one, not: not, condition: condition, then: then, otherwise: otherwise)
    }
}

/// The names of members that an object's schema declares or mentions, with their schemas.
struct MemberList {
    private(set) var names: [String] = []
    /// For each name, the index of its schema, or -1 if the name has no schema.
    private(set) var schemas: [Int] = []
    private(set) var required = NameBits()
    var dependents: [(name: Int, others: [Int])] = []
    private var indices: [ExactText: Int] = [:]

    /// Returns the index of a name. Adds the name if the list does not contain it yet.
    mutating func index(_ name: String) -> Int {
        if let index = indices[ExactText(name)] { return index }
        indices[ExactText(name)] = names.count
        names.append(name)
        schemas.append(-1)
        return names.count - 1
    }

    func hasSchema(_ name: String) -> Bool { indices[ExactText(name)].map { schemas[$0] >= 0 } ?? false }

    /// The names that the list mentions without a schema.
    var withoutSchemas: Set<ExactText> {
        Set(zip(names, schemas).filter { $0.1 < 0 }.map { ExactText($0.0) })
    }

    mutating func add(_ name: String, _ schema: Int) { schemas[index(name)] = schema }

    mutating func require(_ name: String) { required.insert(index(name)) }
}

extension TextFormat? {
    /// Whether the judge searches texts of this format for personal data.
    ///
    /// For example, a URI can contain an email address.
    fileprivate var isOpen: Bool {
        switch self {
        case nil, .uri, .uriReference: true
        default: false
        }
    }
}
