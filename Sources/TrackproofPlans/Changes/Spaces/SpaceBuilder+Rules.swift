internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// The rules of a schema, as ``SchemaCompiler`` understands them.
extension SpaceBuilder {
    /// Returns the values that a schema's own rules allow, without the rules of named types and combined schemas.
    mutating func ownSpace(_ schema: PlanSchema, closes: Bool) -> ValueSpace {
        var space = ValueSpace()
        var hasNames = false
        if case .types(let names)? = schema.rule(.type)?.value {
            hasNames = names.contains { $0.types == nil }
            if !hasNames { space.types = names.reduce(into: []) { $0.formUnion($1.types ?? []) } }
        }
        addConstants(schema, to: &space)
        addNumbers(schema, to: &space.numbers)
        addTexts(schema, to: &space.texts)
        let isOpen = space.texts.formats.isSubset(of: [.uri, .uriReference])
        space.texts.isSearched = schema.pii == nil && space.listed.isEmpty && !hasNames && isOpen
        addLists(schema, to: &space.lists)
        // With one of these keywords, `properties` may describe only a part of an object.
        let isWhole = [.allOf, .ref, .if, .anyOf, .oneOf].allSatisfy { schema.rule($0) == nil }
        addObjects(schema, closes: closes && isWhole, to: &space.objects)
        return space
    }

    private func addConstants(_ schema: PlanSchema, to space: inout ValueSpace) {
        for keyword in [SchemaKeyword.enum, .const] {
            guard case .constants(let nodes)? = schema.rule(keyword)?.value else { continue }
            let values = Set(nodes.map { CanonicalValue($0) })
            space.values = space.listed.isEmpty ? values : space.values.intersection(values)
            space.listed = JSONTypes.all.families
        }
    }

    private func addNumbers(_ schema: PlanSchema, to numbers: inout NumberSpace) {
        for rule in schema.rules {
            guard case .number(let number) = rule.value else { continue }
            let isExclusive = rule.keyword == .exclusiveMinimum || rule.keyword == .exclusiveMaximum
            let limit = NumberSpace.Limit(decimal: number.decimal, isExclusive: isExclusive)
            switch rule.keyword {
            case .minimum, .exclusiveMinimum:
                if numbers.lower.map({ limit.isStricterBelow($0) }) ?? true { numbers.lower = limit }
            case .maximum, .exclusiveMaximum:
                if numbers.upper.map({ limit.isStricterAbove($0) }) ?? true { numbers.upper = limit }
            default: numbers.divisors.insert(number.decimal)
            }
        }
    }

    private func addTexts(_ schema: PlanSchema, to texts: inout TextSpace) {
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.minLength, .count(let count)): texts.minLength = count
            case (.maxLength, .count(let count)): texts.maxLength = count
            case (_, .pattern(let pattern)): texts.patterns = [pattern]
            case (_, .format(let format)): texts.formats = [format]
            default: continue
            }
        }
    }

    private mutating func addLists(_ schema: PlanSchema, to lists: inout ListSpace) {
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.minItems, .count(let count)): lists.minItems = count
            case (.maxItems, .count(let count)): lists.maxItems = count
            case (.uniqueItems, .flag(let isUnique)): lists.isUnique = isUnique
            case (.prefixItems, .schemas(let schemas)): lists.prefix = schemas.map { add($0) }
            case (.items, .schema(let schema)): lists.rest = add(schema)
            default: continue
            }
        }
    }

    private mutating func addObjects(_ schema: PlanSchema, closes: Bool, to objects: inout ObjectSpace) {
        var isUsed = false
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (_, .properties(let properties)):
                isUsed = true
                add(properties, to: &objects)
            case (_, .names(let names)): objects.required.formUnion(names.map { ExactText($0.name) })
            case (_, .dependents(let dependents)):
                for (name, others) in dependents {
                    objects.dependents[ExactText(name.name)] = Set(others.map { ExactText($0.name) })
                }
            case (_, .patternProperties(let properties)):
                for (pattern, _, schema) in properties { objects.patterns[pattern] = add(schema) }
            case (.propertyNames, .schema(let schema)): objects.names = add(schema)
            case (.minProperties, .count(let count)): objects.minCount = count
            case (.maxProperties, .count(let count)): objects.maxCount = count
            default: continue
            }
        }
        addAdditional(schema, closes: closes && isUsed && schema.rule(.patternProperties) == nil, to: &objects)
        // The check does not judge the members of an object without rules.
        let hasRules = objects != ObjectSpace() || [.minProperties, .maxProperties].contains { schema.rule($0) != nil }
        if hasRules, objects.additional == SpaceTable.any { objects.additional = SpaceTable.searched }
    }

    private mutating func add(_ properties: [PlanProperty], to objects: inout ObjectSpace) {
        for property in properties {
            objects.members[ExactText(property.name)] = add(property.schema)
            if property.schema.isRequired { objects.required.insert(ExactText(property.name)) }
        }
    }

    private mutating func addAdditional(_ schema: PlanSchema, closes: Bool, to objects: inout ObjectSpace) {
        if case .schema(let child)? = schema.rule(.additionalProperties)?.value {
            let isOpen = child.rules.isEmpty && child.description == nil && child.pii == nil
            if child.isNever {
                objects.additional = SpaceTable.never
            } else if !isOpen {
                objects.additional = add(child)
            }
        } else if closes {
            objects.additional = SpaceTable.never
        }
    }

    /// Returns the schemas of `$ref` and `allOf`, which the values must fit too.
    mutating func parts(_ schema: PlanSchema) -> [Int] {
        var parts: [Int] = []
        if case .reference(let name)? = schema.rule(.ref)?.value { parts += type(name.name).map { [$0] } ?? [] }
        if case .schemas(let list)? = schema.rule(.allOf)?.value { parts += list.map { add($0, closes: false) } }
        return parts
    }

    /// Adds the rules for alternatives and conditions.
    mutating func addCombinations(_ schema: PlanSchema, to space: inout ValueSpace) {
        for keyword in [SchemaKeyword.anyOf, .oneOf] {
            guard case .schemas(let list)? = schema.rule(keyword)?.value else { continue }
            addAlternatives(list.map { add($0, closes: false) }, isExclusive: keyword == .oneOf, to: &space)
        }
        if let child = child(schema, .not) { space.combinations.insert(.not(child)) }
        if let condition = child(schema, .if) {
            space.combinations.insert(
                .condition(condition, then: child(schema, .then), otherwise: child(schema, .else)))
        }
    }

    private mutating func child(_ schema: PlanSchema, _ keyword: SchemaKeyword) -> Int? {
        guard case .schema(let child)? = schema.rule(keyword)?.value else { return nil }
        return add(child, closes: false)
    }
}
