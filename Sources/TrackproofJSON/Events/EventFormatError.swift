import Trackproof
import TrackproofPlatform
import TrackproofText

/// An error in the content of a file or stream, with its line and column.
public struct EventFormatError: Error, Sendable, Hashable {
    /// The origin of the bytes: a path as the caller gave it, or `-` for standard input.
    public let file: String
    /// The line number, from 1.
    public let line: Int
    /// The column in that line, in bytes, from 1.
    public let column: Int
    /// The key whose value is wrong, or `nil` if the error is not in the value of a key.
    public let field: String?
    /// What was expected and what was found.
    public let message: String

    /// Creates an error at a line and a column.
    public init(file: String, line: Int, column: Int, field: String? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.field = field
        self.message = message
    }
}

extension EventFormatError: CustomStringConvertible {
    /// The error in the format of a compiler's error, which editors recognize: `file:3:14: name: expected a string`.
    public var description: String {
        "\(file):\(line):\(column): " + (field.map { "\($0.safeForDisplay): " } ?? "") + message
    }
}

/// An error that occurs when a file is opened, read, created, written or removed.
public struct FileAccessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An operation on a file.
    public enum Operation: String, Sendable {
        /// Opening a file to read it.
        case open
        /// Reading from an open file.
        case read
        /// Creating a file.
        case create
        /// Writing to an open file, or moving the written file to its path.
        case write
        /// Removing a file.
        case remove
    }

    /// The file's path as the caller gave it.
    public let file: String
    /// The operation that failed.
    public let operation: Operation
    /// The system's error number.
    public let code: Int32
    /// The reason, in most cases the system's message.
    public let message: String

    /// Creates an error for a system call that failed with the error number `code`.
    ///
    /// - Parameter message: The reason. By default, this is the system's message for `code`.
    public init(_ file: String, _ operation: Operation, code: Int32, message: String? = nil) {
        self.file = file
        self.operation = operation
        self.code = code
        self.message = message ?? Platform.message(forError: code)
    }

    /// Creates an error for a system call that has just failed.
    package init(_ file: String, _ operation: Operation) { self.init(file, operation, code: errno) }

    /// Whether the file could not be created because a file already exists at the path.
    package var fileExists: Bool { code == EEXIST }

    /// The error on one line.
    public var description: String { "\(file): cannot \(operation.rawValue): \(message)" }
}
