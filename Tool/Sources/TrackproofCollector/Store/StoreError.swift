/// An error for a store that cannot be opened, or that failed to read or write.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem.
    package enum Reason: Sendable, Hashable {
        /// The file is not a store, or is a store of another version.
        case notAStore
        /// Another collector has the store open.
        case inUse
        /// The file cannot be opened or created.
        case cannotOpen
        /// Reading or writing failed. For example, the disk is full, or the file is locked or damaged.
        case failed
    }

    /// The path of the store's file.
    package let file: String
    /// The kind of the problem.
    package let reason: Reason
    /// The description of the problem, without the path.
    package let message: String

    init(file: String, _ reason: Reason, _ message: String) {
        self.file = file
        self.reason = reason
        self.message = message
    }

    /// The path and the message.
    package var description: String { "\(file): \(message)" }
}
