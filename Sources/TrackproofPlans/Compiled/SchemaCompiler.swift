internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A compiler that turns a plan's schemas into a form that is fast to check.
struct SchemaCompiler {
    private(set) var schemas: [CompiledSchema] = []
    private let types: [String: PlanSchema]
    private var typeIndices: [String: Int] = [:]
    /// The named types that the compiler must still compile.
    private var pending: [(index: Int, schema: PlanSchema)] = []
    private var isFilling = false
    private let isClosed: Bool

    init(_ plan: TrackingPlan) {
        types = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        isClosed = plan.isClosed
    }

    /// Compiles a schema, and returns its index.
    ///
    /// - Parameter closes: Whether an object with `properties` forbids all other members. A schema inside of `allOf` or
    ///   a similar keyword describes only a part of an object, so it must not forbid the other members.
    mutating func compile(_ schema: PlanSchema, closes: Bool) -> Int {
        let index = schemas.count
        schemas.append(CompiledSchema(place: schema.place))
        if isFilling {
            fill(index, schema, closes: closes)
        } else {
            isFilling = true
            fill(index, schema, closes: closes)
            // A chain of types that refer to each other can have any length, so this loop replaces a recursion.
            while let type = pending.popLast() { fill(type.index, type.schema, closes: isClosed) }
            isFilling = false
        }
        return index
    }

    private mutating func fill(_ index: Int, _ schema: PlanSchema, closes: Bool) {
        var compiled = CompiledSchema(place: schema.place)
        compiled.isNever = schema.isNever
        compiled.pii = schema.pii
        compiled.exemptions = Self.ids(schema.exemptions)
        var named: [Int] = []
        if case .types(let names)? = schema.rule(.type)?.value {
            (compiled.types, named) = types(names)
            if !named.isEmpty, !compiled.types.isEmpty {
                // The JSON types become one more alternative beside the named types.
                schemas.append(CompiledSchema(types: compiled.types, place: schema.place))
                named.append(schemas.count - 1)
            }
            if !named.isEmpty { compiled.types = .all }
        }
        compiled.constants = constants(schema)
        compiled.numbers = numbers(schema)
        compiled.texts = texts(schema)
        compiled.lists = lists(schema)
        let isWhole =
            closes && schema.rule(.allOf) == nil && schema.rule(.ref) == nil && schema.rule(.if) == nil
            && schema.rule(.anyOf) == nil && schema.rule(.oneOf) == nil
        compiled.objects = objects(schema, closes: isWhole)
        compiled.combinations = combinations(schema, named: named)
        compiled.isSearchedForPersonalData =
            schema.pii == nil && compiled.constants == nil && named.isEmpty && compiled.texts?.format.isOpen ?? true
        schemas[index] = compiled
    }

    static func ids(_ exemptions: [Exemption]) -> FindingIDs {
        var ids = FindingIDs()
        for exemption in exemptions { FindingID(rawValue: exemption.id).map { ids.insert($0) } }
        return ids
    }

    // MARK: Types

    /// Returns the JSON types among the names, and the schemas of the other types.
    private mutating func types(_ names: [TypeName]) -> (JSONTypes, [Int]) {
        var types = JSONTypes()
        var named: [Int] = []
        for name in names {
            if let known = name.types { types.formUnion(known) } else { named += type(name.name) }
        }
        return (types, named)
    }

    /// Returns the schema of a named type. Each type is compiled only once.
    private mutating func type(_ name: String) -> [Int] {
        if let index = typeIndices[name] { return [index] }
        guard let schema = types[name] else { return [] }
        let index = schemas.count
        schemas.append(CompiledSchema(place: schema.place))
        typeIndices[name] = index
        pending.append((index, schema))
        return [index]
    }

    // MARK: Rules

