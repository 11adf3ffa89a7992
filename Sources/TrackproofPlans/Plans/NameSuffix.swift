/// A part that apps append to the name of an event, such as `_phone` or `_tablet`.
public struct NameSuffix: Sendable {
    /// The name of the part, such as `device`.
    public let part: NameWithPlace
    /// The possible texts of the part.
    public let texts: [String]
    /// Whether each name of the event has the part. If not, the part can be absent.
    public let isRequired: Bool
}

extension NameSuffix {
    /// Reads the member `suffixes` of an event.
    static func list(_ node: PlanNode, _ problems: inout PlanProblems) -> [NameSuffix] {
        node.members(#"an object such as {"device": ["_phone", "_tablet"]}"#, &problems).compactMap { member in
            var texts = member.value
            var isRequired = false
            if case .object = member.value.content {
                guard var members = ObjectReader(member.value, "a part of a suffix", &problems) else { return nil }
                isRequired = members.flag("required", &problems) ?? false
                let list = members.take("texts")?.value
                members.finish(["texts", "required"], &problems)
                guard let list else {
                    problems.add(member.value.place, "a part of a suffix needs the member \"texts\"")
                    return nil
                }
                texts = list
            }
            let names = texts.names(&problems)
            for text in names where text.name.isEmpty { problems.add(text.place, "a suffix cannot be empty") }
            if isRequired, case .array(let list) = texts.content, list.isEmpty {
                problems.add(texts.place, "a required part of a suffix needs at least one text")
            }
            return NameSuffix(
                part: NameWithPlace(name: member.name, place: member.place), texts: names.map(\.name),
                isRequired: isRequired)
        }
    }
}

extension PlannedEvent {
    /// The parts of ``suffixes`` as parameters whose values are the texts.
    public var suffixParameters: [PlanProperty] {
        suffixes.map { suffix in
            let part = suffix.part
            var schema = PlanSchema(at: part.place)
            let nodes = suffix.texts.map { PlanNode(.string($0), at: part.place) }
            schema.rules = [SchemaRule(keyword: .enum, place: part.place, value: .constants(nodes))]
            schema.isRequired = suffix.isRequired
            return PlanProperty(name: part.name, place: part.place, schema: schema)
        }
    }

    /// A name that apps give the event: ``name`` with the first text of each required part.
    var sentName: String { name + suffixes.filter(\.isRequired).compactMap(\.texts.first).joined() }
}
