import Trackproof
import TrackproofPlatform

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

/// The markers that git leaves in a file if it cannot merge two versions of the file.
public struct MergeConflict {
    /// The numbers of the lines with markers, from 1.
    public private(set) var lines: [Int] = []

    /// Finds the markers in the bytes of a file. Returns `nil` if the file has no markers.
    ///
    /// - Parameter firstLine: The number of the line with which the bytes begin.
    public init?(in bytes: UnsafeBufferPointer<UInt8>, firstLine: Int = 1) {
        var (line, start) = (firstLine, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            if Self.isMarker(bytes[start..<end]) { lines.append(line) }
            (line, start) = (line + 1, end + 1)
        }
        if lines.isEmpty { return nil }
    }

    /// What is wrong with the file, as the message of an error at the first marker.
    public var message: String {
        let shown = lines.prefix(10).map(String.init) + (lines.count > 10 ? ["\(lines.count - 10) more"] : [])
        let list = shown.dropLast().joined(separator: ", ") + (shown.count > 1 ? " and " : "") + (shown.last ?? "")
        return "the file has merge conflict markers at line\(lines.count == 1 ? "" : "s") \(list); "
            + "keep the lines that are right, and remove the markers"
    }

    /// Returns whether a line consists of seven equal signs, or of seven other signs of a marker and perhaps a label.
    private static func isMarker(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard line.count >= 7, let sign = line.first, "<|=>".utf8.contains(sign),
            line.prefix(7).allSatisfy({ $0 == sign })
        else { return false }
        let rest = line.dropFirst(7).first
        return rest == nil || rest == 0x0D || rest == 0x20 && sign != UInt8(ascii: "=")
    }
}
