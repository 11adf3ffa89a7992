import TrackproofPlans
import TrackproofPlatform

/// A schema that was inferred from the recorded values of a parameter, a property or the elements of a list.
struct InferredSchema {
    /// The JSON types of the values, in the order in which the plan lists them.
    let types: [ValueType]
    /// The texts that the plan lists as allowed values. Empty if the plan allows all texts.
    let values: [String]
    let format: TextFormat?
    /// The kind of personal data that the values contain, or `nil` if they contain none.
    let pii: String?
    let object: InferredObject
    /// The schema of the elements of lists. Empty if the values contain no list with elements.
    ///
    /// An array with at most one element, because a structure cannot contain itself directly.
    let items: [InferredSchema]
    /// Comments for the plan that say what the recorded values do not prove.
    let notes: [String]

    /// Infers a schema from what the recorded values have in common.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter or property. For elements, the name of the parameter with the list.
    ///   - isHidden: Whether the name of a value around these values suggests personal data or a secret.
    init(_ observed: ObservedValue, name: String, isHidden: Bool) {
        let isHidden = isHidden || PersonalNames.areHidden(name)
        types = ValueType.allCases.filter { type in
            observed.types.contains(type) && !(type == .integer && observed.types.contains(.number))
        }
        let texts = observed.texts
        let areTexts = observed.types.contains(.string) && observed.types.isSubset(of: [.string, .null])
        format = areTexts ? texts.format : nil
        pii = Self.pii(texts.personalData, format)
        object = InferredObject(observed.object, isHidden: isHidden)
        items = observed.elements.map { InferredSchema($0, name: name, isHidden: isHidden) }

        let isListed = areTexts && format == nil && !isHidden && !PersonalNames.suggestUserData(name)
        let allCounts = areTexts && format == nil ? texts.counts ?? [:] : [:]
        let counts = isListed ? allCounts : [:]
        let areRecurring = Self.areRecurring(counts)
        values = areRecurring ? counts.keys.sorted() : []
        notes =
            Self.notes(observed, name) + (areTexts && format == nil ? Self.note(texts.possibleFormat) : [])
            + (areRecurring ? [] : Self.note(counts.keys.sorted()))
            + (!isListed && Self.areRecurring(allCounts)
                ? [
                    "\(allCounts.count) values so far, hidden because the name suggests user data; list the values if they are not user data"
                ]
                : [])
    }

    /// Returns whether texts occur so often that there are probably no other texts.
    private static func areRecurring(_ counts: [String: Int]) -> Bool {
        let total = counts.values.reduce(0, +)
        // If only one text occurs, it is probably not a choice from a list.
        return counts.count >= 2 && counts.count <= InferenceLimits.listedValues && total >= 20
            && total >= 3 * counts.count && counts.values.allSatisfy { $0 >= 2 }
    }

    private static func pii(_ found: Set<PersonalData>, _ format: TextFormat?) -> String? {
        if format == .email { return "contact" }
        if found.isEmpty { return nil }
        // If texts contain card numbers and also other personal data, users probably wrote the texts.
        if found == [.card] { return "payment" }
        return found.contains(.card) ? "free_text" : "contact"
    }
}

extension InferredSchema {
    /// Last words of names whose values are often amounts of money, so that later values can have a fraction.
    private static let amounts: Set = ["price", "amount", "revenue", "total", "value", "cost", "fee", "tax"]

    private static func notes(_ observed: ObservedValue, _ name: String) -> [String] {
        var notes: [String] = []
        if observed.types == [.null] { notes.append("always null so far") }
        if observed.isEmptyContainer { notes.append("always empty so far") }
        if observed.isCut { notes.append("nested values are left out") }
        if observed.object.leftOut > 0 { notes.append(observed.object.leftOutNote) }
        let isNumber = !observed.types.isDisjoint(with: [.integer, .number])
        if isNumber, !observed.hasNegativeNumber, observed.count >= 3 { notes.append("minimum: 0 fits so far") }
        let isAmount = NameWords(name).words.last.map { amounts.contains($0.lowercased()) } ?? false
        if isAmount, observed.types.contains(.integer), !observed.types.contains(.number) {
            notes.append("only whole numbers so far")
        }
        let kinds = PersonalData.allCases.filter(observed.texts.personalData.contains).map(\.pluralWords)
        if !kinds.isEmpty { notes.append("contains " + kinds.joined(separator: ", ")) }
        return notes
    }

    /// Returns a comment with a format that the texts have, although too few texts occurred to prove the format.
    private static func note(_ format: TextFormat?) -> [String] {
        format.map { $0 == .email ? [] : ["format: \($0.rawValue) fits so far"] } ?? []
    }

    /// Returns a comment that lists up to five values.
    private static func note(_ values: [String]) -> [String] {
        guard (1...5).contains(values.count) else { return [] }
        let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
        return [values.count.counted("value") + " so far: " + list]
    }
}

extension ObservedValue {
    /// Whether all values are lists without elements, or all values are objects without members.
    fileprivate var isEmptyContainer: Bool {
        if isCut { return false }
        return types == [.array] && elements.isEmpty
            || types == [.object] && object.members.isEmpty && object.leftOut == 0
    }
}

extension ObservedObject {
    /// A comment with the number of values that the inference left out.
    var leftOutNote: String {
        "\(leftOut.counted("value")) left out: too many or unusable names"
    }
}

extension PersonalData {
    fileprivate var pluralWords: String {
        switch self {
        case .email: "email addresses"
        case .card: "card numbers"
        case .phone: "phone numbers"
        }
    }
}

extension InferredSchema {
    /// The schema as a value in the plan's file. It is on one line if neither it nor its elements have properties.
    ///
    /// - Parameter isRequired: Whether the parameter or property with this schema is required.
    func yaml(isRequired: Bool = false) -> FormattedValue {
        var members = [FormattedItem("type", type)]
        if !values.isEmpty {
            let null = types.contains(.null) ? [FormattedValue.word("null")] : []
            members.append(FormattedItem("enum", .list(values.map(FormattedValue.text) + null)))
        }
        if let format { members.append(FormattedItem("format", .text(format.rawValue))) }
        if isRequired { members.append(FormattedItem("required", .word("true"))) }
        if let pii { members.append(FormattedItem("pii", .text(pii))) }
        if hasProperties {
            if object.isOpen { members.append(FormattedItem("additionalProperties", .word("true"))) }
            if object.allowsPersonalData { members.append(FormattedItem("allow", .list([.text("pii")]))) }
        }
        for items in items {
            members.append(FormattedItem("items", items.yaml(), notes: items.isFlow ? [] : items.notes))
        }
        if hasProperties { members.append(FormattedItem("properties", .object(object.members.map(\.yaml)))) }
        return .object(members, inBraces: isFlow)
    }

    private var type: FormattedValue {
        let names = types.map { FormattedValue.text($0.rawValue) }
        return names.count == 1 ? names[0] : .list(names)
    }

    /// Whether the schema lists properties. If no recorded object had a member, the schema allows all members.
    private var hasProperties: Bool { !object.members.isEmpty }

    private var isFlow: Bool { !hasProperties && items.allSatisfy(\.isFlow) }

    /// The comments for the line of the schema. Includes the comments for its elements if they are on the same line.
    var allNotes: [String] { notes + items.filter(\.isFlow).flatMap(\.allNotes) }
}
