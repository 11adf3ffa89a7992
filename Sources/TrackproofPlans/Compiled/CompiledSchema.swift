public import TrackproofSnapshots

/// A schema of a plan, converted so that the checker can compare values with it quickly.
///
/// A schema stores its inner schemas as indices of ``CompiledPlan/schemas``, because a type can contain itself.
public struct CompiledSchema: Sendable {
    /// The types that a value may have.
    public internal(set) var types = JSONTypes.all
    /// The types that all rules of the schema allow together, also those of the schemas that it refers to or combines.
    ///
    /// ``SchemaCompiler`` finds these types when all of these schemas are compiled.
    public internal(set) var readableTypes = JSONTypes.all
    /// Whether the plan forbids all values with `never: true`.
    public internal(set) var isNever = false
    /// The platform for which the plan says whether apps send the value, if the schema applies only to this platform.
    var platform: String?
    /// The findings that the plan does not report for a value of this schema and for the values inside it.
    public internal(set) var exemptions = FindingIDs()
    /// The kind of personal data that the plan declares for the value, or `nil` if the plan declares none.
    var pii: String?
    /// Whether the judge searches a text of this schema for personal data.
    ///
    /// `false` if the plan lists the allowed texts or declares personal data. Also `false` if the schema refers to a
    /// named type: the judge searches the text when it compares the text with the schema of the type.
    public internal(set) var isSearchedForPersonalData = true
    /// The allowed values, from `enum` and `const`, or `nil` if the schema has neither.
    public internal(set) var constants: ConstantSet?
    /// The bounds of numbers, or `nil` if the schema has none.
    public internal(set) var numbers: NumberBounds?
    /// The rules for texts, or `nil` if the schema has none.
    public internal(set) var texts: TextRules?
    /// The rules for lists, or `nil` if the schema has none.
    public internal(set) var lists: ListRules?
    /// The rules for objects, or `nil` if the schema has none.
    public internal(set) var objects: ObjectRules?
    /// The schemas that the schema combines, or `nil` if it combines none.
    public internal(set) var combinations: CombinationRules?
    /// The place in the plan's file at which the schema begins.
    public let place: PlanPlace

    /// Whether the schema has no rules for values except ``types`` and ``combinations``.
    var hasOnlyTypesAndCombinations: Bool {
        !isNever && constants == nil && numbers == nil && texts == nil && lists == nil && objects == nil
    }

    /// The schema that this schema refers to, if it has no other rules for values. Otherwise `nil`.
    public var reference: Int? {
        guard let combinations, combinations.isAllOnly, combinations.all.count == 1, types == .all,
            hasOnlyTypesAndCombinations
        else { return nil }
        return combinations.all[0]
    }
}

extension CompiledSchema {
    /// Creates a schema that any value fits.
    ///
    /// - Parameter isSearched: Whether the judge searches the texts for personal data.
    public init(anyAt place: PlanPlace, isSearched: Bool) {
        self.init(place: place)
        isSearchedForPersonalData = isSearched
    }

    /// Creates a schema that no value fits.
    public init(neverAt place: PlanPlace) {
        self.init(place: place)
        (isNever, types, readableTypes) = (true, [], [])
    }

    /// Creates a schema for objects, such as the parameters of an event.
    public init(_ rules: ObjectRules, at place: PlanPlace) {
        self.init(place: place)
        (types, readableTypes, isSearchedForPersonalData, objects) = (.object, .object, false, rules)
    }
}

/// The rules for strings.
public final class TextRules: Sendable {
    /// The least number of Unicode scalars.
    public let minLength: Int
    /// The greatest number of Unicode scalars.
    public let maxLength: Int
    /// The pattern that a part of the text must fit, or `nil`.
    public let pattern: Pattern?
    /// The format of the text, or `nil`.
    public let format: TextFormat?

    init?(_ schema: PlanSchema) {
        guard schema.restricts(.string) else { return nil }
        minLength = schema.count(.minLength) ?? 0
        maxLength = schema.count(.maxLength) ?? .max
        pattern = if case .pattern(let value)? = schema.rule(.pattern)?.value { value } else { nil }
        format = if case .format(let value)? = schema.rule(.format)?.value { value } else { nil }
    }
}

/// The rules for lists.
public final class ListRules: Sendable {
    /// The schemas of the first elements, from `prefixItems`.
    public let prefix: [Int]
    /// The schema of all elements after the elements of `prefix`, or `nil` if these elements may have any value.
    public let rest: Int?
    /// The least number of elements.
    public let minItems: Int
    /// The greatest number of elements.
    public let maxItems: Int
    /// Whether the elements must differ from each other.
    public let isUnique: Bool

    init(_ schema: PlanSchema, prefix: [Int], rest: Int?) {
        (self.prefix, self.rest) = (prefix, rest)
        minItems = schema.count(.minItems) ?? 0
        maxItems = schema.count(.maxItems) ?? .max
        isUnique = if case .flag(true)? = schema.rule(.uniqueItems)?.value { true } else { false }
    }
}

/// The rules for the members of an object, or for the parameters of an event.
public final class ObjectRules: Sendable {
    /// The rule for members that the plan does not declare.
    public enum Additional: Sendable {
        case allowed
        case refused
        case schema(Int)
    }

