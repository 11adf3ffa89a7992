import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// How a schema and its inner schemas together describe the members of one object.
///
/// In a closed plan, this decides which of the schemas forbids members that the plan does not declare.
public enum ObjectComposition: Sendable {
    /// The schema alone describes the object.
    case own
    /// The schema only refers to a named type, or to several alternatives as in `oneOf: [a, b]`. Each of them describes the
    /// complete object.
    case alternatives
    /// Each of several schemas describes a part of the object, as in `allOf: [a, {properties: {b: string}}]`.
    ///
    /// The object may have the members that any of these schemas declares.
    case parts
}

/// What a schema describes: a complete value, a part of a value, or a condition.
public enum SchemaScope: Hashable {
    /// The schema describes a complete value, in a closed plan. If it has `properties`, it forbids all other members.
    case closed
    /// The schema describes a complete value, in an open plan. It allows members that the plan does not declare.
    case open
    /// The schema describes a part of a value. Other schemas describe the other parts.
    case part
    /// The schema is a condition, as in `if` and `not`.
    ///
    /// A condition does not forbid undeclared members. When the judge checks a condition, it does not search for
    /// personal data.
    case condition

    /// Returns the scope of the schemas of inner values, such as properties and elements.
    public func ofContents(isClosed: Bool) -> SchemaScope {
        self == .condition ? .condition : (isClosed ? .closed : .open)
    }

    /// Returns the scope of the inner schemas that describe the same value as this schema, such as those in `allOf`.
    public func inside(_ composition: ObjectComposition) -> SchemaScope {
        switch composition {
        case .alternatives: self
        case .own, .parts: self == .condition ? .condition : .part
        }
    }

    /// Whether this schema leaves it to other schemas to allow or forbid members that this schema does not declare.
    public var leavesOtherMembers: Bool { self == .part || self == .condition }
}

extension ObjectComposition {
    /// Finds out how a schema with these rules and its inner schemas together describe the members of an object.
    init(of rules: [SchemaRule]) {
        let references = rules.count { $0.isAlternatives || $0.references.count == 1 && !$0.hasTypes }
        switch references {
        case 0 where !rules.contains { $0.keyword == .allOf || $0.keyword == .if }: self = .own
        case 1 where !rules.contains { Self.partKeywords.contains($0.keyword) }: self = .alternatives
        default: self = .parts
        }
    }

    /// The keywords that describe members of an object, except references, `anyOf` and `oneOf`.
    private static let partKeywords: Set<SchemaKeyword> = [
        .properties, .variants, .patternProperties, .additionalProperties, .allOf, .if, .then, .else,
    ]
}

extension SchemaRule {
    /// Whether the value of `type` contains JSON types.
    fileprivate var hasTypes: Bool {
        if case .types(let names) = value { names.contains { $0.types != nil } } else { false }
    }

    /// Whether the rule lists alternatives for the complete value: `anyOf`, `oneOf`, or a `type` with several names.
    fileprivate var isAlternatives: Bool {
        switch (keyword, value) {
        case (.anyOf, .schemas), (.oneOf, .schemas): constants == nil
        case (.type, .types(let names)): names.count > 1 && !references.isEmpty
        default: false
        }
    }

    /// The schemas in the rule that describe the same value as the rule, such as those in `anyOf`.
    fileprivate var schemasOfValue: [PlanSchema] {
        keyword.subject == .value || keyword == .if ? value.schemas : []
    }
}

/// A search for the names of all members that several schemas of one object declare together.
public struct DeclaredMembers {
    private let types: [String: PlanSchema]

    /// Creates a search in the named types of a plan.
    public init(_ types: [String: PlanSchema]) { self.types = types }

    /// Returns the names of all members that a schema and its parts declare.
    ///
    /// - Returns: `nil` if one of the schemas allows members that it does not declare, or if no schema declares
    ///   members.
    public func names(_ schema: PlanSchema) -> [String]? {
        var names: [String] = []
        var known: Set<ExactText> = []
        var visited: Set<String> = []
        var pending = [schema]
        var isDeclaring = false
        while let schema = pending.popLast() {
            for rule in schema.rules {
                switch (rule.keyword, rule.value) {
                case (_, .properties(let properties)):
                    isDeclaring = true
                    names += properties.map(\.name).filter { known.insert(ExactText($0)).inserted }
                case (_, .variants(let variants)):
                    isDeclaring = true
                    names += variants.flatMap(\.parameters).map(\.name).filter { known.insert(ExactText($0)).inserted }
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
