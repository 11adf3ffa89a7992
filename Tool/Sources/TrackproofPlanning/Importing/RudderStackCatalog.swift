import TrackproofPlans

/// The properties, custom types, events and categories in the files of RudderStack, as JSON Schemas.
///
/// The type is a class, because it notes the entries to which references lead.
final class RudderStackCatalog {
    private struct Key: Hashable {
        let kind: String
        let id: String
    }

    private let run: ImportRun
    private var entries: [Key: PlanNode] = [:]
    /// The keys of the entries, in the order of the files.
    private var order: [Key] = []
    /// The keys to which references lead.
    private var used: Set<Key> = []

    init(_ run: ImportRun) { self.run = run }

    /// Adds the entries of a file.
    func add(_ spec: PlanNode, _ kind: String) {
        for node in spec[kind == "custom-types" ? "types" : kind]?.elements ?? [] {
            guard let id = node["id"]?.string, !id.isEmpty else {
                let found = node["name"]?.string ?? ""
                run.lose("entry of \(kind) without an id", found, at: node.place, ConversionPath())
                continue
            }
            let key = Key(kind: kind, id: id)
            if let known = entries[key] {
                let lost = "id in \(kind) that is given twice"
                run.lose(lost, id, at: node.place, ConversionPath(), first: known.place)
            } else {
                entries[key] = node
                order.append(key)
            }
        }
    }

    /// Returns the id in a reference: `#property:ID`, or `#/properties/GROUP/ID` in the older format.
    private func id(_ reference: String) -> String {
        let path = reference.split(separator: "/").last.map(String.init) ?? ""
        return reference.hasPrefix("#/") ? path : String(reference.drop { $0 != ":" }.dropFirst())
    }

    /// Returns the entry to which a reference leads, or `nil` if no file has the entry.
    func entry(_ kind: String, _ reference: String) -> PlanNode? {
        let key = Key(kind: kind, id: id(reference))
        used.insert(key)
        return entries[key]
    }

    /// Reports the entries to which no reference leads.
    func reportUnused() {
        for key in order where key.kind != "categories" && !used.contains(key) {
            guard let node = entries[key] else { continue }
            run.note("entry of \(key.kind) that no rule uses", key.id, at: node.place)
        }
    }

    // MARK: Custom types

    /// Returns a JSON Schema whose definitions are the custom types.
    func definitions() -> PlanNode {
        let types = order.filter { $0.kind == "custom-types" }.compactMap { entries[$0] }
        let definitions = types.map { node in
            let path = ConversionPath().property("types." + name(of: node))
            return PlanMember(name(of: node), at: node.place, type(node, path))
        }
        return PlanNode(["definitions": .object(definitions)], at: PlanPlace(file: "", line: 1, column: 1))
    }

    private func name(of type: PlanNode) -> String { type["name"]?.string ?? type["id"]?.string ?? "" }

    private func type(_ node: PlanNode, _ path: ConversionPath) -> PlanNode {
        var type = PlanNode(.object(schemaMembers(of: node)), at: node.place)
        guard let list = node["properties"] else { return type }
        var object = object(of: list, at: node.place, path)
        let variants = variants(of: node, &object, path)
        // A custom type forbids further properties by default.
        if type["additionalProperties"] == nil { object.set(isOpen: false) }
        type.append(object.members)
        if !variants.isEmpty { type.set("variants", .array(variants)) }
        return type
    }

    /// Returns the variants of a rule or a custom type as ``SchemaConverter/variants(_:_:_:)`` reads them.
    ///
    /// A plan has one default for all variants. If there are several discriminators, adds the properties of their default
    /// cases to the object.
    func variants(of node: PlanNode, _ object: inout ImportedObject, _ path: ConversionPath) -> [PlanNode] {
        var variants: [PlanNode] = []
        let lists = node["variants"]?.elements ?? []
        for list in lists {
            guard let name = entry("properties", list["discriminator"]?.string ?? "")?["name"]?.string else {
                run.lose("variants without a known discriminator", at: list.place, path)
                continue
            }
            for rule in list["cases"]?.elements ?? [] {
                guard let values = rule["match"]?.elements, !values.isEmpty else {
                    run.lose("case of variants without values", at: rule.place, path)
                    continue
                }
                let own = self.object(of: rule["properties"], at: rule.place, path)
                variants.append(own.variant(when: name, values, [rule["display_name"], rule["description"]]))
            }
            let rest = self.object(of: list["default"]?["properties"] ?? list["default"], at: list.place, path)
            if lists.count == 1, !variants.isEmpty, !rest.properties.isEmpty {
                let flag = PlanMember("default", .bool(true), at: list.place)
                variants.append(PlanNode(.object([flag] + rest.members), at: list.place))
                continue
            }
            for property in rest.properties {
                let kind = "parameter of the default case of variants"
                let inner = path.property(property.name)
                run.lose(kind, property.name, at: property.place, inner, .changed(to: "an optional parameter"))
                if !object.properties.contains(where: { $0.name == property.name }) {
                    object.properties.append(property)
                }
            }
        }
        return variants
    }

