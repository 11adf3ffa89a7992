import TrackproofPlatform

/// The parameters of an event, or the properties of an object, in an inferred plan.
struct InferredObject {
    /// The parameters or properties, sorted by name.
    let members: [InferredMember]
    /// Whether the plan allows further members. True if the inference left out members.
    let isOpen: Bool
    /// Whether a member that the inference left out contains personal data, so that the plan must allow it.
    let allowsPersonalData: Bool

    /// Infers the members from what the recorded objects have in common.
    ///
    /// - Parameters:
    ///   - unit: The noun for one of the objects in comments of the plan, such as `event`.
    ///   - isHidden: Whether the plan must not list any value inside the objects.
    init(_ observed: ObservedObject, unit: String = "object", isHidden: Bool = false) {
        members = observed.members.sorted { $0.name < $1.name }.map { member in
            InferredMember(member.name, member.value, of: observed.count, unit, isHidden: isHidden)
        }
        isOpen = observed.leftOut > 0
        allowsPersonalData = observed.leavesOutPersonalData
    }
}

/// A parameter or property in an inferred plan.
struct InferredMember {
    /// The number of objects that proves that a member is required. With fewer objects, all of them can have the member
    /// by chance, so the plan gets a comment.
    private static let certainCount = 3

    let name: ExactText
    let schema: InferredSchema
    let isRequired: Bool
    let notes: [String]

    /// Infers a parameter or property from its recorded values.
    ///
    /// - Parameters:
    ///   - count: The number of recorded objects, including objects that lack the member.
    ///   - unit: The noun for one of the objects in comments of the plan, such as `event`.
    ///   - isHidden: Whether the plan must not list any value inside the objects.
    init(_ name: ExactText, _ observed: ObservedValue, of count: Int, _ unit: String, isHidden: Bool = false) {
        self.name = name
        schema = InferredSchema(observed, name: name.text, isHidden: isHidden)
        isRequired = observed.count == count
        let isCertain = isRequired && count >= Self.certainCount
        notes = isCertain ? [] : ["seen in \(observed.count) of \(count.counted(unit))"]
    }
}

extension InferredMember {
    /// The name of the member, and the names of all members inside its value.
    var allNames: [ExactText] { [name] + schema.allNames }

    /// The parameter or property as a member in the plan's file.
    var yaml: FormattedItem {
        FormattedItem(name.text, schema.yaml(isRequired: isRequired), notes: notes + schema.allNotes)
    }
}

extension InferredSchema {
    fileprivate var allNames: [ExactText] { object.members.flatMap(\.allNames) + items.flatMap(\.allNames) }

    /// Returns whether `other`, which was inferred from more values, does not contradict this schema.
    ///
    /// `other` may list values or have a format although this schema does not. A few values are not enough to infer a
    /// list of values or a format.
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
