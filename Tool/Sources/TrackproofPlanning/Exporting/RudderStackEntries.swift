import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The properties and custom types of an export for RudderStack.
final class RudderStackEntries {
    private(set) var properties: [PlanNode] = []
    private(set) var types: [PlanNode] = []
    private let source: ExportedPlan
    private var propertyIDs = RudderStackIDs()
    private var typeIDs = RudderStackIDs()
    /// The ids of the properties, by their contents.
    private var known: [CanonicalValue: String] = [:]
    /// The ids of the custom types, by their names.
    private var knownTypes: [String: String] = [:]
    /// The custom types to which properties refer, in the order of the first references.
    private var pending: [(id: String, type: PlanProperty)] = []
    /// The names of the plan's types that can be custom types.
    private let customTypes: Set<String>
    private var count = 0

    /// For the names of properties, the ids of the last references.
    private var ids: [String: String] = [:]

    /// The maximum number of references to properties. Types that refer to each other can describe many more.
    private static let countLimit = 200_000
    /// The maximum number of levels of nested properties in RudderStack.
    private static let depthLimit = 3

    init(_ source: ExportedPlan) {
        self.source = source
        customTypes = Set(source.plan.types.filter(Self.canBeCustom).map(\.name))
    }

    /// Returns whether a type can be a custom type, which has a name in a certain form and one type.
    private static func canBeCustom(_ type: PlanProperty) -> Bool {
        guard case .types(let types)? = type.schema.rule(.type)?.value, types.count == 1, types[0].types != nil,
            (2...65).contains(type.name.utf8.count), type.name.isIgluName,
            let first = type.name.utf8.first, (0x41...0x5A).contains(first)
        else { return false }
        return true
    }

    // MARK: References

    /// Returns the references to properties with these schemas.
    ///
    /// - Parameter depth: The number of properties around these properties.
    func references(_ parameters: [PlanProperty], _ path: ConversionPath, depth: Int = 0) -> [PlanNode] {
        var references: [PlanNode] = []
        for (parameter, inner) in source.sent(parameters, path) {
            count += 1
            guard count <= Self.countLimit else {
                source.run.lose("more than \(Self.countLimit) properties", at: parameter.place, inner, isWhole: true)
                continue
            }
            var schema = FlatSchema(parameter.schema, at: parameter.place, source, inner, keeping: customTypes)
            let properties = depth < Self.depthLimit ? schema.takeRule(.properties) : nil
            let id = property(parameter.name, &schema, hasProperties: properties != nil)
            ids[parameter.name] = id
            var isOpen = true
            var nested: [PlanNode] = []
            if case .properties(let list)? = properties {
                isOpen = schema.takeAdditionalProperties() ?? !source.plan.isClosed
                nested = self.references(list, inner, depth: depth + 1)
            }
            schema.loseRest()
            references.append(
                PlanNode(
                    [
                        "property": .string("#property:" + id), "required": .flag(schema.isRequired),
                        "additional_properties": isOpen ? nil : .bool(false), "properties": .list(nested),
                    ], at: parameter.place))
        }
        return references
    }

    /// Returns the id of the property with a schema. Adds the property if it is new.
    private func property(_ name: String, _ schema: inout FlatSchema, hasProperties: Bool) -> String {
        let names = PlanNode(
            ["name": .string(name), "description": .text(schema.description)], at: schema.place)
        let members = names.members + typeMembers(&schema, hasProperties: hasProperties) + configuration(&schema)
        let key = CanonicalValue(PlanNode(.object(members), at: schema.place))
        if let id = known[key] { return id }
        let id = propertyIDs.add(name)
        known[key] = id
        properties.append(
            PlanNode(.object([PlanMember("id", .string(id), at: schema.place)] + members), at: schema.place))
        return id
    }

    // MARK: Schemas

    private func typeMembers(_ schema: inout FlatSchema, hasProperties: Bool) -> [PlanMember] {
        var type = takeType(&schema, "type")
        if type.isEmpty, hasProperties {
            schema.lose("properties of a value without a type", [], to: "an object")
            type = [PlanMember("type", .string("object"), at: schema.place)]
        }
        guard type.first?.value.string == "array", var elements = schema.takeElements(keeping: customTypes) else {
            return type
        }
        type += takeType(&elements, "item_type")
        elements.loseRest()
        return type
    }

    /// Removes the custom type or the types of a schema, and returns them as the member `type` or `types`.
    private func takeType(_ schema: inout FlatSchema, _ name: String) -> [PlanMember] {
        if let type = schema.takeTypeName() {
            return [PlanMember(name, .string("#custom-type:" + id(ofType: type)), at: schema.place)]
        }
        let types = schema.takeTypes()
        if types.isEmpty { return [] }
        let own = types.count == 1 ? name : name + "s"
        return [PlanMember(own, .oneOrMore(types, at: schema.place), at: schema.place)]
    }

