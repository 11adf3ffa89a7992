import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The properties and custom types of an export for RudderStack.
final class RudderStackEntries {
    private(set) var properties: [FormattedValue] = []
    private(set) var types: [FormattedValue] = []
    private let source: ExportedPlan
    private var propertyIDs = RudderStackIDs()
    private var typeIDs = RudderStackIDs()
    /// The ids of the properties, by their contents.
    private var known: [String: String] = [:]
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
    func references(_ parameters: [PlanProperty], _ path: ConversionPath, depth: Int = 0) -> [FormattedValue] {
        var references: [FormattedValue] = []
        for (parameter, inner) in source.sent(parameters, path) {
            count += 1
            guard count <= Self.countLimit else {
                source.run.lose("more than \(Self.countLimit) properties", at: parameter.place, inner, isWhole: true)
                continue
            }
            var schema = FlatSchema(parameter, source, keeping: customTypes)
            let properties = depth < Self.depthLimit ? schema.take(.properties) : nil
            let id = property(&schema, hasProperties: properties != nil, inner)
            ids[parameter.name] = id
            var items = [FormattedItem("property", .text("#property:" + id))]
            if schema.isRequired { items.append(FormattedItem("required", .word("true"))) }
            if case .properties(let list)? = properties?.value {
                let isOpen = schema.takeAdditionalProperties() ?? !source.plan.isClosed
                if !isOpen { items.append(FormattedItem("additional_properties", .word("false"))) }
                let nested = self.references(list, inner, depth: depth + 1)
                if !nested.isEmpty { items.append(FormattedItem("properties", .blocks(nested))) }
            }
            schema.loseRest(inner)
            references.append(.object(items))
        }
        return references
    }

    /// Returns the id of the property with a schema. Adds the property if it is new.
    private func property(_ schema: inout FlatSchema, hasProperties: Bool, _ path: ConversionPath) -> String {
        var items = [FormattedItem("name", .text(schema.name))]
        if let text = schema.description { items.append(FormattedItem("description", .prose(text))) }
        items += typeItems(&schema, path, hasProperties: hasProperties) + configuration(&schema, path)
        let root = FormattedItem()
        root.value = .object(items)
        let key = FormattedFileWriter.text(FormattedFile(root: root))
        if let id = known[key] { return id }
        let id = propertyIDs.add(schema.name)
        known[key] = id
        properties.append(.object([FormattedItem("id", .text(id))] + items))
        return id
    }

    // MARK: Schemas

    private func typeItems(_ schema: inout FlatSchema, _ path: ConversionPath, hasProperties: Bool) -> [FormattedItem] {
        if let name = schema.takeTypeName() {
            return [FormattedItem("type", .text("#custom-type:" + id(ofType: name)))]
        }
        var types = schema.takeTypes()
        if hasProperties, types.isEmpty {
            source.run.lose("properties of a value without a type", at: schema.place, path, .changed(to: "an object"))
            types = ["object"]
        }
        if types.isEmpty { return [] }
        var items = [
            types.count == 1
                ? FormattedItem("type", .text(types[0])) : FormattedItem("types", .list(types.map(FormattedValue.text)))
        ]
        if types == ["array"], var elements = schema.takeElements(keeping: customTypes) {
            if let name = elements.takeTypeName() {
                items.append(FormattedItem("item_type", .text("#custom-type:" + id(ofType: name))))
            } else {
                let types = elements.takeTypes()
                if !types.isEmpty {
                    items.append(
                        types.count == 1
                            ? FormattedItem("item_type", .text(types[0]))
                            : FormattedItem("item_types", .list(types.map(FormattedValue.text))))
                }
            }
            elements.loseRest(path.element)
        }
        return items
    }

