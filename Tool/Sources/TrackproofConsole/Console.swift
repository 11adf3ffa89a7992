import Foundation
import TrackproofFiles
package import TrackproofPlanning
import TrackproofReports
package import TrackproofSnapshots

/// The standard output and the standard error of `trackproof`.
package enum Console {
    /// The stream for the result of a command.
    package static let output = ConsoleStream(STDOUT_FILENO, "standard output")
    /// The stream for messages, progress and everything else that is not the result.
    package static let error = ConsoleStream(STDERR_FILENO, "standard error")

    /// Writes a message to standard error, on one line. Escapes line breaks in the message.
    package static func note(_ message: String) {
        do {
            try error.write("trackproof: \(message.displayable)\n")
        } catch {
            // If writing to standard error fails, there is no other place for the message. The exit status still
            // reports the result.
        }
    }
}

/// A stream to standard output or standard error.
package struct ConsoleStream: Sendable {
    package let isTerminal: Bool
    /// The style of headings and other text. It has colours if the stream is a terminal with colours and `NO_COLOR` is
    /// not set.
    package let style: TextStyle
    private let descriptor: Int32
    private let name: String

    package init(_ descriptor: Int32, _ name: String) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1
        // https://no-color.org: any value of `NO_COLOR` except an empty text turns colours off.
        style = TextStyle(
            isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb")
        (self.descriptor, self.name) = (descriptor, name)
    }

    // Texts can contain names and values from outside. So no text reaches a terminal or a log without passing through one
    // of the following methods, which make it harmless.

    /// Writes text for people.
    ///
    /// Escapes everything that could control a terminal or hide text, and log commands, which are texts that a CI server
    /// would execute.
    package func write(_ text: String) throws { try writeExactly(text.displayableLines(style)) }

    /// Writes annotations for GitHub, which are log commands, one per line. Escapes all other log commands.
    package func write(annotations text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let command = ["::error ", "::warning ", "::notice "].first { line.hasPrefix($0) } ?? ""
            return command + String(line.dropFirst(command.count)).displayable
        }
        try writeExactly(lines.joined(separator: "\n"))
    }

    /// Writes text for programs, such as JSON. If the stream is a terminal, escapes control characters.
    package func write(foreign text: String) throws { try writeExactly(isTerminal ? text.escapedForTerminal : text) }

    /// Writes paths for programs. Their bytes need not be UTF-8. If the stream is a terminal, escapes control characters.
    package func write(paths bytes: [UInt8]) throws {
        if isTerminal { return try write(foreign: String(pathBytes: bytes)) }
        try end(bytes.withUnsafeBytes { writeAll($0, to: descriptor) })
    }

    /// Writes a line over the current line of a terminal, and leaves the cursor at its end.
    package func write(over line: String) throws { try writeExactly("\r" + line.displayable) }

    private func writeExactly(_ text: String) throws { try end(writeAll(text, to: descriptor)) }

    /// Throws an error if `code` is the error number of a write that failed.
    private func end(_ code: Int32) throws {
        if code == 0 { return }
        // The program that reads the stream, such as `head`, has closed the stream on purpose. This needs no message.
        if code == EPIPE { throw CommandError(nil, .ioFailed) }
        throw CommandError("\(name): cannot write: \(systemMessage(code))", .ioFailed)
    }
}

/// Writes a text to a file descriptor. Calls `write` until the system has accepted all bytes.
///
/// - Returns: 0 if all bytes were written, otherwise the error number of the system.
package func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes bytes to a file descriptor, as the function for texts does.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
        let count = write(descriptor, base, rest.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
            // Another process with the same descriptor has made it non-blocking.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
            continue
        }
        guard count >= 0 else { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return 0
}

/// Returns whether a path is a symbolic link.
package func isLink(_ path: String) -> Bool { FileStatus(of: path)?.kind == .link }

/// Returns the system's message for an error number.
package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
