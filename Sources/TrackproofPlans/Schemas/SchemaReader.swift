import Trackproof
import TrackproofSnapshots
import TrackproofText

/// A reader of the schemas in a plan's file.
struct SchemaReader {
    private static let names =
        SchemaKeyword.allCases.map(\.rawValue) + SchemaAnnotation.allCases.map(\.rawValue) + ["never"]

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
        members.finish(names, advice: SchemaAdvice.keywords, &problems)
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
        schema.exemptions = members.names("allow", &problems).map { Exemption(id: $0.name, place: $0.place) }
        if let deprecated = members.take("deprecated")?.value {
            // Instead of `true`, the member can have a text that says why the value is deprecated or what replaces it.
            if case .string = deprecated.content {
                schema.isDeprecated = true
            } else {
                schema.isDeprecated = deprecated.flag(&problems) ?? false
            }
        }
        if let swift = members.take("swift")?.value { schema.swift = SwiftNames(swift, &problems) }
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
        case .number: number(node, &problems).map { .number($0) }
        case .divisor: divisor(node, &problems).map { .number($0) }
        case .count: count(node, &problems).map { .count($0) }
        case .format: format(node, &problems).map { .format($0) }
        case .flag: node.flag(&problems).map { .flag($0) }
        case .names: .names(node.names(&problems))
        case .dependents:
            .dependents(
                node.members(#"an object such as {"currency": ["price"]}"#, &problems).map { member in
                    (NameWithPlace(name: member.name, place: member.place), member.value.names(&problems))
                })
        case .variants: .variants(PlanVariant.list(node, noun: "properties", &problems))
        case .reference: node.text(&problems).map { .reference(NameWithPlace(name: $0, place: node.place)) }
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

    private static func types(_ node: PlanNode, _ problems: inout PlanProblems) -> [TypeName] {
        let elements: [PlanNode]
        switch node.content {
        case .array(let list): elements = list
        case .null:
            // YAML reads `type: null` as the value null, but the author means the type with the name `null`.
            return [TypeName(types: .null, name: "null", place: node.place)]
        default: elements = [node]
        }
        if elements.isEmpty { problems.add(node.place, "expected at least one type, found an empty list") }
        return elements.compactMap { element in
            if case .null = element.content { return TypeName(types: .null, name: "null", place: element.place) }
            guard case .string(let name) = element.content else {
                problems.expected("the name of a type", at: element)
                return nil
            }
            return TypeName(types: JSONTypes(named: name), name: name, place: element.place)
        }
    }

    private static func number(_ node: PlanNode, _ problems: inout PlanProblems) -> PlanNumber? {
        if case .number(let number) = node.content { return number }
        problems.expected("a number", at: node)
        return nil
    }

    private static func divisor(_ node: PlanNode, _ problems: inout PlanProblems) -> PlanNumber? {
        guard let number = number(node, &problems) else { return nil }
        if number.decimal > ExactDecimal(0) { return number }
        problems.expected("a number above 0", at: node)
        return nil
    }

    private static func count(_ node: PlanNode, _ problems: inout PlanProblems) -> Int? {
        if case .number(let number) = node.content, number.decimal.isInteger, number.decimal >= ExactDecimal(0),
            number.decimal <= ExactDecimal(Int64(Int32.max))
        {
            return Int(number.decimal.double)
        }
        problems.expected("a whole number from 0 to \(Int32.max)", at: node)
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
        let nearest = NameSimilarity.nearest(to: name, among: names, from: NameSimilarity.similar)
        problems.add(
            node.place,
            "unknown format \(name.quotedForDisplay); "
                + (nearest.map { "did you mean \"\($0)\"?" } ?? "the formats are " + names.joined(separator: ", ")))
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
