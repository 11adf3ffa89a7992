public import Trackproof

/// A value in a file of a tracking plan, with its place.
///
/// JSON and YAML files are read into the same nodes, so that the plan's meaning does not depend on the format.
@_spi(Tooling) public struct PlanNode: Sendable {
    /// The content of a node.
    public enum Content: Sendable {
        /// The value null.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, exactly as it is written.
        case number(PlanNumber)
        /// A string.
        case string(String)
        /// The elements of an array.
        case array([PlanNode])
        /// The members of an object, in the order of the file.
        case object([PlanMember])
    }

    /// The value.
    public var content: Content
    /// The place at which the value begins.
    public var place: PlanPlace

    /// Creates a node.
    public init(_ content: Content, at place: PlanPlace) {
        self.content = content
        self.place = place
    }
}

/// A member of an object in a file of a tracking plan.
@_spi(Tooling) public struct PlanMember: Sendable {
    /// The member's name.
    public var name: String
    /// The place of the name.
    public var place: PlanPlace
    /// The member's value.
    public var value: PlanNode

    /// Creates a member.
    public init(_ name: String, at place: PlanPlace, _ value: PlanNode) {
        self.name = name
        self.place = place
        self.value = value
    }
}

@_spi(Tooling) extension PlanNode {
    /// The value in the form that events use.
    ///
    /// A number that is written without a fraction and an exponent is an integer if it fits into 64 bits.
    public var eventValue: EventValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): number.eventValue
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.eventValue))
        case .object(let members):
            .object(EventParameters(members.map { EventParameter($0.name, $0.value.eventValue) }))
        }
    }

    /// What the node is, for messages: "a string".
    var typeDescription: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value in short form, for messages.
    var shortDescription: String {
        switch content {
        case .array, .object: typeDescription
        case .null, .bool, .number, .string: eventValue.description
        }
    }
}
