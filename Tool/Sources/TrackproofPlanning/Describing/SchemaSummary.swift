import Trackproof
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension PlanSchema {
    /// The rules of the schema as a short text for people, such as `integer, minimum 1`.
    package var summary: String {
        if isForbiddenEverywhere { return "never sent" }
        let parts = rules.compactMap(\.summary) + (pii.map { ["personal data: \($0)"] } ?? [])
        return parts.isEmpty ? "any value" : parts.joined(separator: ", ")
    }

    /// Whether apps send the parameter with this schema, as a short text such as `required, sometimes on web`. Empty if
    /// the parameter is optional on all platforms.
    package var presenceWords: String {
        if isForbiddenEverywhere { return "" }
        let base = isRequired ? ["required"] : isNever ? ["never"] : []
        let words = (presence?.platforms ?? []).map { "\($0.frequency.rawValue) on \($0.platform.name.nameForDisplay)" }
        return (base + words).joined(separator: ", ")
    }
}

extension SchemaRule {
    /// The rule as a short text, or `nil` if the summary leaves out rules of this kind.
    fileprivate var summary: String? {
        if let nodes = constants {
            let shown = nodes.prefix(20).map { $0.eventValue.description.cut(to: 100) }
            return (nodes.count > 1 ? "one of " : "") + shown.joined(separator: " | ")
                + (nodes.count > shown.count ? " | … (\(nodes.count) values)" : "")
        }
        switch value {
        case .types(let types): return types.map(\.name.safeForDisplay).joined(separator: " or ")
        case .number(let number): return "\(keyword.rawValue) \(number.text)"
        case .count(let count): return "\(keyword.rawValue) \(count)"
        case .pattern(let pattern): return "/\(pattern.source.safeForDisplay.cut(to: 200))/"
        case .format(let format): return format.rawValue
        case .flag(let flag): return flag ? keyword.rawValue : nil
        case .schema(let schema) where keyword == .items: return "of \(schema.summary)"
        case .reference(let type): return type.name.safeForDisplay
        case .variants(let variants):
            let names = variants.flatMap(\.parameters).map { $0.name.safeForDisplay + "?" }
            return names.isEmpty ? nil : "in variants with " + names.joined(separator: ", ").cut(to: 200)
        case .properties(let properties):
            if properties.isEmpty { return nil }
            let names = properties.map { $0.name.safeForDisplay + ($0.schema.isRequired ? "" : "?") }
            return "with " + names.joined(separator: ", ").cut(to: 200)
        case .schemas(let schemas) where [.anyOf, .oneOf, .allOf].contains(keyword):
            let word = keyword == .allOf ? " and " : " or "
            return schemas.prefix(10).map { "(\($0.summary))" }.joined(separator: word).cut(to: 400)
        case .constants, .names, .schema, .schemas, .patternProperties, .dependents: return nil
        }
    }
}

extension TrackingPlan {
    /// Returns the named types that the events use, directly or through other named types, in the order of the plan.
    package func types(of events: [PlannedEvent]) -> [PlanProperty] {
        let used = namesOfTypes(in: events.flatMap { parameters(of: $0).map(\.schema) + $0.schemas })
        return types.filter { used.contains($0.name) }
    }

    /// Returns the names of the types that the schemas use, directly or through other named types.
    func namesOfTypes(in roots: [PlanSchema]) -> Set<String> {
        let schemas = schemasOfTypes
        var pending = roots
        var used: Set<String> = []
        // A chain of types that refer to each other can have any length. With a recursion, a long chain would overflow
        // the stack.
        while let schema = pending.popLast() {
            for rule in schema.rules {
                pending += rule.value.schemas
                for name in rule.namesOfTypes where used.insert(name).inserted {
                    if let type = schemas[name] { pending.append(type) }
                }
            }
        }
        return used
    }
}

extension PlanSchema {
    /// The properties that an object with this schema can have. Empty if the schema has no `properties`.
    package var properties: [PlanProperty] {
        if case .properties(let properties)? = rule(.properties)?.value { properties } else { [] }
    }

    /// The variants of an object with this schema.
    package var variants: [PlanVariant] {
        if case .variants(let variants)? = rule(.variants)?.value { variants } else { [] }
    }
}
