@_spi(Tooling) internal import TrackproofSnapshots

/// A schema, compiled for checking values.
///
/// Schemas refer to each other by their index in ``SchemaCompiler/schemas``, because a type can contain itself.
struct CompiledSchema: Sendable {
    /// The types that a value may have.
    var types = JSONTypes.all
    /// Whether no value is valid.
    var isNever = false
    /// The kinds of findings that the plan ignores in a value of this schema, and in the values inside it.
    var exemptions = FindingIDs()
    /// The kind of personal data that the schema declares, or `nil` if the value is not personal.
    var pii: String?
    /// Whether the judge searches a text for personal data when it checks this schema.
    ///
    /// It does not search texts that the plan lists. It searches the texts of a named type when it checks the type's
    /// schema.
    var isSearchedForPersonalData = true
    /// The values of `enum` and `const`, or `nil` if any value is allowed.
    var constants: ConstantSet?
    var numbers: NumberBounds?
    var texts: TextRules?
    var lists: ListRules?
    var objects: ObjectRules?
    var combinations: CombinationRules?
    /// The place of the schema in the plan.
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

/// A pattern in a class. A copy changes only one reference count, not one for each table of the pattern.
final class PlanPattern: Sendable {
    private let pattern: Pattern

    init(_ pattern: Pattern) { self.pattern = pattern }

    var source: String { pattern.source }

    func isFound(in text: String) -> Bool { pattern.isFound(in: text) }

    /// Returns whether a fast search finds the pattern in ASCII text. `false` if only a slower search can decide this.
    func isFound(inASCII text: UnsafeBufferPointer<UInt8>) -> Bool { pattern.isFound(inASCII: text) ?? false }
}

/// The rules for lists.
final class ListRules: Sendable {
    /// The schemas of the first elements.
    let prefix: [Int]
    /// The schema of the elements after `prefix`, or `nil` if these elements may have any value.
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
    /// The index of each name's schema, or -1 if the name has no schema.
    ///
    /// For example, a name has no schema if only a variant declares the name.
    let schemas: [Int]
    let required: NameBits
    let additional: Additional
    let patterns: [(pattern: PlanPattern, schema: Int)]
    /// The schema that every name must fit, or `nil` if there is none.
    let nameSchema: Int?
    let minCount: Int
    let maxCount: Int
    /// Names that require other names: if `name` is present, `others` must be present too.
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

/// A variant of an event.
struct CompiledVariant: Sendable {
    let place: PlanPlace
    let condition: VariantCondition
    /// The schema of each parameter of the variant, by the index of its name.
    let schemas: [Int: Int]
    let required: NameBits
}

/// The rules that combine other schemas.
final class CombinationRules: Sendable {
    /// The schemas of `allOf`, `$ref` and named types.
    let all: [Int]
    /// Lists of alternatives: one for `anyOf`, and one for a `type` that lists several named types.
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

/// A set of indices of names. It stores indices below 128 without an array.
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
