/// A store that cannot be used, or that cannot take more.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Sendable, Hashable {
        /// The file is something else, or of a later version.
        case notAStore
        /// Another collector has it open.
        case inUse
        /// The file cannot be opened or created.
        case cannotOpen
        /// Reading or writing failed: the disk is full, the file locked or damaged.
        case failed
    }

    /// The store's file.
    package let file: String
    /// What is wrong.
    package let reason: Reason
    /// The same in words.
    package let message: String

    init(file: String, _ reason: Reason, _ message: String) {
        self.file = file
        self.reason = reason
        self.message = message
    }

    /// File and message.
    package var description: String { "\(file): \(message)" }
}
