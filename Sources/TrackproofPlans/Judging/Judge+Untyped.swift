import Trackproof
import TrackproofJSON
import TrackproofSnapshots

// If a wire format does not mark types, the judge reads each value as the type that all schemas of the value demand
// together. A text remains a text if these schemas allow a text.

extension Judge {
    // MARK: The schemas of a value

    /// Calls `judge` for a value that other schemas describe than the current value.
    mutating func described(by schemas: Set<Int>?, _ judge: (inout Judge) -> Bool) -> Bool {
        let outer = context
        context = schemas
        defer { context = outer }
        return judge(&self)
    }

    /// Returns whether a value fits one of several alternatives, or a condition.
    ///
    /// - Parameter conditions: The schemas of conditions that the value fits already.
    mutating func fits(_ value: EventValue, alternative schema: Int, given conditions: [Int] = []) -> Bool {
        guard let context else { return fits(value, schema) }
        return described(by: whole([schema] + conditions, with: context)) { $0.fits($0.read(value), schema) }
    }

    /// Returns the value that an alternative reads.
    func reading(_ value: EventValue, alternative schema: Int) -> EventValue {
        guard let context else { return value }
        return Reading(schemas, whole([schema], with: context)).value(of: value)
    }

    /// Returns schemas together with those that they always refer to, and with the schemas `others`.
    private func whole(_ schemas: [Int], with others: Set<Int> = []) -> Set<Int> {
        var whole = others
        var waiting = schemas
        while let schema = waiting.popLast() {
            if whole.insert(schema).inserted { waiting += self.schemas[schema].combinations?.all ?? [] }
        }
        return whole
    }

    /// Returns the schemas of a member of the current value, or of a parameter of the event.
    func schemas(
        ofMember name: String, _ rules: ObjectRules, _ variants: [CompiledVariant] = [], _ others: [OtherVariant] = []
    ) -> Set<Int> {
        var found = rules.schemas(ofMember: name)
        if let index = rules.table.index(of: name) { found += variants.compactMap { $0.schemas[index] } }
        for other in others {
            guard let index = other.rules.table.index(of: name), let schema = other.variant.schemas[index] else {
                continue
            }
            found.append(schema)
        }
        for schema in context ?? [] { found += schemas[schema].objects?.schemas(ofMember: name) ?? [] }
        return whole(found)
    }

    /// Returns the variants of other rules for the same object, to which the object belongs.
    func otherVariants(of members: EventParameters, _ rules: ObjectRules) -> [OtherVariant] {
        let all = (context ?? []).compactMap { schemas[$0].objects }.filter { $0 !== rules && !$0.variants.isEmpty }
        return all.flatMap { rules in
            rules.variants.filter { belongs(members, to: $0, rules) }.map { OtherVariant(rules: rules, variant: $0) }
        }
    }

    /// Returns the schemas of each element of the current value, or `nil` if the wire format marks types.
    func schemas(ofElements values: [EventValue]) -> [Set<Int>]? {
        guard let lists = context?.compactMap({ schemas[$0].lists }) else { return nil }
        let prefix = min(values.count, lists.map(\.prefix.count).max() ?? 0)
        let first = (0..<prefix).map { index in
            whole(lists.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest })
        }
        return first + Array(repeating: whole(lists.compactMap(\.rest)), count: values.count - prefix)
    }

    // MARK: Values

    /// Returns whether an event with these parameters belongs to a variant.
    func belongs(_ members: EventParameters, to variant: CompiledVariant, _ rules: ObjectRules) -> Bool {
        if context == nil { return variant.condition.isMet(by: members) }
        return variant.condition.isMet(by: members) { name, value, constants in
            let reading = Reading(schemas, schemas(ofMember: name, rules, [variant]), constants)
            // If the variant contradicts the other schemas, the event can belong to the variant, but does not fit it.
            if reading.isPossible { return reading.value(of: value) }
            return Reading(schemas, schemas(ofMember: name, rules), constants).value(of: value)
        }
    }

    /// Returns the value that the current value probably had in the app.
    func read(_ value: EventValue) -> EventValue {
        context.map { Reading(schemas, $0).value(of: value) } ?? value
    }

    /// Returns the value that a value with these schemas probably had in the app.
    func read(_ value: EventValue, _ context: Set<Int>) -> EventValue { Reading(schemas, context).value(of: value) }

    /// Returns the values that elements with these schemas probably had in the app.
    func read(_ values: [EventValue], _ contexts: [Set<Int>]) -> [EventValue] {
        var last: (context: Set<Int>, reading: Reading)?
        return zip(values, contexts).map { value, context in
            // Nearly all elements of a list have the same schemas.
            let reading = last?.context == context ? last?.reading : nil
            let current = reading ?? Reading(schemas, context)
            last = (context, current)
            return current.value(of: value)
        }
    }
}

