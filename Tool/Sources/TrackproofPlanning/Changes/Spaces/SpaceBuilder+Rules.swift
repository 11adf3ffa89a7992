import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

// These functions must interpret the rules of a schema exactly as `SchemaCompiler` does.
extension SpaceBuilder {
    /// Returns the values that a schema's own rules allow. Ignores the rules of named types, parts and alternatives.
    ///
    /// - Parameter declared: If several schemas describe one object together, the names of all members that they
    ///   declare. Otherwise `nil`.
    mutating func ownSpace(
        _ schema: PlanSchema, _ scope: SchemaScope, _ composition: ObjectComposition, declared: [String]?
    ) -> ValueSpace {
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
        space.texts.isSearched = scope != .condition && schema.pii == nil && space.listed.isEmpty && !hasNames && isOpen
        addLists(schema, scope.ofContents(isClosed: isClosed), to: &space.lists)
        addObjects(schema, scope, composition, declared: declared, to: &space.objects)
        return space
    }

    private func addConstants(_ schema: PlanSchema, to space: inout ValueSpace) {
        for nodes in schema.rules.compactMap(\.constants) {
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

    private mutating func addLists(_ schema: PlanSchema, _ contents: SchemaScope, to lists: inout ListSpace) {
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.minItems, .count(let count)): lists.minItems = count
            case (.maxItems, .count(let count)): lists.maxItems = count
            case (.uniqueItems, .flag(let isUnique)): lists.isUnique = isUnique
            case (.prefixItems, .schemas(let schemas)): lists.prefix = schemas.map { add($0, contents) }
            case (.items, .schema(let schema)): lists.rest = add(schema, contents)
            default: continue
            }
        }
    }

    private mutating func addObjects(
        _ schema: PlanSchema, _ scope: SchemaScope, _ composition: ObjectComposition, declared: [String]?,
        to objects: inout ObjectSpace
    ) {
        let contents = scope.ofContents(isClosed: isClosed)
        var isUsed = false
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (_, .properties(let properties)):
                isUsed = true
                add(properties, contents, to: &objects)
            case (_, .names(let names)): objects.required.formUnion(names.map { ExactText($0.name) })
            case (_, .dependents(let dependents)):
                for (name, others) in dependents {
                    objects.dependents[ExactText(name.name)] = Set(others.map { ExactText($0.name) })
                }
            case (_, .patternProperties(let properties)):
                for (pattern, _, schema) in properties { objects.patterns[pattern] = add(schema, contents) }
            case (.propertyNames, .schema(let schema)): objects.names = add(schema, contents)
            case (.minProperties, .count(let count)): objects.minCount = count
            case (.maxProperties, .count(let count)): objects.maxCount = count
            default: continue
            }
        }
        let closes = scope == .closed && composition == .own
        addAdditional(
            schema, contents, closes: closes && isUsed && schema.rule(.patternProperties) == nil, to: &objects)
        if schema.rule(.additionalProperties) == nil, let declared {
            for name in declared where objects.members[ExactText(name)] == nil {
                objects.members[ExactText(name)] = SpaceTable.any
            }
            if scope == .closed { objects.additional = SpaceTable.never }
        }
        // If a schema has no rules for objects, the check does not search the members of an object for personal data.
        let hasRules = objects != ObjectSpace() || [.minProperties, .maxProperties].contains { schema.rule($0) != nil }
        if hasRules, objects.additional == SpaceTable.any, !scope.leavesOtherMembers {
            objects.additional = SpaceTable.searched
        }
    }

    private mutating func add(
        _ properties: [PlanProperty], _ contents: SchemaScope, to objects: inout ObjectSpace
    ) {
        for property in properties {
            objects.members[ExactText(property.name)] = add(property.schema, contents)
            if property.schema.isRequired { objects.required.insert(ExactText(property.name)) }
        }
    }

    private mutating func addAdditional(
        _ schema: PlanSchema, _ contents: SchemaScope, closes: Bool, to objects: inout ObjectSpace
    ) {
        if case .schema(let child)? = schema.rule(.additionalProperties)?.value {
            let isOpen = child.rules.isEmpty && child.description == nil && child.pii == nil
            if child.isNever {
                objects.additional = SpaceTable.never
            } else if !isOpen {
                objects.additional = add(child, contents)
            }
        } else if closes {
            objects.additional = SpaceTable.never
        }
    }

    /// Returns the indices of the schemas in `$ref` and `allOf`. Each value must fit these schemas too.
    mutating func parts(_ schema: PlanSchema, _ scope: SchemaScope) -> [Int] {
        var parts: [Int] = []
        if case .reference(let name)? = schema.rule(.ref)?.value {
            parts += type(name.name, scope).map { [$0] } ?? []
        }
        if case .schemas(let list)? = schema.rule(.allOf)?.value { parts += list.map { add($0, scope.inside(.parts)) } }
        return parts
    }

    /// Adds the rules of `anyOf`, `oneOf`, `not` and `if` to a space.
    mutating func addCombinations(_ schema: PlanSchema, _ scope: SchemaScope, to space: inout ValueSpace) {
        for keyword in [SchemaKeyword.anyOf, .oneOf] {
            guard let rule = schema.rule(keyword), rule.constants == nil, case .schemas(let list) = rule.value else {
                continue
            }
            addAlternatives(list.map { add($0, scope) }, isExclusive: keyword == .oneOf, to: &space)
        }
        if let child = child(schema, .not, .condition) { space.combinations.insert(.not(child)) }
        if let condition = child(schema, .if, .condition) {
            let part = scope.inside(.parts)
            space.combinations.insert(
                .condition(condition, then: child(schema, .then, part), otherwise: child(schema, .else, part)))
        }
    }

    private mutating func child(_ schema: PlanSchema, _ keyword: SchemaKeyword, _ scope: SchemaScope) -> Int? {
        guard case .schema(let child)? = schema.rule(keyword)?.value else { return nil }
        return add(child, scope)
    }
}
