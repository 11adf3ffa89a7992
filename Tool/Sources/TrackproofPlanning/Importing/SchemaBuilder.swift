import TrackproofPlans
import TrackproofSnapshots

/// A builder of one schema of the imported plan, from the members of a JSON Schema.
struct SchemaBuilder {
    let converter: SchemaConverter
    let node: PlanNode
    let path: ConversionPath
    /// The members of the schema, in the order in which the builder adds them.
    var members: [PlanMember] = []
    /// The schemas of `allOf`. A reference that is replaced by its target is one of them.
    var allOf: [PlanNode] = []

    var run: ImportRun { converter.run }

    init(_ converter: SchemaConverter, _ node: PlanNode, _ path: ConversionPath) {
        (self.converter, self.node, self.path) = (converter, JSONSchemaDraft.newest(node), path)
    }

    /// The maximum number of members of a schema, without its properties. Schemas that people write have far fewer.
    private static let memberLimit = 1_000

    mutating func addMembers() throws(PlanErrors) {
        if node.members.count > Self.memberLimit {
            throw PlanErrors(at: node.place, "the schema has more than \(Self.memberLimit) members")
        }
        var known: [String: PlanPlace] = [:]
        for member in node.members {
            if let first = known.updateValue(member.place, forKey: member.name) {
                run.lose("keyword that is given twice", member.name, at: member.place, path, first: first)
                continue
            }
            try add(member)
        }
        if known["properties"] == nil { try addProperties() }
        if !allOf.isEmpty { members.append(PlanMember("allOf", .array(allOf), at: node.place)) }
    }

    /// Adds a loss for a member of the schema.
    func lose(
        _ kind: String, _ member: PlanMember, _ outcome: ConversionLoss.Outcome = .leftOut,
        _ weight: ConversionLoss.Weight = .rule
    ) {
        run.lose(kind, member, path, outcome, weight)
    }

    private mutating func add(_ member: PlanMember) throws(PlanErrors) {
        if let keyword = SchemaKeyword(rawValue: member.name) { return try add(keyword, member) }
        switch member.name {
        // References lead to these schemas.
        case "definitions", "$defs": break
        case "$schema" where converter.isEvent: break
        // These members describe a part of the schema of an event, which several events can share.
        case _ where converter.isPartOfEvent && Self.texts.contains(member.name):
            if !member.isBlank { lose("\(member.name) of a part of an event", member, .leftOut, .information) }
        case _ where converter.isEvent && ["title", "$comment", "pii", "default"].contains(member.name):
            addOther(member)
        case "description", "title", "$comment", "pii":
            if member.value.string == nil { addOther(member) } else if !member.isBlank { members.append(member) }
        // An export gives this name to the member `pii`.
        case "x-pii" where member.value.string != nil && node["pii"] == nil && !converter.isEvent:
            try add(member.named("pii"))
        case "default": addData(member)
        case "examples": if case .array = member.value.content { addData(member) } else { addOther(member) }
        case "deprecated" where member.value.bool != nil: if member.value.bool == true { members.append(member) }
        case "$schema", "$id", "id", "$anchor", "$vocabulary":
            lose("identifier \(member.name)", member, .leftOut, .information)
        case _ where Self.unsupported.contains(member.name):
            lose("keyword \(member.name)" + (converter.isEvent ? " of an event" : ""), member)
        default: addOther(member)
        }
    }

    /// The members that describe a schema.
    private static let texts: Set<String> = ["title", "description", "examples", "$comment"]

    private mutating func add(_ keyword: SchemaKeyword, _ member: PlanMember) throws(PlanErrors) {
        if converter.isEvent, !EventSchema.keywords.contains(keyword) {
            if !member.isBlank { lose("keyword \(member.name) of an event", member) }
            return
        }
        var inner = converter.inner(keyword.subject ?? .contents)
        if keyword == .allOf { inner.isEvent = converter.isEvent }
        switch keyword.form {
        case .reference: try addReference(member)
        case .types where converter.isEvent:
            let names = member.value.typeNames
            if names == ["object"] { return }
            let isObject = names.contains("object")
            lose("type of an event", member, .changed(to: "an object"), isObject ? .information : .rule)
        case .types: addType(member)
        case .constants:
            if member.value.elements.isEmpty { lose("enum without values", member) } else { addData(member) }
        case .constant: addData(member)
        case .pattern:
            if isUsable(pattern: member.value.string, member) { members.append(member) }
        case .number, .divisor, .count, .format: addValue(keyword, member)
        case .dependents: if !member.isBlank { addValue(keyword, member) }
        case .flag: if member.value.bool != false { addValue(keyword, member) }
        case .schema where converter.isEvent && keyword == .additionalProperties:
            if member.value.bool != nil || member.value.isBlank { return members.append(member) }
            let (found, form) = (member.value.schemaSummary, "an open event")
            run.lose("schema of other parameters", found, at: member.place, path, .changed(to: form))
        case .schema: try addSchema(member, inner, keyword == .items ? path.element : path)
        case .schemas: try addSchemas(member, inner, keyword == .prefixItems ? path.element : path)
        case .patternProperties: try addPatternProperties(member)
        case .variants where converter.document.hasVariants:
            let variants = try converter.variants(member.value.elements, "properties", path)
            members.append(PlanMember("variants", .array(variants), at: member.place))
        case .variants: addOther(member)
        case .names:
            if case .array(let elements) = member.value.content {
                for element in elements where element.string == nil {
                    run.lose("invalid required", element.summary, at: element.place, path)
                }
            } else if member.value.bool != false {
                lose("invalid required", member)
            }
        case .properties: try addProperties()
        }
    }

