/// Why and where bytes are not the JSON that was expected.
package struct JSONFailure: Error {
    /// The offset in the bytes at hand.
    package let offset: Int
    /// The key whose value is wrong, where it is one.
    package let field: String?
    package let reason: Reason

    package enum Reason: Sendable {
        /// The bytes ended inside a value: with more of them it may yet be right.
        case incomplete
        case message(String)
    }

    /// Whether the text has the form of JSON, and only the value cannot be kept.
    package var isOfValue = false

    package init(at offset: Int, field: String? = nil, isOfValue: Bool = false, _ message: String) {
        self.offset = offset
        self.field = field
        self.isOfValue = isOfValue
        reason = .message(message)
    }

    package init(incompleteAt offset: Int) {
        self.offset = offset
        field = nil
        reason = .incomplete
    }

    package var message: String {
        switch reason {
        case .incomplete: "the file ends inside a value"
        case .message(let message): message
        }
    }

    package var isIncomplete: Bool {
        if case .incomplete = reason { true } else { false }
    }
}
