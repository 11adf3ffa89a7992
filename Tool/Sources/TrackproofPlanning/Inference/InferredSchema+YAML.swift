import TrackproofPlans
import TrackproofText

extension InferredMember {
    /// The parameter or property as a member in the plan's file.
    var yaml: YAMLMember {
        YAMLMember(name.text, schema.yaml(isRequired: isRequired), notes: notes + schema.allNotes)
    }
}

extension InferredSchema {
    /// The schema as a value in the plan's file. It is on one line if neither it nor its elements have properties.
    ///
    /// - Parameter isRequired: Whether the parameter or property with this schema is required.
    func yaml(isRequired: Bool = false) -> YAMLNode {
        var members = [YAMLMember("type", type)]
        if !values.isEmpty {
            let null = types.contains(.null) ? [YAMLNode.word("null")] : []
            members.append(YAMLMember("enum", .list(values.map(YAMLNode.text) + null)))
        }
        if let format { members.append(YAMLMember("format", .text(format.rawValue))) }
        if isRequired { members.append(YAMLMember("required", .word("true"))) }
        if let pii { members.append(YAMLMember("pii", .text(pii))) }
        if hasProperties {
            if object.isOpen { members.append(YAMLMember("additionalProperties", .word("true"))) }
            if object.allowsPersonalData { members.append(YAMLMember("allow", .list([.text("pii")]))) }
        }
        for items in items { members.append(YAMLMember("items", items.yaml(), notes: items.isFlow ? [] : items.notes)) }
        if hasProperties { members.append(YAMLMember("properties", .block(object.members.map(\.yaml)))) }
        return isFlow ? .flow(members) : .block(members)
    }

    private var type: YAMLNode {
        let names = types.map { YAMLNode.text($0.rawValue) }
        return names.count == 1 ? names[0] : .list(names)
    }

    /// Whether the schema lists properties. If no recorded object had a member, the schema allows all members.
    private var hasProperties: Bool { !object.members.isEmpty }

    private var isFlow: Bool { !hasProperties && items.allSatisfy(\.isFlow) }

    /// The comments for the line of the schema. Includes the comments for its elements if they are on the same line.
    fileprivate var allNotes: [String] { notes + items.filter(\.isFlow).flatMap(\.allNotes) }
}
