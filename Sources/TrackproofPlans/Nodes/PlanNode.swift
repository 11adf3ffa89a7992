public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

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

    /// The value as a text for messages, which shows at most 40 characters of a string or a number. For a list or an
    /// object, only its type.
    public var shortDescription: String {
        switch content {
        case .array, .object: typeDescription
        case .string(let text): EventValue.string(text.cut(to: 40)).description
        // As the file has it: an event value has numbers above 64 bits as doubles.
        case .number(let number): number.text.cut(to: 40)
        case .null, .bool: eventValue.description
        }
    }
}

extension CanonicalValue {
    /// Creates the canonical value of a node. Numbers keep all their digits, even if they do not fit into 64 bits.
    public init(_ node: PlanNode) {
        switch node.content {
        case .number(let number): self = .decimal(number.decimal)
        case .array(let elements): self = .array(elements.map { CanonicalValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(
                    members.map { (ExactText($0.name), CanonicalValue($0.value)) },
                    uniquingKeysWith: { _, last in last }))
        case .null, .bool, .string: self = .plain(node.eventValue)
        }
    }
}

/// A number in a plan, with its exact value and its spelling.
public struct PlanNumber: Sendable, Hashable {
    /// The number as the file spells it, such as `5.10`.
    public let text: String
    /// The exact value of the number.
    public let decimal: ExactDecimal

    /// Parses a number as JSON writes it.
    ///
    /// Returns `nil` if the text is not such a number, if its significant digits do not fit into 64 bits, or if it is
    /// beyond the range of a double. No event can contain a number beyond this range.
    public init?(_ text: String) {
        guard let decimal = ExactDecimal(text), decimal.isInRangeOfDouble else { return nil }
        self.text = text
        self.decimal = decimal
    }

    /// Whether the number is written without a decimal point and without an exponent.
    var isWrittenAsInteger: Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D } }

    /// The number as a value of an event.
    public var eventValue: EventValue {
        if isWrittenAsInteger, let integer = Int64(text) { return .integer(integer) }
        return .number(Double(text) ?? .nan)
    }
}

/// A line and column in a file of a tracking plan.
public struct PlanPlace: Sendable, Hashable {
    /// The path of the file, as the caller passed it to the reader.
    public let file: String
    /// The line number, from 1.
    public let line: Int
    /// The column in the line, from 1. Counts bytes in JSON files, and Unicode scalars in YAML files.
    public let column: Int

    /// Creates a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension PlanPlace: CustomStringConvertible {
    /// The place in the format that compilers use: `plan.yaml:3:14`.
    public var description: String { "\(file):\(line):\(column)" }
}
