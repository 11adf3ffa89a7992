public import Trackproof
import TrackproofPlatform

/// A variant of an event or an object: a condition, and the parameters of the events that fulfil the condition.
///
/// In an object of a type, the parameters are the properties of the object.
public struct PlanVariant: Sendable {
    /// The place in the plan's file at which the variant begins.
    public let place: PlanPlace
    /// The condition: an event fulfils it if each of these parameters has one of its values. Empty for the default.
    public var when: [(name: NameWithPlace, values: [PlanNode])] = []
    /// Whether this is the default: the variant of all events that belong to no other variant.
    public var isDefault = false
    /// The parameters that only events of this variant have.
    public var parameters: [PlanProperty] = []
}

extension PlanVariant {
    /// Reads a list of variants.
    ///
    /// - Parameter noun: The name of the member with the parameters: `parameters` or `properties`.
    static func list(_ node: PlanNode, _ noun: String, _ problems: inout PlanProblems) -> [PlanVariant] {
        let variants = node.elements("a list of variants", &problems).compactMap { variant($0, noun, &problems) }
        for second in variants.filter(\.isDefault).dropFirst() {
            problems.add(second.place, "only one variant can be the default")
        }
        return variants
    }

    private static func variant(_ node: PlanNode, _ noun: String, _ problems: inout PlanProblems) -> PlanVariant? {
        guard var members = ObjectReader(node, "a variant with \"when\" and \"\(noun)\"", &problems) else {
            return nil
        }
        var variant = PlanVariant(place: node.place)
        variant.isDefault = members.flag("default", &problems) ?? false
        if let when = members.take("when")?.value {
            variant.when = when.members(#"an object such as {"method": "card"}"#, &problems).map { member in
                let values = if case .array(let values) = member.value.content { values } else { [member.value] }
                return (NameWithPlace(member), values)
            }
            if variant.isDefault { problems.add(when.place, "the default variant has no condition") }
        } else if !variant.isDefault {
            problems.add(
                node.place,
                "a variant needs the member \"when\" with at least one parameter and its value, or \"default: true\"")
        }
        variant.parameters = members.take(noun).map { SchemaReader.properties($0.value, &problems) } ?? []
        _ = members.text("description", &problems)
        members.finish(&problems)
        return variant
    }
}

/// The condition of a variant. An event belongs to the variant if its parameters fulfil the condition.
public struct VariantCondition: Sendable {
    /// The parameters in the condition, each with the values that fulfil the condition. Empty for the default.
    public let values: [(name: String, values: ConstantSet)]
    /// For the default, the conditions of all other variants. An event of the default fulfils none of them.
    private let others: [VariantCondition]
    /// Whether this is the condition of the default.
    public let isDefault: Bool

    private init(_ variant: PlanVariant, others: [VariantCondition]) {
        values = variant.when.map { ($0.name.name, ConstantSet($0.values)) }
        isDefault = variant.isDefault
        self.others = others
    }

    /// Returns the conditions of all variants of an event or object, in the order of the variants.
    public static func conditions(of variants: [PlanVariant]) -> [VariantCondition] {
        let all = variants.map { VariantCondition($0, others: []) }
        let others = all.filter { !$0.isDefault }
        return zip(variants, all).map { $0.isDefault ? VariantCondition($0, others: others) : $1 }
    }

    /// Returns whether an event with these parameters belongs to the variant.
    public func isMet(by parameters: EventParameters) -> Bool { isMet(by: parameters) { _, value, _ in value } }

    /// Returns whether an event with these parameters belongs to the variant.
    ///
    /// - Parameter read: A closure that returns the value to compare. It gets the name and the value of a parameter, and
    ///   the values that fulfil the condition.
    func isMet(by parameters: EventParameters, _ read: (String, EventValue, ConstantSet) -> EventValue) -> Bool {
        if isDefault { return !others.contains { $0.isMet(by: parameters, read) } }
        return values.allSatisfy { name, values in
            parameters[name].map { values.contains(read(name, $0, values)) } ?? false
        }
    }

    /// The condition, as a text for messages: `"method" is "card"`. Shows at most ten values of a parameter.
    public var words: String {
        if isDefault { return "no other variant applies" }
        return values.map { name, values in
            let shown = values.values.prefix(10).map(\.description) + (values.values.count > 10 ? ["…"] : [])
            return name.quotedForDisplay + " is " + shown.joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
