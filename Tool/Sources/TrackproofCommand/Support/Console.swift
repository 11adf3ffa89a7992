internal import Foundation
internal import TrackproofSnapshots
internal import TrackproofJSON

/// Standard output, for results, and standard error, for everything else.
enum Console {
    /// How results are set off on standard output.
    static let outputStyle = TextStyle(isColored: isColored(STDOUT_FILENO))
    /// How text is set off on standard error.
    static let errorStyle = TextStyle(isColored: isColored(STDERR_FILENO))

    private static func isColored(_ descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        // https://no-color.org: any value but the empty one.
        return isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// Writes a result to standard output.
    static func write(_ text: String) throws {
        try write(text, to: FileHandle.standardOutput, "standard output")
    }

    /// Writes a result to standard error, where standard output belongs to someone else.
    static func writeToError(_ text: String) throws {
        try write(text, to: FileHandle.standardError, "standard error")
    }

    private static func write(_ text: String, to handle: FileHandle, _ name: String) throws {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError("\(name): cannot write: \(error.localizedDescription)", .ioFailed)
        }
    }

    /// Says something to whoever runs the command.
    static func note(_ message: String) {
        FileHandle.standardError.write(Data("trackproof: \(message)\n".utf8))
    }
}
