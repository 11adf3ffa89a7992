import GRDB

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