    // MARK: Properties

    /// Returns the JSON Schema of an object with the properties to which the references in a list lead.
    func object(of list: PlanNode?, at place: PlanPlace, _ path: ConversionPath) -> ImportedObject {
        var object = ImportedObject(at: place)
        for node in list?.elements ?? [] {
            let reference = (node["property"] ?? node["$ref"])?.string ?? ""
            guard let property = entry("properties", reference), let name = property["name"]?.string else {
                let (kind, inner) = ("property that the files do not contain", path.property(id(reference)))
                run.lose(kind, reference, at: node.place, inner, isWhole: true)
                continue
            }
            let inner = path.property(name)
            guard !name.hasRudderVariable else {
                let kind = "property whose name has a variable, which must be replaced before the import"
                run.lose(kind, name, at: property["name"]?.place ?? property.place, inner, isWhole: true)
                continue
            }
            var schema = PlanNode(.object(schemaMembers(of: property)), at: property.place)
            if let list = node["properties"], !list.elements.isEmpty {
                var nested = self.object(of: list, at: node.place, inner)
                nested.set(isOpen: node["additional_properties"]?.bool ?? true)
                let types = schema["type"]?.typeNames ?? []
                if types.contains("array"), !types.contains("object") {
                    // The properties are those of the elements of the list.
                    schema.set("items", .object((schema["items"]?.members ?? []) + nested.members))
                } else {
                    schema["additionalProperties"] = nil
                    schema.append(nested.members)
                }
            }
            object.add(name, schema, isRequired: node["required"]?.bool == true, at: node.place)
        }
        return object
    }

    /// Returns the members of the JSON Schema of a property or a custom type.
    private func schemaMembers(of node: PlanNode) -> [PlanMember] {
        node.members.filter { !$0.isBlank }.flatMap { member -> [PlanMember] in
            switch member.name {
            case "id", "name", "properties", "variants": []
            case "config", "propConfig": member.value.members.map { keyword($0.named($0.name.inCamelCase)) }
            default: [keyword(member)]
            }
        }
    }

    /// Returns the keyword of JSON Schema for a member of a property or an option in its configuration.
    private func keyword(_ member: PlanMember) -> PlanMember {
        switch member.name {
        case "types": return member.named("type")
        case "type":
            guard let text = member.value.string else { return member }
            if text.hasPrefix("#") { return reference(text, at: member.value.place) }
            let names = text.split(separator: ",").map { String($0.trimmingPrefix(while: { $0 == " " })) }
            return PlanMember(
                "type", at: member.place, PlanNode(.texts(names, at: member.value.place), at: member.value.place))
        case "item_type", "item_types", "itemTypes":
            let types = member.value.elements
            let type = PlanMember("type", at: member.place, types.count == 1 ? types[0] : member.value)
            return PlanMember("items", .object([keyword(type)]), at: member.place)
        default: return member
        }
    }

    private func reference(_ text: String, at place: PlanPlace) -> PlanMember {
        let name = entry("custom-types", text).map(name(of:)) ?? id(text)
        return PlanMember("$ref", .string("#/definitions/" + name.inPointer), at: place)
    }
}

extension String {
    /// Whether the text has a variable of `rudder-cli`, such as `{{ .NAME }}`.
    var hasRudderVariable: Bool { firstRange(of: "{{").map { self[$0.upperBound...].contains("}}") } ?? false }

    /// The name of a keyword of JSON Schema for an option of RudderStack, such as `minLength` for `min_length`.
    var inCamelCase: String {
        let parts = split(separator: "_")
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of an option of RudderStack for a keyword of JSON Schema.
    var inSnakeCase: String { map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined() }
}
