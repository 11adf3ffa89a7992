internal import Trackproof
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file or stream that is not what it should be, with the place.
@_spi(Tooling) public struct EventFormatError: Error, Sendable, Hashable {
    /// What the bytes came from: a path as the caller gave it, `-` for standard input.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in that line, in bytes, from 1.
    public let column: Int
    /// The key whose value is wrong, where it is one.
    public let field: String?
    /// What was expected and what was found.
    public let message: String

    /// An error at a place.
    public init(file: String, line: Int, column: Int, field: String? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.field = field
        self.message = message
    }
}

@_spi(Tooling) extension EventFormatError: CustomStringConvertible {
    /// The error as compilers write it, so that editors can jump there: `file:3:14: name: expected a string`.
    public var description: String {
        "\(file):\(line):\(column): " + (field.map { "\($0.safeForDisplay): " } ?? "") + message
    }
}

/// A file that cannot be opened, read, written or removed.
@_spi(Tooling) public struct FileAccessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried.
    public enum Operation: String, Sendable {
        /// Opening a file to read it.
        case open
        /// Reading from an open file.
        case read
        /// Making a new file.
        case create
        /// Writing to an open file, or putting it in its place.
        case write
        /// Removing a file.
        case remove
    }

    /// The file's path as the caller gave it.
    public let file: String
    /// What was tried.
    public let operation: Operation
    /// The system's error number.
    public let code: Int32
    /// What is wrong; in most cases as the system says it.
    public let message: String

    /// What the last system call failed with.
    ///
    /// - Parameter message: what is wrong, where the system does not say it.
    package init(_ file: String, _ operation: Operation, code: Int32 = errno, message: String? = nil) {
        self.file = file
        self.operation = operation
        self.code = code
        self.message = message ?? Platform.message(forError: code)
    }

    /// The error in one line.
    public var description: String { "\(file): cannot \(operation.rawValue): \(message)" }
}
