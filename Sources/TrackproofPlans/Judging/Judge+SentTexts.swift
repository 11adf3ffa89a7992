import Trackproof
import TrackproofSnapshots

// The parameters with `send_as: text`. The app tracks a typed value, and the text of this value is sent.

extension Judge {
    /// Returns whether the parameters of an event follow the rules, with the values that the texts contain.
    mutating func followsWithTexts(
        _ parameters: EventParameters, of rules: ObjectRules, _ place: PlanPlace
    ) -> Bool {
        // If the wire format does not mark types, the judge reads all texts.
        if context != nil { return followsAll(parameters, of: rules, place) }
        textRules = rules
        defer { textRules = nil }
        let areTexts = !requiresTexts || hasTexts(parameters, rules, place)
        if !areTexts, !collects { return false }
        let isValid = followsAll(reading(parameters, rules), of: rules, place)
        return isValid && areTexts
    }

    /// Returns whether the values of all parameters that apps send as texts are texts.
    private mutating func hasTexts(_ parameters: EventParameters, _ rules: ObjectRules, _ place: PlanPlace) -> Bool {
        var areTexts = true
        for parameter in parameters {
            guard let name = rules.table.index(of: parameter.name), rules.sentAsText.contains(name) else { continue }
            switch parameter.value {
            // The types of the schema decide whether the value can be null.
            case .string, .null: continue
            default: break
            }
            let own = rules.schemas[name] >= 0 ? rules.schemas[name] : nil
            let schema = own ?? rules.variants.lazy.compactMap { $0.schemas[name] }.first
            let outer = exemptions
            if let schema { exemptions = outer.union(schemas[schema].exemptions) }
            let declared = schema.map { [schemas] in schemas[$0].place } ?? place
            areTexts =
                inside(.member(parameter.name)) {
                    $0.fail(.wrongType, at: declared) { judge in
                        let words = schema.map { judge.expectedWords($0) } ?? "a value"
                        return Words(
                            expected: "a text that contains " + words,
                            found: judge.shownWithType(parameter.value, schema))
                    }
                } && areTexts
            exemptions = outer
            if !areTexts, !collects { return false }
        }
        return areTexts
    }

    /// Returns the parameters with the value in place of each text that contains one.
    private func reading(_ parameters: EventParameters, _ rules: ObjectRules) -> EventParameters {
        let read = reading(parameters, rules, [])
        let variants = rules.variants.filter { $0.condition.isMet(by: read) }
        return variants.isEmpty ? read : reading(read, rules, variants)
    }

    private func reading(
        _ parameters: EventParameters, _ rules: ObjectRules, _ variants: [CompiledVariant]
    ) -> EventParameters {
        EventParameters(
            parameters.map { parameter in
                guard case .string = parameter.value, let name = rules.table.index(of: parameter.name),
                    rules.sentAsText.contains(name)
                else { return parameter }
                let schemas = schemas(ofMember: parameter.name, rules, variants)
                return EventParameter(parameter.name, read(parameter.value, schemas))
            })
    }

    /// Returns the types that a schema allows, as a text for messages.
    ///
    /// If a text does not contain the value of a parameter that apps send as text, the message says so.
    func typeWords(_ schema: Int, for value: EventValue) -> String {
        let words = schemas[schema].types.words
        guard case .string = value, let textRules, path.count == 1, case .member(let parameter) = path[0],
            let name = textRules.table.index(of: parameter), textRules.sentAsText.contains(name)
        else { return words }
        return "a text that contains " + words
    }
}
