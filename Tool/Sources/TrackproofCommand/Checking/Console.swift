internal import Foundation
internal import TrackproofFiles
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The standard output and the standard error of `trackproof`.
enum Console {
    /// The stream for results.
    static let output = OutputStream(STDOUT_FILENO, "standard output")
    /// The stream for messages and everything else that is not a result.
    static let error = OutputStream(STDERR_FILENO, "standard error")

    /// Writes a message to standard error, on one line. Line breaks in the message are escaped.
    static func note(_ message: String) {
        do {
            try error.write("trackproof: \(message.displayable)\n")
        } catch {
            // Writing to standard error failed, and there is no other place for the message. The exit status still
            // reports the result.
        }
    }
}

/// Standard output or standard error.
struct OutputStream: Sendable {
    let isTerminal: Bool
    /// The style of text such as headings: colours on a terminal that supports them, unless `NO_COLOR` is set.
    let style: TextStyle
    private let descriptor: Int32
    private let name: String

    init(_ descriptor: Int32, _ name: String) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1
        // https://no-color.org: any value except an empty text turns colour off.
        style = TextStyle(
            isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb")
        (self.descriptor, self.name) = (descriptor, name)
    }

    /// Writes text for people.
    ///
    /// The caller must escape characters that could control a terminal. This method escapes log commands, which are
    /// texts that a CI server would execute.
    func write(_ text: String) throws { try write(rendered: text.withoutLogCommands()) }

    /// Writes text without escaping it. For example, a report for GitHub contains log commands on purpose.
    func write(rendered text: String) throws {
        let code = writeAll(text, to: descriptor)
        if code == 0 { return }
        // The program that reads the stream, such as `head`, has closed it on purpose. That needs no message.
        if code == EPIPE { throw CommandError(nil, .ioFailed) }
        throw CommandError("\(name): cannot write: \(systemMessage(code))", .ioFailed)
    }

    /// Writes text in a format for programs, such as JSON. On a terminal, it escapes control characters.
    func write(foreign text: String) throws {
        try write(rendered: isTerminal ? text.escapedForTerminal : text)
    }
}

extension String {
    /// The JSON or CSV text with a JSON escape in place of each character that could control a terminal.
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

/// Writes a whole text, in as many system calls as necessary.
///
/// - Returns: 0 if it succeeds, otherwise the system's error number.
func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, base, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // A process that shares the descriptor made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
                continue
            }
            guard count >= 0 else { return errno }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return 0
    }
}

/// Returns whether a path is a symbolic link.
func isLink(_ path: String) -> Bool { FileStatus(of: path)?.kind == .link }

/// Returns the system's message for an error number.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