    /// The names that the schema declares or mentions.
    public let names: [String]
    let table: NameTable
    /// For each name, the index of its schema, or -1 if the name has no schema.
    ///
    /// For example, a name has no schema if only a variant of the event declares it.
    public let schemas: [Int]
    /// The indices of the names that must be present.
    public let required: NameBits
    /// The rule for members that the schema does not declare.
    public let additional: Additional
    /// The schemas of members whose names fit a pattern.
    public let patterns: [(pattern: Pattern, schema: Int)]
    /// The schema that the name of each member must fit, or `nil` if there is no such schema.
    public let nameSchema: Int?
    /// The least number of members.
    public let minCount: Int
    /// The greatest number of members.
    public let maxCount: Int
    /// The rules of `dependentRequired`: if the member `name` is present, all members `others` must be present.
    public let dependents: [(name: Int, others: [Int])]
    /// The variants of the event or object.
    public let variants: [CompiledVariant]
    /// For an event that has rules for all its parameters together, the index of the schema of the whole event.
    ///
    /// This schema has these object rules too.
    public let whole: Int?

    /// Whether no rule depends on the names or values of other members, or on a pattern of names.
    var hasOnlyNamesAndCounts: Bool {
        patterns.isEmpty && nameSchema == nil && dependents.isEmpty && variants.isEmpty && whole == nil
    }

    init(_ members: MemberList, whole: Int? = nil) {
        names = members.names
        table = NameTable(names)
        schemas = members.schemas
        required = NameBits(members.required)
        additional = members.additional
        patterns = members.patterns
        nameSchema = members.nameSchema
        (minCount, maxCount) = (members.minCount ?? 0, members.maxCount ?? .max)
        dependents = members.dependents
        variants = members.variants
        self.whole = whole
    }

    /// Returns the schemas that describe a member of this name, without those of variants.
    public func schemas(ofMember name: String) -> [Int] {
        let own = table.index(of: name).map { schemas[$0] } ?? -1
        let found = (own >= 0 ? [own] : []) + patterns.filter { $0.pattern.isFound(in: name) }.map(\.schema)
        if found.isEmpty, case .schema(let schema) = additional { return [schema] }
        return found
    }
}

/// A variant of an event or an object, with the schemas of the parameters that only events of this variant have.
public struct CompiledVariant: Sendable {
    /// The place in the plan's file.
    public let place: PlanPlace
    /// The condition that an event of the variant fulfils.
    public let condition: VariantCondition
    /// The indices of the schemas of the variant's parameters. The key is the index of the parameter's name.
    public let schemas: [Int: Int]
    /// The indices of the names of the variant's parameters that must be present.
    public let required: NameBits
}

/// The rules of a schema that combine other schemas, such as `anyOf`.
public final class CombinationRules: Sendable {
    /// The schemas of `allOf`, `$ref` and named types.
    public let all: [Int]
    /// Lists of alternatives: a list for `anyOf`, and a list for a `type` that names several types of the plan.
    public let any: [[Int]]
    /// Lists of alternatives. A value must fit exactly one alternative of each list, as in `oneOf`.
    public let one: [[Int]]
    /// The schemas that a value must not fit.
    public let not: [Int]
    /// The schema that decides between `then` and `otherwise`, from `if`, or `nil`.
    public let condition: Int?
    /// The schema for values that fit `condition`, or `nil`.
    public let then: Int?
    /// The schema for values that do not fit `condition`, or `nil`.
    public let otherwise: Int?

    /// Whether no rule except ``all`` combines schemas.
    var isAllOnly: Bool {
        any.isEmpty && one.isEmpty && not.isEmpty && condition == nil && then == nil && otherwise == nil
    }

    /// The schemas of the values that the plan expects: those of all alternatives, and those that always apply.
    public var expected: [Int] { all + any.joined() + one.joined() + [then, otherwise].compactMap(\.self) }

    /// The schemas of `not` and `if`.
    var tests: [Int] { not + [condition].compactMap(\.self) }

    /// - Parameter parts: Keywords with the schemas that they combine.
    init(_ parts: [(keyword: SchemaKeyword, schemas: [Int])]) {
        func lists(_ keyword: SchemaKeyword) -> [[Int]] { parts.filter { $0.keyword == keyword }.map(\.schemas) }
        (all, not) = (lists(.allOf).flatMap(\.self), lists(.not).flatMap(\.self))
        (any, one) = (lists(.anyOf), lists(.oneOf))
        condition = lists(.if).first?.first
        (then, otherwise) = (lists(.then).first?.first, lists(.else).first?.first)
    }
}

/// A set of indices of names. It needs no array, and so no memory allocation, for indices below 128.
public struct NameBits: Sendable, Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var rest: [UInt64] = []

    init(_ indices: Set<Int> = []) { for index in indices { insert(index) } }

    mutating func insert(_ index: Int) {
        switch index {
        case 0..<64: low |= 1 << UInt64(index)
        case 64..<128: high |= 1 << UInt64(index - 64)
        default:
            let word = index / 64 - 2
            while rest.count <= word { rest.append(0) }
            rest[word] |= 1 << UInt64(index & 63)
        }
    }

    /// Returns whether the set contains an index.
    public func contains(_ index: Int) -> Bool {
        switch index {
        case 0..<64: return low & 1 << UInt64(index) != 0
        case 64..<128: return high & 1 << UInt64(index - 64) != 0
        default:
            let word = index / 64 - 2
            return word < rest.count && rest[word] & 1 << UInt64(index & 63) != 0
        }
    }

    func isSubset(of other: NameBits) -> Bool {
        if low & ~other.low != 0 || high & ~other.high != 0 { return false }
        if rest.isEmpty { return true }
        return rest.indices.allSatisfy { rest[$0] & ~($0 < other.rest.count ? other.rest[$0] : 0) == 0 }
    }
}
