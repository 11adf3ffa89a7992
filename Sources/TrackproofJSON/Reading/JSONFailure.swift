/// The reason why bytes are not the expected JSON, with the offset of the problem.
public struct JSONFailure: Error {
    /// The offset in the available bytes.
    public let offset: Int
    /// The key whose value is wrong, or `nil` if the failure is not in the value of a key.
    public let field: String?
    /// The reason, as a text for messages.
    public let message: String
    /// Whether the bytes end inside a value, which may be valid if more bytes follow.
    public let isIncomplete: Bool
    /// Whether a lenient cursor can skip the item with the problem: the item has too many levels or is not UTF-8.
    package var isValueProblem = false

    /// Creates a failure with a message.
    public init(at offset: Int, field: String? = nil, isValueProblem: Bool = false, _ message: String) {
        self.offset = offset
        self.field = field
        self.isValueProblem = isValueProblem
        self.message = message
        isIncomplete = false
    }

    package init(incompleteAt offset: Int) {
        self.offset = offset
        field = nil
        message = "the file ends inside a value"
        isIncomplete = true
    }
}
