import GRDB

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

extension StoreError {
    /// Creates the error for a store that could not be opened.
    init(opening file: String, _ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_NOTADB: self.init(file: file, .notAStore, "is not an SQLite file")
            // The other codes are the codes of statements that do not fit the tables and values of the file.
            case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                self.init(file: file, .notAStore, "is damaged: \(error.words)")
            default: self.init(file: file, .cannotOpen, "cannot be opened: \(error.words)")
            }
        case is RowDecodingError: self.init(file: file, .notAStore, "is damaged: unexpected value")
        default: self.init(file: file, .cannotOpen, "cannot be opened: \(error)")
        }
    }

    /// Creates the error for a store that failed while it was in use.
    init(using file: String, _ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(file: file, .failed, error.words)
        default: self.init(file: file, .failed, "\(error)")
        }
    }
}

extension DatabaseError {
    fileprivate var words: String { message ?? "\(resultCode)" }
}
