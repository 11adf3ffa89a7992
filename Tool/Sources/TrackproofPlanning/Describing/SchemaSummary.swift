import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanSchema {
    /// The rules of the schema as a short text for people, such as `integer, minimum 1`.
    package var summary: String {
        if isNever { return "never sent" }
        let parts = rules.compactMap(\.summary) + (pii.map { ["personal data: \($0)"] } ?? [])
        return parts.isEmpty ? "any value" : parts.joined(separator: ", ")
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
