import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The values that a schema allows, written so that most schemas with the same meaning have equal value spaces.
///
/// If possible, the space includes the rules of the types that the schema names and of the schemas in `$ref`, `allOf`,
/// `anyOf` and `oneOf`. All other inner schemas, such as the schemas of members, are indices in a ``SpaceTable``.
struct ValueSpace: Hashable {
    /// The types that a value may have. If they contain `number`, they also contain `integer`.
    var types = JSONTypes.all
    /// The types whose only allowed values are in `values`. Whole numbers count as `number` here, not as `integer`.
    var listed: JSONTypes = []
    /// The values that `enum` and `const` list.
    var values: Set<CanonicalValue> = []
    var numbers = NumberSpace()
    var texts = TextSpace()
    var lists = ListSpace()
    var objects = ObjectSpace()
    /// The indices of schemas that each value must fit too. The builder could not merge these schemas into this space.
    var parts: Set<Int> = []
    var combinations: Set<Combination> = []

    /// The space that allows no value.
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
    /// Whether the plan searches these texts for personal data.
    var isSearched = false

    /// Returns whether a text follows the rules. Does not search the text for personal data.
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
    /// The schemas of the first elements, from `prefixItems`.
    var prefix: [Int] = []
    /// The schema of all elements after the elements of `prefix`.
    var rest = SpaceTable.any
}

/// The objects that a schema allows, or the parameters that an event may have.
struct ObjectSpace: Hashable {
    var members: [ExactText: Int] = [:]
    var required: Set<ExactText> = []
    /// The schema of the members that neither `members` nor `patterns` describes.
    var additional = SpaceTable.any
    var patterns: [Pattern: Int] = [:]
    /// The schema that the name of each member must fit.
    var names = SpaceTable.any
    var minCount = 0
    var maxCount = Int.max
    /// For each name, the names that must be present if this name is present (`dependentRequired`).
    var dependents: [ExactText: Set<ExactText>] = [:]

    /// Returns the schemas that the value of the member `name` must fit.
    func schemas(of name: ExactText) -> [Int] {
        var schemas = members[name].map { [$0] } ?? []
        for (pattern, schema) in patterns where pattern.isFound(in: name.text) { schemas.append(schema) }
        return schemas.isEmpty ? [additional] : schemas
    }
}

/// A rule that combines schemas.
enum Combination: Hashable {
    case any(Set<Int>)
    /// The schemas of `oneOf`, sorted by index.
    case one([Int])
    case not(Int)
    case condition(Int, then: Int?, otherwise: Int?)
}

extension ValueSpace {
    /// The indices of all schemas that this space refers to.
    var children: [Int] {
        var children = Array(parts) + lists.prefix + [lists.rest, objects.additional, objects.names]
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

    /// Returns the space with each index of an inner schema replaced by the result of `index`.
    func mapped(_ index: (Int) -> Int) -> ValueSpace {
        var space = self
        space.lists.prefix = lists.prefix.map(index)
        space.lists.rest = index(lists.rest)
        space.objects.members = objects.members.mapValues(index)
        space.objects.additional = index(objects.additional)
        space.objects.patterns = objects.patterns.mapValues(index)
        space.objects.names = index(objects.names)
        space.parts = Set(parts.map(index))
        space.combinations = Set(combinations.map { $0.mapped(index) })
        return space
    }
}

extension Combination {
    /// Returns the combination with each index of a schema replaced by the result of `index`.
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