    /// The keywords of JSON Schema that a plan does not have, and that restrict values.
    private static let unsupported: Set<String> = [
        "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas",
        "$dynamicRef", "$recursiveRef", "contentSchema", "disallow", "extends", "nullable",
    ]

    // MARK: Values

    /// Adds a value that contains no schema, if the reader of plans accepts it.
    private mutating func addValue(_ keyword: SchemaKeyword, _ member: PlanMember) {
        if let error = keyword.error(in: member.value) {
            // The second part of the message says what was found.
            let kind = "invalid \(member.name) (\(error.message.prefix { $0 != "," }))"
            return lose(keyword == .format ? "unknown format" : kind, member)
        }
        addData(member)
    }

    private mutating func addData(_ member: PlanMember) {
        guard member.value.isWritable else {
            return run.lose("value that a plan cannot contain", member.name, at: member.place, path)
        }
        members.append(member)
    }

    /// Adds a member that JSON Schema does not define, under a name that begins with `x-`.
    private mutating func addOther(_ member: PlanMember) {
        if member.isBlank { return }
        let isOwn = member.name.hasPrefix("x-")
        if isOwn, member.value.isWritable, ImportRun.canWrite(name: member.name) { return members.append(member) }
        if isOwn || node["x-" + member.name] != nil {
            return run.note("member that a plan cannot contain", member.name, at: member.place, path)
        }
        let keywords = SchemaKeyword.allCases.map(\.rawValue)
        if let keyword = NameSimilarity.nearest(to: member.name, among: keywords, from: 0.8) {
            let kind = "unknown keyword that is similar to \(keyword)"
            members += run.keep(member, kind, found: member.name, path, .rule)
        } else {
            members += run.keep(member, "own member \(member.name)", path)
        }
    }

    private mutating func addType(_ member: PlanMember) {
        var elements = [member.value]
        if case .array(let list) = member.value.content { elements = list }
        if elements.isEmpty { lose("empty list of types", member) }
        var names: [String] = []
        for element in elements {
            // YAML reads `type: null` as the value null.
            let name = if case .null = element.content { "null" } else { element.summary }
            if name == "any" {
                return run.note("type any", name, at: member.place, path, changedTo: "a schema without a type")
            }
            if !ImportedTypes.reserved.contains(name) {
                run.lose("unknown type", name, at: member.place, path)
            } else if !names.contains(name) {
                names.append(name)
            }
        }
        if names.isEmpty { return }
        members.append(PlanMember("type", .oneOrMore(names, at: member.value.place), at: member.place))
    }

    func isUsable(pattern source: String?, _ member: PlanMember) -> Bool {
        guard let source else {
            lose("invalid pattern", member)
            return false
        }
        do throws(PatternError) {
            _ = try Pattern(source)
            return true
        } catch {
            // The second part of the message says what to write instead.
            let kind = "pattern that a plan cannot use (\(error.message.prefix { $0 != ";" }))"
            run.lose(kind, source, at: member.place, path)
            return false
        }
    }
}

extension PlanNode {
    /// The names in the member `required` of a JSON Schema, with their places.
    var requiredNames: [(name: String, place: PlanPlace)] {
        self["required"]?.elements.compactMap { element in element.string.map { ($0, element.place) } } ?? []
    }

    /// Whether a file of a plan can contain the node as a value.
    var isWritable: Bool { isNested(atMost: 32) && hasWritableNames }

    private var hasWritableNames: Bool {
        let members = members
        return Set(members.map(\.name)).count == members.count
            && members.allSatisfy { ImportRun.canWrite(name: $0.name) && $0.value.hasWritableNames }
            && elements.allSatisfy(\.hasWritableNames)
    }
}
