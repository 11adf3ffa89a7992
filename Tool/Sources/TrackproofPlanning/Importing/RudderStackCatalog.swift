import TrackproofPlans

/// The properties, custom types, events and categories in the files of RudderStack, as JSON Schemas.
struct RudderStackCatalog {
    /// The entries by their kinds and ids.
    private var entries: [String: [String: PlanNode]] = [:]
    /// The ids of custom types and properties, in the order of the files.
    private var order: [(kind: String, id: String)] = []
    private let used = UsedNames()

    /// The ids to which references lead.
    private final class UsedNames {
        var ids: Set<String> = []
    }

    /// Adds the entries of a file.
    mutating func add(_ spec: PlanNode, _ kind: String, _ run: ImportRun) {
        for node in spec[kind == "custom-types" ? "types" : kind]?.elements ?? [] {
            let path = ConversionPath()
            guard let id = node["id"]?.string, !id.isEmpty else {
                run.lose("entry of \(kind) without an id", node["name"]?.string ?? "", at: node.place, path)
                continue
            }
            if let known = entries[kind]?[id], kind != "categories" {
                run.lose("id in \(kind) that is given twice", id, at: node.place, path, first: known.place)
                continue
            }
            order.append((kind, id))
            entries[kind, default: [:]][id] = node
        }
    }

    // MARK: References

    /// Returns the id in a reference: `#property:ID`, or `#/properties/GROUP/ID` in the older format.
    private func id(_ reference: String) -> String {
        let path = reference.split(separator: "/").last.map(String.init) ?? ""
        return reference.hasPrefix("#/") ? path : String(reference.drop { $0 != ":" }.dropFirst())
    }

    func event(_ reference: String) -> PlanNode? {
        let id = id(reference)
        used.ids.insert("events " + id)
        return entries["events"]?[id]
    }

    func category(_ reference: String) -> String? { entries["categories"]?[id(reference)]?["name"]?.string }

    /// Returns the name of the property to which a reference leads.
    func name(ofProperty reference: String) -> String? { entries["properties"]?[id(reference)]?["name"]?.string }

    /// Reports the properties and custom types to which no reference leads.
    func reportUnused(_ run: ImportRun) {
        for (kind, id) in order where kind != "categories" && !used.ids.contains(kind + " " + id) {
            guard let node = entries[kind]?[id] else { continue }
            run.note("entry of \(kind) that no rule uses", id, at: node.place)
        }
    }

    // MARK: Schemas

    /// Returns a JSON Schema whose definitions are the custom types.
    func definitions(_ run: ImportRun) -> PlanNode {
        let place = PlanPlace(file: "", line: 1, column: 1)
        var definitions: [PlanMember] = []
        for (kind, id) in order where kind == "custom-types" {
            guard let node = entries[kind]?[id] else { continue }
            let path = ConversionPath().property("types." + name(of: node))
            definitions.append(PlanMember(name(of: node), at: node.place, type(node, path, run)))
        }
        return PlanNode(.object([PlanMember("definitions", .object(definitions), at: place)]), at: place)
    }

    private func name(of type: PlanNode) -> String { type["name"]?.string ?? type["id"]?.string ?? "" }

    /// Returns the JSON Schema of a custom type.
    private func type(_ node: PlanNode, _ path: ConversionPath, _ run: ImportRun) -> PlanNode {
        var members = schemaMembers(of: node, path, run)
        guard let list = node["properties"] else { return PlanNode(.object(members), at: node.place) }
        var object = object(of: list.elements, at: node.place, path, run)
        let variants = variants(of: node, &object, path, run)
        members += object.members
        if !variants.isEmpty { members.append(PlanMember("variants", .array(variants), at: node.place)) }
        if node["config"]?["additional_properties"] == nil, node["config"]?["additionalProperties"] == nil {
            members.append(PlanMember("additionalProperties", .bool(false), at: node.place))
        }
        return PlanNode(.object(members), at: node.place)
    }

    /// Returns the variants of a rule or a custom type as ``SchemaConverter/variants(_:_:_:)`` reads them.
    ///
    /// A plan has one default for all variants. If there are several discriminators, adds the properties of their default
    /// cases to the object.
    func variants(
        of type: PlanNode, _ object: inout ImportedObject, _ path: ConversionPath, _ run: ImportRun
    ) -> [PlanNode] {
        var variants: [PlanNode] = []
        let lists = type["variants"]?.elements ?? []
        for variant in lists {
            guard let name = name(ofProperty: variant["discriminator"]?.string ?? "") else {
                run.lose("variants without a known discriminator", "", at: variant.place, path)
                continue
            }
            for rule in variant["cases"]?.elements ?? [] {
                guard let values = self.values(of: rule, path, run) else { continue }
                let own = self.object(of: rule["properties"]?.elements ?? [], at: rule.place, path, run)
                let texts = [rule["display_name"], rule["description"]].compactMap { $0?.string }
                variants.append(own.variant(when: name, values, texts))
            }
            let rest = variant["default"]?["properties"] ?? variant["default"]
            let own = self.object(of: rest?.elements ?? [], at: variant.place, path, run)
            if lists.count == 1, !variants.isEmpty, !own.properties.isEmpty {
                let flag = PlanMember("default", .bool(true), at: variant.place)
                variants.append(PlanNode(.object([flag] + own.members), at: variant.place))
            } else {
                object.merge(defaultCase: own, path, run)
            }
        }
        return variants
    }

