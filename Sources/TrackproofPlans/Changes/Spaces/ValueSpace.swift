internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The values that a schema allows, in a form that is equal for most schemas with the same meaning.
///
/// The rules of named types, `$ref`, `allOf` and alternatives of different types are merged into the space if that is
/// simple. Other schemas, such as the schemas of members and elements, are indices in a ``SpaceTable``.
struct ValueSpace: Hashable {
    /// The types that a value may have. Contains `integer` if it contains `number`.
    var types = JSONTypes.all
    /// The types that allow only the values in ``values``. Here `number` includes whole numbers.
    var listed: JSONTypes = []
    /// The values of `enum` and `const`.
    var values: Set<CanonicalValue> = []
    var numbers = NumberSpace()
    var texts = TextSpace()
    var lists = ListSpace()
    var objects = ObjectSpace()
    /// The schemas that each value must also fit.
    var parts: [Int] = []
    var combinations: Set<Combination> = []

    /// The space without any value.
    static let never = ValueSpace(types: [])

    /// Whether no value is allowed.
    var isNever: Bool { types.isEmpty }
}

/// The numbers that a schema allows.
struct NumberSpace: Hashable {
    /// A lower or an upper bound.
    struct Limit: Hashable {
        var decimal: ExactDecimal
        var isExclusive: Bool
    }

    var lower: Limit?
    var upper: Limit?
    var divisors: Set<ExactDecimal> = []

    func contains(_ number: ExactDecimal) -> Bool {
        if let lower, number < lower.decimal || (lower.isExclusive && number == lower.decimal) { return false }
        if let upper, upper.decimal < number || (upper.isExclusive && number == upper.decimal) { return false }
        return divisors.allSatisfy { number.isMultiple(of: $0) }
    }
}

/// The texts that a schema allows.
struct TextSpace: Hashable {
    var minLength = 0
    var maxLength = Int.max
    var patterns: Set<Pattern> = []
    var formats: Set<TextFormat> = []
    /// Whether texts must not look like personal data.
    var isSearched = false

    /// Returns whether a text follows the rules, without a search for personal data.
    func contains(_ text: String) -> Bool {
        text.hasLength(from: minLength, to: maxLength) && patterns.allSatisfy { $0.isFound(in: text) }
            && formats.allSatisfy { $0.fits(text) }
    }
}

/// The lists that a schema allows.
struct ListSpace: Hashable {
    var minItems = 0
    var maxItems = Int.max
    var isUnique = false
    /// The schemas of the first elements.
    var prefix: [Int] = []
    /// The schema of the elements after `prefix`.
    var rest = SpaceTable.any
}

/// The objects that a schema allows, or the parameters that an event may have.
struct ObjectSpace: Hashable {
    var members: [ExactText: Int] = [:]
    var required: Set<ExactText> = []
    /// The schema of members that are not declared.
    var additional = SpaceTable.any
    var patterns: [Pattern: Int] = [:]
    /// The schema of the names of members.
    var names = SpaceTable.any
    var minCount = 0
    var maxCount = Int.max
    /// For each name, the names that must be present if this name is present.
    var dependents: [ExactText: Set<ExactText>] = [:]

    /// Returns the schemas that the value of a member must fit.
    func schemas(of name: ExactText) -> [Int] {
        var schemas = members[name].map { [$0] } ?? []
        for (pattern, schema) in patterns where pattern.isFound(in: name.text) { schemas.append(schema) }
        return schemas.isEmpty ? [additional] : schemas
    }
}

/// A rule that combines schemas.
enum Combination: Hashable {
    case any(Set<Int>)
    /// The schemas of `oneOf`, sorted.
    case one([Int])
    case not(Int)
    case condition(Int, then: Int?, otherwise: Int?)
}

extension ValueSpace {
    /// The schemas inside the space.
    var children: [Int] {
        var children = parts + lists.prefix + [lists.rest, objects.additional, objects.names]
        children += objects.members.values
        children += objects.patterns.values
        for combination in combinations {
            switch combination {
            case .not(let schema): children.append(schema)
            case .any(let schemas): children += schemas
            case .one(let schemas): children += schemas
            case .condition(let schema, let then, let otherwise):
                children.append(schema)
                children += [then, otherwise].compactMap { $0 }
            }
        }
        return children
    }

    /// Returns the space with the indices of its inner schemas replaced.
    func mapped(_ index: (Int) -> Int) -> ValueSpace {
        var space = self
        space.lists.prefix = lists.prefix.map(index)
        space.lists.rest = index(lists.rest)
        space.objects.members = objects.members.mapValues(index)
        space.objects.additional = index(objects.additional)
        space.objects.patterns = objects.patterns.mapValues(index)
        space.objects.names = index(objects.names)
        space.parts = parts.map(index)
        space.combinations = Set(combinations.map { $0.mapped(index) })
        return space
    }
}

extension Combination {
    /// Returns the combination with the indices of its schemas replaced.
    func mapped(_ index: (Int) -> Int) -> Combination {
        switch self {
        case .any(let schemas): .any(Set(schemas.map(index)))
        case .one(let schemas): .one(schemas.map(index).sorted())
        case .not(let schema): .not(index(schema))
        case .condition(let schema, let then, let otherwise):
            .condition(index(schema), then: then.map(index), otherwise: otherwise.map(index))
        }
    }
}
