import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A reader of the schemas in a plan's file.
struct SchemaReader {
    /// The maximum number of schemas inside each other. Named types can be inside each other without this limit.
    ///
    /// The reader, the compiler and lint call themselves for each inner schema. Without optimization, a schema needs up to
    /// 13 KB of the stack. On Darwin, most threads have a stack of 512 KB.
    private static let depthLimit = 32

    /// Reads a schema from a node.
    ///
    /// The node is an object, the name of a type, `true` (which allows all values) or `false` (which allows no value).
    static func read(_ node: PlanNode, _ problems: inout PlanProblems) -> PlanSchema {
        guard case .object = node.content else { return shortSchema(node, &problems) }
        var schema = PlanSchema(at: node.place)
        guard problems.schemaDepth < depthLimit else {
            let advice = "declare some of them under \"types\""
            problems.add(node.place, "more than \(depthLimit) schemas are inside each other; \(advice)")
            return schema
        }
        problems.schemaDepth += 1
        defer { problems.schemaDepth -= 1 }
        guard var members = ObjectReader(node, "a schema", &problems) else { return schema }
        readAnnotations(&members, into: &schema, &problems)
        var rules: [SchemaRule] = []
        for keyword in SchemaKeyword.allCases {
            guard let member = members.take(keyword.rawValue) else { continue }
            if keyword == .required, case .bool(let isRequired) = member.value.content {
                schema.isRequired = isRequired
                continue
            }
            if keyword == .pattern {
                if let rule = pattern(member, &schema, &problems) { rules.append(rule) }
                continue
            }
            if let value = value(of: keyword, member.value, &problems) {
                rules.append(SchemaRule(keyword: keyword, place: member.place, value: value))
            }
        }
        schema.rules = rules
        members.finish(advice: SchemaAdvice.keywords, &problems)
        return schema
    }

    /// Reads a schema that is not an object.
    ///
    /// This is a function of its own for the same reason as `smallValue(of:)`.
    @inline(never)
    private static func shortSchema(_ node: PlanNode, _ problems: inout PlanProblems) -> PlanSchema {
        var schema = PlanSchema(at: node.place)
        switch node.content {
        case .string:
            schema.rules = [
                SchemaRule(keyword: .type, place: node.place, value: .types(types(node, &problems)))
            ]
        case .bool(let isAllowed): schema.isNever = !isAllowed
        default: problems.expected("a schema or the name of a type", at: node)
        }
        return schema
    }

    private static func readAnnotations(
        _ members: inout ObjectReader, into schema: inout PlanSchema, _ problems: inout PlanProblems
    ) {
        schema.isNever = members.flag("never", &problems) ?? false
        schema.description = members.text("description", &problems)
        schema.pii = members.text("pii", &problems)
        schema.defaultValue = members.take("default")?.value.data(&problems)
        schema.examples = members.take("examples")?.value.data(&problems).elements("a list of values", &problems) ?? []
        schema.exemptions = members.names("allow", &problems)
        schema.isDeprecated = members.isDeprecated(&problems)
        if let swift = members.take("swift")?.value { schema.swift = .read(swift, &problems) }
        schema.presence = members.take("presence").map { PlatformPresence($0, &problems) }
        _ = members.text("title", &problems)
        _ = members.text("$comment", &problems)
    }

    private static func value(
        of keyword: SchemaKeyword, _ node: PlanNode, _ problems: inout PlanProblems
    ) -> SchemaRule.Value? {
        switch keyword.form {
        case .schema: .schema(read(node, &problems))
        case .schemas: schemas(node, &problems).map { .schemas($0) }
        case .properties: .properties(properties(node, &problems))
        case .patternProperties: .patternProperties(patternProperties(node, &problems))
        default: smallValue(of: keyword.form, node, &problems)
        }
    }