    /// Returns the values that `enum` and `const` allow.
    private func constants(_ schema: PlanSchema) -> ConstantSet? {
        let lists = [SchemaKeyword.enum, .const].compactMap { keyword -> [PlanNode]? in
            if case .constants(let nodes)? = schema.rule(keyword)?.value { nodes } else { nil }
        }
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

    private mutating func lists(_ schema: PlanSchema) -> ListRules? {
        let (least, most) = (count(.minItems, schema), count(.maxItems, schema))
        var isUnique = false
        if case .flag(true)? = schema.rule(.uniqueItems)?.value { isUnique = true }
        var prefix: [Int] = []
        if case .schemas(let schemas)? = schema.rule(.prefixItems)?.value {
            prefix = schemas.map { compile($0, closes: isClosed) }
        }
        var rest: Int?
        if case .schema(let items)? = schema.rule(.items)?.value { rest = compile(items, closes: isClosed) }
        if least == nil, most == nil, !isUnique, prefix.isEmpty, rest == nil { return nil }
        return ListRules(
            prefix: prefix, rest: rest, minItems: least ?? 0, maxItems: most ?? .max, isUnique: isUnique)
    }

    private mutating func objects(_ schema: PlanSchema, closes: Bool) -> ObjectRules? {
        var members = MemberList()
        var isUsed = false
        var hasPatterns = false
        var patterns: [(PlanPattern, Int)] = []
        var nameSchema: Int?
        var additional = ObjectRules.Additional.allowed
        for rule in schema.rules {
            switch rule.value {
            case .properties(let properties):
                isUsed = true
                for property in properties {
                    members.add(property.name, compile(property.schema, closes: isClosed))
                    if property.schema.isRequired { members.require(property.name) }
                }
            case .names(let names): for name in names { members.require(name.name) }
            case .dependents(let dependents):
                for (name, others) in dependents {
                    members.dependents.append((members.index(name.name), others.map { members.index($0.name) }))
                }
            case .patternProperties(let properties):
                hasPatterns = true
                patterns = properties.map { (PlanPattern($0.pattern), compile($0.schema, closes: isClosed)) }
            case .schema(let child) where rule.keyword == .propertyNames:
                nameSchema = compile(child, closes: isClosed)
            case .schema(let child) where rule.keyword == .additionalProperties:
                let isOpen = child.rules.isEmpty && child.description == nil && child.pii == nil
                additional =
                    child.isNever ? .refused : (isOpen ? .allowed : .schema(compile(child, closes: isClosed)))
            default: continue
            }
        }
        let (least, most) = (count(.minProperties, schema), count(.maxProperties, schema))
        if schema.rule(.additionalProperties) == nil, closes, isUsed, !hasPatterns { additional = .refused }
        if case .allowed = additional, members.names.isEmpty, patterns.isEmpty, nameSchema == nil, least == nil,
            most == nil
        {
            return nil
        }
        return ObjectRules(
            names: members.names, schemas: members.schemas, required: members.required, additional: additional,
            patterns: patterns, nameSchema: nameSchema, minCount: least ?? 0, maxCount: most ?? .max,
            dependents: members.dependents)
    }

    private mutating func combinations(
        _ schema: PlanSchema, named: [Int]
    ) -> CombinationRules? {
        var all: [Int] = []
        var any: [[Int]] = []
        var one: [[Int]] = []
        var not: [Int] = []
        var (condition, then, otherwise): (Int?, Int?, Int?) = (nil, nil, nil)
        if named.count == 1 { all = named } else if !named.isEmpty { any = [named] }
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.ref, .reference(let name)): all += type(name.name)
            case (.allOf, .schemas(let list)): all += list.map { compile($0, closes: false) }
            case (.anyOf, .schemas(let list)): any.append(list.map { compile($0, closes: false) })
            case (.oneOf, .schemas(let list)): one.append(list.map { compile($0, closes: false) })
            case (.not, .schema(let child)): not.append(compile(child, closes: false))
            case (.if, .schema(let child)): condition = compile(child, closes: false)
            case (.then, .schema(let child)): then = compile(child, closes: false)
            case (.else, .schema(let child)): otherwise = compile(child, closes: false)
            default: continue
            }
        }
        if all.isEmpty, any.isEmpty, one.isEmpty, not.isEmpty, condition == nil { return nil }
        return CombinationRules(
            all: all, any: any, one: one, not: not, condition: condition, then: then, otherwise: otherwise)
    }
}

/// The names that an object's schema declares or mentions.
struct MemberList {
    private(set) var names: [String] = []
    /// The schema of each name, or -1 if there is none.
    private(set) var schemas: [Int] = []
    private(set) var required = NameBits()
    var dependents: [(name: Int, others: [Int])] = []
    private var indices: [ExactText: Int] = [:]

    /// Returns the index of a name. Adds the name if it is new.
    mutating func index(_ name: String) -> Int {
        if let index = indices[ExactText(name)] { return index }
        indices[ExactText(name)] = names.count
        names.append(name)
        schemas.append(-1)
        return names.count - 1
    }

    mutating func add(_ name: String, _ schema: Int) { schemas[index(name)] = schema }

    mutating func require(_ name: String) { required.insert(index(name)) }
}

extension TextFormat? {
    /// Whether a text can contain personal data. A text without a format can, and so can the query of a URI.
    fileprivate var isOpen: Bool {
        switch self {
        case nil, .uri, .uriReference: true
        default: false
        }
    }
}
