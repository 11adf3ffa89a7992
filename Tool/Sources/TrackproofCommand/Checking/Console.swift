internal import Foundation
@_spi(Tooling) internal import TrackproofFiles
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The standard output and the standard error of `trackproof`.
enum Console {
    /// The stream for the result of a command.
    static let output = OutputStream(STDOUT_FILENO, "standard output")
    /// The stream for messages, progress and everything else that is not the result.
    static let error = OutputStream(STDERR_FILENO, "standard error")

    /// Writes a message to standard error, on one line. Escapes line breaks in the message.
    static func note(_ message: String) {
        do {
            try error.write("trackproof: \(message.displayable)\n")
        } catch {
            // If writing to standard error fails, there is no other place for the message. The exit status still
            // reports the result.
        }
    }
}

/// A stream to standard output or standard error.
struct OutputStream: Sendable {
    let isTerminal: Bool
    /// The style of headings and other text. It has colours if the stream is a terminal with colours and `NO_COLOR` is
    /// not set.
    let style: TextStyle
    private let descriptor: Int32
    private let name: String

    init(_ descriptor: Int32, _ name: String) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1
        // https://no-color.org: any value of `NO_COLOR` except an empty text turns colours off.
        style = TextStyle(
            isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb")
        (self.descriptor, self.name) = (descriptor, name)
    }

    /// Writes text for people. Escapes log commands, which are texts that a CI server would execute.
    ///
    /// The caller must escape characters that could control a terminal.
    func write(_ text: String) throws { try write(rendered: text.withoutLogCommands()) }

    /// Writes text without escaping it. For example, a report for GitHub contains log commands on purpose.
    func write(rendered text: String) throws { try end(writeAll(text, to: descriptor)) }

    /// Writes paths for programs. Their bytes need not be UTF-8. If the stream is a terminal, escapes control characters.
    func write(paths bytes: [UInt8]) throws {
        if isTerminal { return try write(foreign: String(pathBytes: bytes)) }
        try end(bytes.withUnsafeBytes { writeAll($0, to: descriptor) })
    }

    /// Throws an error if `code` is the error number of a write that failed.
    private func end(_ code: Int32) throws {
        if code == 0 { return }
        // The program that reads the stream, such as `head`, has closed the stream on purpose. This needs no message.
        if code == EPIPE { throw CommandError(nil, .ioFailed) }
        throw CommandError("\(name): cannot write: \(systemMessage(code))", .ioFailed)
    }

    /// Writes text for programs, such as JSON. If the stream is a terminal, escapes control characters.
    func write(foreign text: String) throws {
        try write(rendered: isTerminal ? text.escapedForTerminal : text)
    }
}

extension String {
    /// The text with control characters of terminals as JSON escapes, such as `\u001b`. The text must be JSON or CSV.
    fileprivate var escapedForTerminal: String {
        let text = replacing("\r\n", with: "\n")
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\n" || scalar == "\t" || !scalar.isTerminalControl
        }
        if text.unicodeScalars.allSatisfy(isHarmless) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isHarmless(scalar) {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }
}

/// Writes a text to a file descriptor. Calls `write` until the system has accepted all bytes.
///
/// - Returns: 0 if all bytes were written, otherwise the error number of the system.
func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
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
func isLink(_ path: String) -> Bool { FileStatus(of: path)?.kind == .link }

/// Returns the system's message for an error number.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