    /// Reads the value of a keyword that contains no schemas, or of `variants`.
    ///
    /// This is a function of its own, because `value(of:)` calls itself and must not need much of the stack.
    private static func smallValue(
        of form: SchemaKeyword.Form, _ node: PlanNode, _ problems: inout PlanProblems
    ) -> SchemaRule.Value? {
        switch form {
        case .types: .types(types(node, &problems))
        case .constants: .constants(node.data(&problems).elements("a list of values", &problems))
        case .constant: .constants([node.data(&problems)])
        case .number: number(node, "a number", &problems).map { .number($0) }
        case .divisor: number(node, "a number above 0", &problems) { $0 > ExactDecimal(0) }.map { .number($0) }
        case .count:
            number(node, "a whole number from 0 to \(Int32.max)", &problems) {
                $0.isInteger && $0 >= ExactDecimal(0) && $0 <= ExactDecimal(Int64(Int32.max))
            }.map { .count(Int($0.decimal.double)) }
        case .format: format(node, &problems).map { .format($0) }
        case .flag: node.flag(&problems).map { .flag($0) }
        case .names: .names(node.names(&problems))
        case .dependents:
            .dependents(
                node.members(#"an object such as {"currency": ["price"]}"#, &problems).map { member in
                    (NameWithPlace(member), member.value.names(&problems))
                })
        case .variants: .variants(PlanVariant.list(node, "properties", &problems))
        case .reference: node.reference(&problems).map { .reference($0) }
        case .pattern, .schema, .schemas, .properties, .patternProperties: nil
        }
    }

    /// Returns the rule for a pattern. If the pattern cannot be used, notes it in the schema and returns `nil`.
    ///
    /// This is a function of its own for the same reason as `smallValue(of:)`.
    @inline(never)
    private static func pattern(
        _ member: PlanMember, _ schema: inout PlanSchema, _ problems: inout PlanProblems
    ) -> SchemaRule? {
        guard let source = member.value.text(&problems) else { return nil }
        do throws(PatternError) {
            return SchemaRule(keyword: .pattern, place: member.place, value: .pattern(try Pattern(source)))
        } catch {
            schema.refusedPattern = RefusedPattern(source: source, place: member.value.place, reason: "\(error)")
            return nil
        }
    }

    /// Reads the parameters of an event, the properties of an object, or the named types of a plan.
    static func properties(_ node: PlanNode, _ problems: inout PlanProblems) -> [PlanProperty] {
        node.members(#"an object of names and schemas, such as {"price": "number"}"#, &problems).map { member in
            PlanProperty(name: member.name, place: member.place, schema: read(member.value, &problems))
        }
    }

    private static func types(_ node: PlanNode, _ problems: inout PlanProblems) -> [NameWithPlace] {
        let elements = if case .array(let list) = node.content { list } else { [node] }
        if elements.isEmpty { problems.add(node.place, "expected at least one type, found an empty list") }
        return elements.compactMap { element in
            switch element.content {
            // YAML reads `type: null` as the value null, but the author means the type with the name `null`.
            case .null: return NameWithPlace(name: "null", place: element.place)
            case .string(let name): return NameWithPlace(name: name, place: element.place)
            default:
                problems.expected("the name of a type", at: element)
                return nil
            }
        }
    }

    private static func number(
        _ node: PlanNode, _ what: String, _ problems: inout PlanProblems,
        where isAllowed: (ExactDecimal) -> Bool = { _ in true }
    ) -> PlanNumber? {
        if case .number(let number) = node.content, isAllowed(number.decimal) { return number }
        problems.expected(what, at: node)
        return nil
    }

    private static func pattern(_ source: String, at place: PlanPlace, _ problems: inout PlanProblems) -> Pattern? {
        do throws(PatternError) {
            return try Pattern(source)
        } catch {
            problems.add(place, "the pattern \(source.quotedForDisplay) cannot be used: \(error)")
            return nil
        }
    }

    private static func format(_ node: PlanNode, _ problems: inout PlanProblems) -> TextFormat? {
        guard let name = node.text(&problems) else { return nil }
        if let format = TextFormat(rawValue: name) { return format }
        let names = TextFormat.allCases.map(\.rawValue)
        let isSimilar = NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar) != nil
        problems.add(
            unknown: "format", NameWithPlace(name: name, place: node.place), among: names,
            advice: isSimilar ? nil : "the formats are " + names.joined(separator: ", "))
        return nil
    }

    private static func schemas(_ node: PlanNode, _ problems: inout PlanProblems) -> [PlanSchema]? {
        let schemas = node.elements("a list of schemas", &problems).map { read($0, &problems) }
        if !schemas.isEmpty { return schemas }
        if case .array = node.content { problems.add(node.place, "expected at least one schema, found an empty list") }
        return nil
    }

    private static func patternProperties(
        _ node: PlanNode, _ problems: inout PlanProblems
    ) -> [(pattern: Pattern, place: PlanPlace, schema: PlanSchema)] {
        node.members("an object of patterns and schemas", &problems).compactMap { member in
            let schema = read(member.value, &problems)
            return pattern(member.name, at: member.place, &problems).map { ($0, member.place, schema) }
        }
    }
}
