import TrackproofSnapshots

/// A schema of a plan, converted so that the checker can compare values with it quickly.
///
/// A schema stores its inner schemas as indices of ``SchemaCompiler/schemas``, because a type can contain itself.
struct CompiledSchema: Sendable {
    /// The types that a value may have.
    var types = JSONTypes.all
    /// The types that all rules of the schema allow together, also those of the schemas that it refers to or combines.
    ///
    /// ``SchemaCompiler`` finds these types when all of these schemas are compiled.
    var readableTypes = JSONTypes.all
    /// Whether the plan forbids all values with `never: true`.
    var isNever = false
    /// The findings that the plan does not report for a value of this schema and for the values inside it.
    var exemptions = FindingIDs()
    /// The kind of personal data that the plan declares for the value, or `nil` if the plan declares none.
    var pii: String?
    /// Whether the judge searches a text of this schema for personal data.
    ///
    /// `false` if the plan lists the allowed texts or declares personal data. Also `false` if the schema refers to a
    /// named type: the judge searches the text when it compares the text with the schema of the type.
    var isSearchedForPersonalData = true
    /// The allowed values, from `enum` and `const`, or `nil` if the schema has neither.
    var constants: ConstantSet?
    var numbers: NumberBounds?
    var texts: TextRules?
    var lists: ListRules?
    var objects: ObjectRules?
    var combinations: CombinationRules?
    var place: PlanPlace
}

/// The rules for strings.
final class TextRules: Sendable {
    let minLength: Int
    let maxLength: Int
    let pattern: PlanPattern?
    let format: TextFormat?

    init(minLength: Int, maxLength: Int, pattern: PlanPattern?, format: TextFormat?) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.pattern = pattern
        self.format = format
    }
}

/// A pattern, stored as a class. A copy is fast, because it changes only one reference count.
final class PlanPattern: Sendable {
    private let pattern: Pattern

    init(_ pattern: Pattern) { self.pattern = pattern }

    var source: String { pattern.source }

    func isFound(in text: String) -> Bool { pattern.isFound(in: text) }

    /// Returns whether a fast search finds the pattern in an ASCII text. `false` also if only a slower search can
    /// decide.
    func isFound(inASCII text: UnsafeBufferPointer<UInt8>) -> Bool { pattern.isFound(inASCII: text) ?? false }
}

/// The rules for lists.
final class ListRules: Sendable {
    /// The schemas of the first elements, from `prefixItems`.
    let prefix: [Int]
    /// The schema of all elements after the elements of `prefix`, or `nil` if these elements may have any value.
    let rest: Int?
    let minItems: Int
    let maxItems: Int
    let isUnique: Bool

    init(prefix: [Int], rest: Int?, minItems: Int, maxItems: Int, isUnique: Bool) {
        self.prefix = prefix
        self.rest = rest
        self.minItems = minItems
        self.maxItems = maxItems
        self.isUnique = isUnique
    }
}

/// The rules for the members of an object, or for the parameters of an event.
final class ObjectRules: Sendable {
    /// The rule for members that the plan does not declare.
    enum Additional: Sendable {
        case allowed
        case refused
        case schema(Int)
    }

    let names: [String]
    let suggestions: NameSuggestions
    let table: NameTable
    /// For each name, the index of its schema, or -1 if the name has no schema.
    ///
    /// For example, a name has no schema if only a variant of the event declares it.
    let schemas: [Int]
    let required: NameBits
    let additional: Additional
    let patterns: [(pattern: PlanPattern, schema: Int)]
    /// The schema that the name of each member must fit, or `nil` if there is no such schema.
    let nameSchema: Int?
    let minCount: Int
    let maxCount: Int
    /// The rules of `dependentRequired`: if the member `name` is present, all members `others` must be present.
    let dependents: [(name: Int, others: [Int])]
    let variants: [CompiledVariant]

    init(
        names: [String], schemas: [Int], required: NameBits, additional: Additional,
        patterns: [(pattern: PlanPattern, schema: Int)] = [], nameSchema: Int? = nil, minCount: Int = 0,
        maxCount: Int = .max, dependents: [(name: Int, others: [Int])] = [], variants: [CompiledVariant] = []
    ) {
        self.names = names
        suggestions = NameSuggestions(names)
        table = NameTable(names)
        self.schemas = schemas
        self.required = required
        self.additional = additional
        self.patterns = patterns
        self.nameSchema = nameSchema
        self.minCount = minCount
        self.maxCount = maxCount
        self.dependents = dependents
        self.variants = variants
    }
}

struct CompiledVariant: Sendable {
    let place: PlanPlace
    let condition: VariantCondition
    /// The indices of the schemas of the variant's parameters. The key is the index of the parameter's name.
    let schemas: [Int: Int]
    let required: NameBits
}

/// The rules of a schema that combine other schemas, such as `anyOf`.
final class CombinationRules: Sendable {
    /// The schemas of `allOf`, `$ref` and named types.
    let all: [Int]
    /// Lists of alternatives: a list for `anyOf`, and a list for a `type` that names several types of the plan.
    let any: [[Int]]
    let one: [[Int]]
    let not: [Int]
    let condition: Int?
    let then: Int?
    let otherwise: Int?

    init(
        all: [Int], any: [[Int]], one: [[Int]], not: [Int], condition: Int?, then: Int?, otherwise: Int?
    ) {
        self.all = all
        self.any = any
        self.one = one
        self.not = not
        self.condition = condition
        self.then = then
        self.otherwise = otherwise
    }
}

/// A set of indices of names. It needs no array, and so no memory allocation, for indices below 128.
struct NameBits: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var rest: [UInt64] = []

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

    func contains(_ index: Int) -> Bool {
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