/// A variant of an object, with the rules that have the variant.
struct OtherVariant {
    let rules: ObjectRules
    let variant: CompiledVariant
}

/// What several schemas demand together of a value whose wire format does not mark its type.
private struct Reading {
    private var types = JSONTypes.all
    private var constants: [ConstantSet]

    /// - Parameter more: Constants to which the value is compared, beside those of the schemas.
    init(_ schemas: UnsafeBufferPointer<CompiledSchema>, _ context: Set<Int>, _ more: ConstantSet? = nil) {
        constants = more.map { [$0] } ?? []
        var (hasNumbers, hasTexts) = (false, false)
        // The order of the constants can decide on the value, so it must be the same in each run.
        for schema in context.sorted() {
            types.formIntersection(schemas[schema].readableTypes)
            if let own = schemas[schema].constants { constants.append(own) }
            if schemas[schema].numbers != nil { hasNumbers = true }
            if schemas[schema].texts != nil { hasTexts = true }
        }
        // For example, a schema that has only `maximum` describes a number.
        if types == .all, hasNumbers, !hasTexts { types.remove(.string) }
    }

    /// Whether there is a type that fits all schemas.
    var isPossible: Bool { !types.isEmpty }

    /// Returns the value that a value probably had in the app.
    ///
    /// For example, returns the number 5 for the text "5" if the schemas allow only numbers. Returns `value` itself if
    /// the schemas allow it, or if the text does not spell a value of a type that the schemas allow.
    func value(of value: EventValue) -> EventValue {
        switch value {
        case .string(let text):
            if let reading = first(of: [value, text.spelledNumber, text.spelledBool]) { return reading }
            guard let container = text.spelledContainer, isPossible(container) else { return value }
            return container
        // Google's SDKs send the values `true` and `false` of an app as 1 and 0.
        case .integer(0), .integer(1): return first(of: [value, .bool(value == .integer(1))]) ?? value
        case .array, .object: return constants.lazy.compactMap { $0.container(spelledAs: value) }.first ?? value
        case .null, .bool, .integer, .number: return value
        }
    }

    /// Returns the first value that the constants contain, or else the first value, among those whose type is allowed.
    private func first(of readings: [EventValue?]) -> EventValue? {
        let possible = readings.compactMap(\.self).filter(isPossible)
        return possible.first { value in constants.allSatisfy { $0.contains(value) } } ?? possible.first
    }

    private func isPossible(_ value: EventValue) -> Bool { !types.isDisjoint(with: value.jsonTypes) }
}

extension String {
    fileprivate var spelledNumber: EventValue? { PlanNumber(self)?.eventValue }

    fileprivate var spelledBool: EventValue? {
        switch self {
        case "true", "1": .bool(true)
        case "false", "0": .bool(false)
        default: nil
        }
    }

    /// The list or object whose JSON is the text. Databases contain lists and objects in this form.
    fileprivate var spelledContainer: EventValue? {
        guard let first = utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return nil }
        do throws(EventFormatError) {
            return try EventValue(json: Array(utf8), of: "")
        } catch {
            return nil
        }
    }
}

extension EventValue {
    /// The value with a number or boolean in place of each text that spells one.
    var withSpelledValues: EventValue {
        switch self {
        case .string(let text): text.spelledNumber ?? text.spelledBool ?? self
        case .array(let values): .array(values.map(\.withSpelledValues))
        case .object(let members):
            .object(EventParameters(members.map { EventParameter($0.name, $0.value.withSpelledValues) }))
        case .null, .bool, .integer, .number: self
        }
    }
}
