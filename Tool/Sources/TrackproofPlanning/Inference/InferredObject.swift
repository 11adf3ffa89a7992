/// The parameters of an event, or the properties of an object, as inferred from values.
struct InferredObject {
    /// The members, sorted by name.
    let members: [InferredMember]
    /// Whether objects may have other members.
    let isOpen: Bool
    /// Whether members that the plan does not declare may contain personal data.
    let allowsPersonalData: Bool

    /// Infers the members of objects.
    ///
    /// - Parameter unit: The word for an object in notes, such as `event`.
    init(_ observed: ObservedObject, unit: String = "object") {
        members = observed.members.sorted { $0.name < $1.name }.map { member in
            InferredMember(member.name, member.value, of: observed.count, unit)
        }
        isOpen = observed.leftOut > 0
        allowsPersonalData = observed.leavesOutPersonalData
    }
}

/// A parameter or property, as inferred from values.
struct InferredMember {
    /// The minimum number of objects that proves that a member is required. If there are fewer objects, all of them may
    /// have the member by chance.
    private static let certainCount = 3

    let name: ExactName
    let schema: InferredSchema
    let isRequired: Bool
    let notes: [String]

    /// Infers a member.
    ///
    /// - Parameters:
    ///   - count: The number of objects, with and without the member.
    ///   - unit: The word for an object in notes, such as `event`.
    init(_ name: ExactName, _ observed: ObservedValue, of count: Int, _ unit: String) {
        self.name = name
        schema = InferredSchema(observed, name: name.text)
        isRequired = observed.count == count
        let isCertain = isRequired && count >= Self.certainCount
        notes = isCertain ? [] : ["seen in \(observed.count) of \(count) \(unit)" + (count == 1 ? "" : "s")]
    }
}

extension InferredMember {
    /// The name, and the names of the members inside of the value.
    var allNames: [ExactName] { [name] + schema.allNames }
}

extension InferredSchema {
    fileprivate var allNames: [ExactName] { object.members.flatMap(\.allNames) + items.flatMap(\.allNames) }

    /// Returns whether a schema that was inferred from more values agrees with this schema.
    ///
    /// The other schema may also have listed values or a format, because these cannot be inferred from only a few
    /// values.
    func isConfirmed(by other: InferredSchema) -> Bool {
        types == other.types && pii == other.pii && (values.isEmpty || values == other.values)
            && (format == nil || format == other.format)
            && object.isConfirmed(by: other.object) && items.count == other.items.count
            && zip(items, other.items).allSatisfy { $0.isConfirmed(by: $1) }
    }
}

extension InferredObject {
    fileprivate func isConfirmed(by other: InferredObject) -> Bool {
        isOpen == other.isOpen && members.count == other.members.count
            && zip(members, other.members).allSatisfy { own, others in
                own.name == others.name && own.isRequired == others.isRequired
                    && own.schema.isConfirmed(by: others.schema)
            }
    }
}
