@_spi(Tooling) internal import TrackproofPlans

/// The schema of a value in a plan, as inferred from recorded values.
struct InferredSchema {
    /// The types, in the order in which a plan lists them.
    let types: [ValueType]
    /// The texts that the value may have, or empty if any text is allowed.
    let values: [String]
    let format: TextFormat?
    /// The kind of personal data.
    let pii: String?
    let object: InferredObject
    /// The schema of the elements of lists, or an empty array if no list has elements.
    ///
    /// The property is an array, because a structure cannot contain itself directly.
    let items: [InferredSchema]
    /// Comments about what the recorded values do not prove.
    let notes: [String]

    /// Infers a schema.
    ///
    /// - Parameter name: The name of the parameter or property. Elements have the name of their list.
    init(_ observed: ObservedValue, name: String) {
        types = ValueType.allCases.filter { type in
            observed.types.contains(type) && !(type == .integer && observed.types.contains(.number))
        }
        let texts = observed.texts
        let areTexts = observed.types.contains(.string) && observed.types.isSubset(of: [.string, .null])
        format = areTexts ? texts.format : nil
        pii = Self.pii(texts.personalData, format)
        object = InferredObject(observed.object)
        items = observed.elements.map { InferredSchema($0, name: name) }

        let isListed = areTexts && format == nil && ListedValues.canListValues(of: name)
        let allCounts = areTexts && format == nil ? texts.counts ?? [:] : [:]
        let counts = isListed ? allCounts : [:]
        let areRecurring = Self.areRecurring(counts)
        values = areRecurring ? counts.keys.sorted() : []
        notes =
            Self.notes(observed) + (areTexts && format == nil ? Self.note(texts.possibleFormat) : [])
            + (areRecurring ? [] : Self.note(counts.keys.sorted()))
            + (!isListed && Self.areRecurring(allCounts)
                ? [
                    "\(allCounts.count) values so far, hidden because the name suggests user data; list the values if this is wrong"
                ]
                : [])
    }

    /// Returns whether texts occur so often that there are probably no others.
    private static func areRecurring(_ counts: [String: Int]) -> Bool {
        let total = counts.values.reduce(0, +)
        // One text would show a constant rather than a choice.
        return counts.count >= 2 && counts.count <= InferenceLimits.listedValues && total >= 20
            && total >= 3 * counts.count && counts.values.allSatisfy { $0 >= 2 }
    }

    private static func pii(_ found: Set<PersonalData>, _ format: TextFormat?) -> String? {
        if format == .email { return "contact" }
        if found.isEmpty { return nil }
        // If there are card numbers and other personal data too, the text is probably written by users.
        if found == [.card] { return "payment" }
        return found.contains(.card) ? "free_text" : "contact"
    }
}

// The notes of a schema.
extension InferredSchema {
    private static func notes(_ observed: ObservedValue) -> [String] {
        var notes: [String] = []
        if observed.types == [.null] { notes.append("always null so far") }
        if observed.isEmptyContainer { notes.append("always empty so far") }
        if observed.isCut { notes.append("nested values are left out") }
        if observed.object.leftOut > 0 { notes.append(observed.object.leftOutNote) }
        let isNumber = !observed.types.isDisjoint(with: [.integer, .number])
        if isNumber, !observed.hasNegativeNumber, observed.count >= 3 { notes.append("minimum: 0 fits so far") }
        let kinds = PersonalData.allCases.filter(observed.texts.personalData.contains).map(\.pluralWords)
        if !kinds.isEmpty { notes.append("contains " + kinds.joined(separator: ", ")) }
        return notes
    }

    /// Returns a note about a format that too few texts show. For email addresses, there is another note.
    private static func note(_ format: TextFormat?) -> [String] {
        format.map { $0 == .email ? [] : ["format: \($0.rawValue) fits so far"] } ?? []
    }

    /// Returns a note that lists a few values.
    private static func note(_ values: [String]) -> [String] {
        guard (1...5).contains(values.count) else { return [] }
        let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
        return [(values.count == 1 ? "1 value" : "\(values.count) values") + " so far: " + list]
    }
}

extension ObservedValue {
    /// Whether all values are lists without elements, or all are objects without members.
    fileprivate var isEmptyContainer: Bool {
        if isCut { return false }
        return types == [.array] && elements.isEmpty
            || types == [.object] && object.members.isEmpty && object.leftOut == 0
    }
}

extension ObservedObject {
    /// A note about values that are left out.
    var leftOutNote: String {
        "\(leftOut) value\(leftOut == 1 ? "" : "s") left out: too many or unusable names"
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