    /// The rules that a property can have, and their names in RudderStack.
    private static let options: [(SchemaKeyword, String)] = [
        (.minLength, "min_length"), (.maxLength, "max_length"), (.pattern, "pattern"), (.format, "format"),
        (.minimum, "minimum"), (.maximum, "maximum"), (.exclusiveMinimum, "exclusive_minimum"),
        (.exclusiveMaximum, "exclusive_maximum"), (.multipleOf, "multiple_of"), (.minItems, "min_items"),
        (.maxItems, "max_items"), (.uniqueItems, "unique_items"),
    ]
    private static let formats: Set<String> = [
        "date-time", "date", "time", "email", "uuid", "hostname", "ipv4", "ipv6",
    ]

    private func configuration(_ schema: inout FlatSchema, isOpen: Bool = false) -> [PlanMember] {
        let values = schema.take("enum")
        var members = PlanNode(
            ["additional_properties": .flag(isOpen), "enum": values?.content], at: schema.place
        ).members
        for (keyword, name) in Self.options {
            let fits = { (value: PlanNode) in keyword != .format || Self.formats.contains(value.summary) }
            guard let value = schema.take(keyword.rawValue, where: fits) else { continue }
            members.append(PlanMember(name, value.content, at: schema.place))
        }
        return members.isEmpty ? [] : [PlanMember("config", .object(members), at: schema.place)]
    }

    /// Returns the id of the custom type for a type of the plan.
    private func id(ofType name: String) -> String {
        if let id = knownTypes[name] { return id }
        let id = typeIDs.add(name)
        knownTypes[name] = id
        if let type = source.types[name] { pending.append((id, type)) }
        return id
    }

    /// Adds the custom types to which properties refer, also those to which only types refer.
    ///
    /// A chain of types that refer to each other can have any length. With a recursion, a long chain would overflow the
    /// stack.
    func finishTypes() {
        var index = 0
        while index < pending.count {
            types.append(type(pending[index].type, id: pending[index].id))
            index += 1
        }
    }

    private func type(_ type: PlanProperty, id: String) -> PlanNode {
        let path = ConversionPath().property("types." + type.name)
        var schema = FlatSchema(type.schema, at: type.place, source, path, keeping: customTypes)
        let names = PlanNode(
            ["id": .string(id), "name": .string(type.name), "description": .text(schema.description)], at: type.place)
        let properties = schema.takeRule(.properties)
        let types = typeMembers(&schema, hasProperties: properties != nil)
        // A custom type forbids further properties by default.
        let isOpen = properties != nil && schema.takeAdditionalProperties() ?? !source.plan.isClosed
        let options = configuration(&schema, isOpen: isOpen)
        var references: [PlanNode] = []
        if case .properties(let list)? = properties {
            references = self.references(list, path, depth: Self.depthLimit)
        }
        var variants: PlanNode.Content?
        if case .variants(let list)? = schema.takeRule(.variants) { variants = self.variants(list, path) }
        schema.loseRest()
        let inner = PlanNode(["properties": .list(references)], at: type.place).members
        let last = PlanNode(["variants": variants], at: type.place).members
        return PlanNode(.object(names.members + types + inner + options + last), at: type.place)
    }

    // MARK: Variants

    /// Returns the member `variants` of an event or a custom type, or `nil` if there are no variants.
    ///
    /// RudderStack has one discriminator. Variants with other conditions are losses.
    func variants(_ variants: [PlanVariant], _ path: ConversionPath) -> PlanNode.Content? {
        guard let first = variants.first(where: { !$0.isDefault }), let name = first.when.first?.name.name else {
            return nil
        }
        guard let discriminator = ids[name] else {
            source.run.lose("variants of an unknown parameter", name, at: first.place, path)
            return nil
        }
        var cases: [PlanNode] = []
        var rest: [PlanNode] = []
        for variant in variants {
            let references = references(variant.parameters, path, depth: Self.depthLimit)
            if variant.isDefault {
                rest = references
                continue
            }
            guard variant.when.count == 1, variant.when[0].name.name == name, !references.isEmpty else {
                source.run.lose("variant without one discriminator for all variants", at: variant.place, path)
                continue
            }
            let values = variant.when[0].values
            let title = source.description(of: variant) ?? values.map(\.shortDescription).joined(separator: ", ")
            cases.append(
                PlanNode(
                    ["display_name": .string(title), "match": .array(values), "properties": .array(references)],
                    at: variant.place))
        }
        if cases.isEmpty { return nil }
        let list = PlanNode(
            [
                "type": .string("discriminator"), "discriminator": .string("#property:" + discriminator),
                "cases": .array(cases),
                "default": rest.isEmpty ? nil : PlanNode(["properties": .array(rest)], at: first.place).content,
            ], at: first.place)
        return .array([list])
    }
}
