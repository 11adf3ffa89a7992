internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// How a schema and the schemas inside it describe the members of one object.
///
/// The composition decides which schema forbids members that the plan does not declare.
enum ObjectComposition {
    /// The schema describes the object by itself.
    case own
    /// The schema is only the name of a type, which describes the object.
    case reference
    /// Each of several schemas describes the whole object, as in `oneOf: [a, b]`.
    case alternatives
    /// Several schemas describe parts of the object, as in `allOf: [a, {properties: {b: string}}]`.
    ///
    /// The object may have the members of all parts.
    case parts
}

/// What a schema describes: a whole value, a part of a value, or a condition.
enum SchemaScope: Hashable {
    /// The schema describes a whole value. If it has `properties`, an object must not have other members.
    case closed
    /// The schema describes a whole value. An object may have members that the plan does not declare.
    case open
    /// The schema describes a part of a value, which other schemas describe too.
    case part
    /// The schema is a condition, as in `if` and `not`.
    ///
    /// It does not forbid members that it does not mention, and it does not search for personal data.
    case condition

    /// Returns the scope of the schemas for inner values, such as properties and elements.
    func ofContents(isClosed: Bool) -> SchemaScope {
        self == .condition ? .condition : (isClosed ? .closed : .open)
    }

    /// Returns the scope of the inner schemas that describe the same value, such as the schemas of `allOf`.
    func inside(_ composition: ObjectComposition) -> SchemaScope {
        switch composition {
        case .reference, .alternatives: self
        case .own, .parts: self == .condition ? .condition : .part
        }
    }

    /// Whether other schemas decide about the members that this schema does not declare.
    var leavesOtherMembers: Bool { self == .part || self == .condition }
}

extension PlanSchema {
    /// How the schema describes the members of objects.
    var composition: ObjectComposition {
        let alternatives = rules.count(where: \.isAlternatives)
        let references = rules.count { $0.keyword == .ref || $0.typeNames.count == 1 && $0.isOnlyTypeNames }
        let others = rules.count { Self.partKeywords.contains($0.keyword) }
        switch (alternatives, references, others) {
        case (0, 0, _) where rule(.allOf) == nil && rule(.if) == nil: return .own
        case (0, 1, 0): return .reference
        case (1, 0, 0): return .alternatives
        default: return .parts
        }
    }

    /// The keywords, other than references and alternatives, that describe members of an object.
    private static let partKeywords: Set<SchemaKeyword> = [
        .properties, .patternProperties, .additionalProperties, .allOf, .if, .then, .else,
    ]
}

extension SchemaRule {
    /// The names of the plan's types in the value of `type`.
    fileprivate var typeNames: [TypeName] {
        if case .types(let names) = value { names.filter { $0.types == nil } } else { [] }
    }

    /// Whether the value of `type` has no JSON types.
    fileprivate var isOnlyTypeNames: Bool {
        if case .types(let names) = value { names.allSatisfy { $0.types == nil } } else { false }
    }

    /// Whether the rule lists schemas for the whole value: `anyOf`, `oneOf`, or a `type` with several names.
    fileprivate var isAlternatives: Bool {
        switch (keyword, value) {
        case (.anyOf, .schemas), (.oneOf, .schemas): constants == nil
        case (.type, .types(let names)): names.count > 1 && !typeNames.isEmpty
        default: false
        }
    }

    /// The inner schemas that describe the same value as the rule, such as the schemas of `anyOf`.
    fileprivate var schemasOfValue: [PlanSchema] {
        switch (keyword, value) {
        case (.allOf, .schemas(let list)), (.anyOf, .schemas(let list)), (.oneOf, .schemas(let list)): list
        case (.if, .schema(let schema)), (.then, .schema(let schema)), (.else, .schema(let schema)): [schema]
        default: []
        }
    }
}

/// A search for the members that an object may have if several schemas describe its parts.
struct DeclaredMembers {
    /// The maximum number of schemas to search for one plan. Only a malicious plan has more schemas.
    private static let limit = 1_000_000

    private let types: [String: PlanSchema]
    private var steps = 0

    init(_ types: [String: PlanSchema]) { self.types = types }

    /// Returns the names of all members that a schema and its parts declare, in their order.
    ///
    /// - Returns: `nil` if a part allows other members, or no part declares members.
    mutating func names(_ schema: PlanSchema) -> [String]? {
        var names: [String] = []
        var known: Set<ExactText> = []
        var visited: Set<String> = []
        var pending = [schema]
        var isDeclaring = false
        while let schema = pending.popLast() {
            steps += 1
            guard steps <= Self.limit else { return nil }
            for rule in schema.rules {
                switch (rule.keyword, rule.value) {
                case (_, .properties(let properties)):
                    isDeclaring = true
                    names += properties.map(\.name).filter { known.insert(ExactText($0)).inserted }
                case (.patternProperties, _): return nil
                case (.additionalProperties, .schema(let child)) where !child.isNever: return nil
                default: break
                }
                pending += rule.schemasOfValue
                for name in rule.namesOfTypes where visited.insert(name).inserted {
                    if let type = types[name] { pending.append(type) }
                }
            }
        }
        return isDeclaring ? names : nil
    }
}