    /// Returns the values of a case of variants. Returns `nil` and adds a loss if a plan cannot have the case.
    func values(of node: PlanNode, _ path: ConversionPath, _ run: ImportRun) -> [PlanNode]? {
        let values = node["match"]?.elements ?? []
        if values.isEmpty { run.lose("case of variants without values", "", at: node.place, path) }
        return values.isEmpty ? nil : values
    }

    /// Returns the members of the JSON Schema of a property or a custom type.
    private func schemaMembers(of node: PlanNode, _ path: ConversionPath, _ run: ImportRun) -> [PlanMember] {
        var members: [PlanMember] = []
        for member in node.members where !member.isBlank {
            switch member.name {
            case "id", "name", "properties", "variants": break
            case "type", "types": members.append(typeMember(member))
            case "item_type", "item_types": members.append(items(member))
            case "config", "propConfig":
                for option in member.value.members {
                    let name = option.name.inCamelCase
                    members.append(
                        name == "itemTypes" ? items(option) : PlanMember(name, at: option.place, option.value))
                }
            default: members.append(member)
            }
        }
        return members
    }

    private func typeMember(_ member: PlanMember) -> PlanMember {
        guard let text = member.value.string else { return member.named("type") }
        if text.hasPrefix("#") { return reference(text, at: member.value.place) }
        let names = text.split(separator: ",").map { String($0.trimmingPrefix(while: { $0 == " " })) }
        return PlanMember(
            "type", at: member.place, PlanNode(.texts(names, at: member.value.place), at: member.value.place))
    }

    /// Returns the member `items` for the types of the elements of a list.
    private func items(_ member: PlanMember) -> PlanMember {
        var type = member
        if member.value.elements.count == 1 { type.value = member.value.elements[0] }
        return PlanMember("items", .object([typeMember(type)]), at: member.place)
    }

    private func reference(_ text: String, at place: PlanPlace) -> PlanMember {
        used.ids.insert("custom-types " + id(text))
        let name = entries["custom-types"]?[id(text)].map(name(of:)) ?? id(text)
        let pointer = name.replacing("%", with: "%25").replacing("~", with: "~0").replacing("/", with: "~1")
        return PlanMember("$ref", .string("#/definitions/" + pointer), at: place)
    }

    /// Returns the JSON Schema of an object with the properties to which references lead.
    func object(
        of references: [PlanNode], at place: PlanPlace, _ path: ConversionPath, _ run: ImportRun
    ) -> ImportedObject {
        var object = ImportedObject(place: place)
        for node in references {
            let reference = node.propertyReference ?? ""
            guard let property = entries["properties"]?[id(reference)], let name = property["name"]?.string else {
                let kind = "property that the files do not contain"
                run.lose(kind, reference, at: node.place, path.property(id(reference)), isWhole: true)
                continue
            }
            used.ids.insert("properties " + id(reference))
            let inner = path.property(name)
            guard !name.hasRudderVariable else {
                let kind = "property whose name has a variable, which must be replaced before the import"
                run.lose(kind, name, at: property["name"]?.place ?? property.place, inner, isWhole: true)
                continue
            }
            var members = schemaMembers(of: property, inner, run)
            if let list = node["properties"]?.elements, !list.isEmpty {
                var nested = self.object(of: list, at: node.place, inner, run)
                let isOpen = node["additional_properties"]?.bool ?? true
                nested.members.append(PlanMember("additionalProperties", .bool(isOpen), at: node.place))
                members = members.nesting(nested)
            }
            object.add(
                name, PlanNode(.object(members), at: property.place), isRequired: node["required"]?.bool == true,
                at: node.place)
        }
        return object
    }
}

extension PlanNode {
    /// The reference to a property: the member `property`, or `$ref` in the older format.
    var propertyReference: String? { self["property"]?.string ?? self["$ref"]?.string }
}

extension String {
    /// Whether the text has a variable of `rudder-cli`, such as `{{ .NAME }}`.
    var hasRudderVariable: Bool { firstRange(of: "{{").map { self[$0.upperBound...].contains("}}") } ?? false }

    /// The name of an option in the style of JSON Schema, such as `minLength` for `min_length`.
    fileprivate var inCamelCase: String {
        let parts = split(separator: "_")
        return (parts.first.map(String.init) ?? "")
            + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
