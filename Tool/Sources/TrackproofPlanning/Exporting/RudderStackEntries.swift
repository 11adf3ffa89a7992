import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The properties, custom types and categories of an export for RudderStack.
///
/// The type is a class, because properties and types that events use are added to it at any depth.
final class RudderStackEntries {
    private(set) var categories: [PlanNode] = []
    private(set) var properties: [PlanNode] = []
    private(set) var types: [PlanNode] = []
    private let source: ExportedPlan
    private var categoryIDs = RudderStackIDs<String>()
    private var typeIDs = RudderStackIDs<String>()
    /// The ids of the properties, by their contents.
    private var propertyIDs = RudderStackIDs<CanonicalValue>()
    /// For the names of properties, the ids of the last references.
    private var ids: [String: String] = [:]
    /// The custom types to which properties refer, in the order of the first references.
    private var pending: [(id: String, type: PlanProperty)] = []
    /// The names of the plan's types that can be custom types.
    private let customTypes: Set<String>
    private var count = 0

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

    /// Returns the id of the category with a name. Adds the category if it is new.
    func id(ofCategory name: String, at place: PlanPlace) -> String {
        let (id, isNew) = categoryIDs.id(of: name, named: name)
        if isNew { categories.append(PlanNode(["id": .string(id), "name": .string(name)], at: place)) }
        return id
    }

    // MARK: Properties

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
        var node = PlanNode(["name": .string(name), "description": .text(schema.description)], at: schema.place)
        node.append(typeMembers(&schema, hasProperties: hasProperties))
        node.set("config", configuration(&schema))
        let (id, isNew) = propertyIDs.id(of: CanonicalValue(node), named: name)
        if !isNew { return id }
        var property = PlanNode(["id": .string(id)], at: schema.place)
        property.append(node.members)
        properties.append(property)
        return id
    }

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
        return [PlanMember(types.count == 1 ? name : name + "s", .oneOrMore(types, at: schema.place), at: schema.place)]
    }

    /// The rules that a property can have. Their names in RudderStack have underscores.
    private static let options: [SchemaKeyword] = [
        .enum, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum,
        .multipleOf, .minItems, .maxItems, .uniqueItems,
    ]
    private static let formats: Set<String> = [
        "date-time", "date", "time", "email", "uuid", "hostname", "ipv4", "ipv6",
    ]

    /// Returns the member `config` of a property or a custom type.
    private func configuration(_ schema: inout FlatSchema, isOpen: Bool = false) -> PlanNode.Content? {
        var config = PlanNode(["additional_properties": .flag(isOpen)], at: schema.place)
        for keyword in Self.options {
            let fits = { (value: PlanNode) in keyword != .format || Self.formats.contains(value.summary) }
            config.set(keyword.rawValue.inSnakeCase, schema.take(keyword.rawValue, where: fits)?.content)
        }
        return .filled(config.members)
    }

    // MARK: Custom types

    /// Returns the id of the custom type for a type of the plan.
    private func id(ofType name: String) -> String {
        let (id, isNew) = typeIDs.id(of: name, named: name)
        if isNew, let type = source.types[name] { pending.append((id, type)) }
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
        var node = PlanNode(
            ["id": .string(id), "name": .string(type.name), "description": .text(schema.description)], at: type.place)
        let properties = schema.takeRule(.properties)
        node.append(typeMembers(&schema, hasProperties: properties != nil))
        // A custom type forbids further properties by default.
        let isOpen = properties != nil && schema.takeAdditionalProperties() ?? !source.plan.isClosed
        let options = configuration(&schema, isOpen: isOpen)
        if case .properties(let list)? = properties {
            node.set("properties", .list(references(list, path, depth: Self.depthLimit)))
        }
        node.set("config", options)
        if case .variants(let list)? = schema.takeRule(.variants) { node.set("variants", variants(list, path)) }
        schema.loseRest()
        return node
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
        var rest = PlanNode([:], at: first.place)
        for variant in variants {
            let references = references(variant.parameters, path, depth: Self.depthLimit)
            if variant.isDefault {
                rest.set("properties", .list(references))
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
                "cases": .array(cases), "default": .filled(rest.members),
            ], at: first.place)
        return .array([list])
    }
}
