/// The reason why bytes are not the expected JSON, with the offset of the problem.
public struct JSONFailure: Error {
    /// The offset in the available bytes.
    public let offset: Int
    /// The key whose value is wrong, or `nil` if the failure is not in the value of a key.
    public let field: String?
    package let reason: Reason

    package enum Reason: Sendable {
        /// The bytes end inside a value. The value may be valid if more bytes follow.
        case incomplete
        case message(String)
    }

    /// Whether a lenient cursor can skip the item with the problem: the item has too many levels or is not UTF-8.
    package var isValueProblem = false

    /// Creates a failure with a message.
    public init(at offset: Int, field: String? = nil, isValueProblem: Bool = false, _ message: String) {
        self.offset = offset
        self.field = field
        self.isValueProblem = isValueProblem
        reason = .message(message)
    }

    package init(incompleteAt offset: Int) {
        self.offset = offset
        field = nil
        reason = .incomplete
    }

    /// The reason, as a text for messages.
    public var message: String {
        switch reason {
        case .incomplete: "the file ends inside a value"
        case .message(let message): message
        }
    }

    /// Whether the bytes end inside a value, which may be valid if more bytes follow.
    public var isIncomplete: Bool {
        if case .incomplete = reason { true } else { false }
    }
}
