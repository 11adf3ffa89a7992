public import Trackproof
import TrackproofText

/// A value in a file of a tracking plan, with its place.
///
/// A JSON file and a YAML file with the same plan give the same nodes, so code that reads nodes works for both formats.
public struct PlanNode: Sendable {
    /// The value of a node.
    public enum Content: Sendable {
        /// The value null.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, with all digits of the file.
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
    /// The place in the file at which the value begins.
    public var place: PlanPlace

    /// Creates a node.
    public init(_ content: Content, at place: PlanPlace) {
        self.content = content
        self.place = place
    }
}

/// A member of an object in a file of a tracking plan.
public struct PlanMember: Sendable {
    /// The member's name.
    public var name: String
    /// The place of the name in the file.
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

extension PlanNode {
    /// The value, converted to the type that recorded events use.
    ///
    /// A number becomes an integer if it has neither a decimal point nor an exponent, and if it fits into 64 bits.
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

    /// The type of the node, as a text for messages: "a string".
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

    /// The value as a text for messages, which shows at most 40 characters of a string. For a list or an object, only
    /// its type.
    public var shortDescription: String {
        switch content {
        case .array, .object: typeDescription
        case .string(let text): EventValue.string(text.cut(to: 40)).description
        case .null, .bool, .number: eventValue.description
        }
    }
}