    /// The rules that a property can have, and their names in RudderStack.
    private static let options: [(SchemaKeyword, String)] = [
        (.minLength, "min_length"), (.maxLength, "max_length"), (.pattern, "pattern"), (.format, "format"),
        (.minimum, "minimum"), (.maximum, "maximum"), (.exclusiveMinimum, "exclusive_minimum"),
        (.exclusiveMaximum, "exclusive_maximum"), (.multipleOf, "multiple_of"), (.minItems, "min_items"),
        (.maxItems, "max_items"),
    ]
    private static let formats: Set<String> = [
        "date-time", "date", "time", "email", "uuid", "hostname", "ipv4", "ipv6",
    ]

    private func configuration(_ schema: inout FlatSchema, _ path: ConversionPath, isOpen: Bool = false)
        -> [FormattedItem]
    {
        var items = isOpen ? [FormattedItem("additional_properties", .word("true"))] : []
        if let values = schema.takeValues() {
            items.append(FormattedItem("enum", .list(values.map { FormattedValue(data: $0) })))
        }
        for (keyword, name) in Self.options {
            guard let rule = schema.take(keyword) else { continue }
            switch rule.value {
            case .format(let format) where !Self.formats.contains(format.rawValue): schema.putBack(rule)
            case .format(let format): items.append(FormattedItem(name, .text(format.rawValue)))
            case .pattern(let pattern): items.append(FormattedItem(name, .text(pattern.source)))
            case .number(let number): items.append(FormattedItem(name, .word(number.text)))
            case .count(let count): items.append(FormattedItem(name, .word("\(count)")))
            default: schema.putBack(rule)
            }
        }
        if schema.takeFlag(.uniqueItems) { items.append(FormattedItem("unique_items", .word("true"))) }
        return items.isEmpty ? [] : [FormattedItem("config", .object(items))]
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

    private func type(_ type: PlanProperty, id: String) -> FormattedValue {
        let path = ConversionPath().property("types." + type.name)
        var schema = FlatSchema(type, source, keeping: customTypes)
        var items = [FormattedItem("id", .text(id)), FormattedItem("name", .text(type.name))]
        if let text = schema.description { items.append(FormattedItem("description", .prose(text))) }
        let properties = schema.take(.properties)
        items += typeItems(&schema, path, hasProperties: properties != nil)
        // A custom type forbids further properties by default.
        let isOpen = properties != nil && schema.takeAdditionalProperties() ?? !source.plan.isClosed
        let options = configuration(&schema, path, isOpen: isOpen)
        if case .properties(let list)? = properties?.value {
            let references = references(list, path, depth: Self.depthLimit)
            if !references.isEmpty { items.append(FormattedItem("properties", .blocks(references))) }
        }
        items += options
        if case .variants(let list)? = schema.take(.variants)?.value,
            let variants = variants(list, path)
        {
            items.append(variants)
        }
        schema.loseRest(path)
        return .object(items)
    }

    // MARK: Variants

    /// Returns the member `variants` of an event or a custom type, or `nil` if there are no variants.
    ///
    /// RudderStack has one discriminator. Variants with other conditions are losses.
    func variants(_ variants: [PlanVariant], _ path: ConversionPath) -> FormattedItem? {
        guard let first = variants.first(where: { !$0.isDefault }), let name = first.when.first?.name.name else {
            return nil
        }
        guard let discriminator = ids[name] else {
            source.run.lose("variants of an unknown parameter", name, at: first.place, path)
            return nil
        }
        var cases: [FormattedValue] = []
        var rest: [FormattedValue] = []
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
                .object([
                    FormattedItem("display_name", .text(title)),
                    FormattedItem("match", .list(values.map { FormattedValue(data: $0) })),
                    FormattedItem("properties", .blocks(references)),
                ]))
        }
        if cases.isEmpty { return nil }
        var items = [
            FormattedItem("type", .text("discriminator")),
            FormattedItem("discriminator", .text("#property:" + discriminator)),
            FormattedItem("cases", .blocks(cases)),
        ]
        if !rest.isEmpty {
            items.append(FormattedItem("default", .object([FormattedItem("properties", .blocks(rest))])))
        }
        return FormattedItem("variants", .blocks([.object(items)]))
    }
}
