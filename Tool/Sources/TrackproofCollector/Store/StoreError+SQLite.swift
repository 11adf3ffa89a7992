internal import GRDB

extension StoreError {
    /// Creates the error for a store that could not be opened.
    init(opening file: String, _ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_NOTADB: self.init(file: file, .notAStore, "is not an SQLite file")
        case .SQLITE_CORRUPT: self.init(file: file, .notAStore, "is damaged: \(error.words)")
        default: self.init(file: file, .cannotOpen, "cannot be opened: \(error.words)")
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
