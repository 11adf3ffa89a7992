internal import Foundation
internal import Logging
internal import TrackproofFiles
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The streams that people and programs read.
enum Console {
    /// For results.
    static let output = OutputStream(STDOUT_FILENO, "standard output")
    /// For everything else.
    static let error = OutputStream(STDERR_FILENO, "standard error")

    /// What libraries have to say: warnings and errors, to standard error.
    static var logger: Logger {
        var logger = Logger(label: "trackproof") { EscapingLogHandler(label: $0) }
        logger.logLevel = .warning
        return logger
    }

    /// Says something to whoever runs the command, in one line whatever the names in it are.
    static func note(_ message: String) {
        do {
            try error.write("trackproof: \(message.displayable)\n")
        } catch {
            // Nobody listens to standard error, and there is nowhere else to say so; the exit status still tells.
        }
    }
}

/// Standard output or standard error.
struct OutputStream: Sendable {
    let isTerminal: Bool
    /// How text is set off: by colour on a terminal that knows it, unless NO_COLOR says otherwise.
    let style: TextStyle
    private let descriptor: Int32
    private let name: String

    init(_ descriptor: Int32, _ name: String) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(descriptor) == 1
        // https://no-color.org: any value but the empty one.
        style = TextStyle(
            isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb")
        (self.descriptor, self.name) = (descriptor, name)
    }

    /// Writes text for people. What could steer a terminal is escaped already; what could command a CI server is now.
    func write(_ text: String) throws { try write(rendered: text.withoutLogCommands()) }

    /// Writes text that is safe as it is, such as a report: one for GitHub has commands that are meant.
    func write(rendered text: String) throws {
        let code = writeAll(text, to: descriptor)
        if code == 0 { return }
        // Whoever reads has heard enough, as `head` has: not worth a word.
        if code == EPIPE { throw CommandError(nil, .ioFailed) }
        throw CommandError("\(name): cannot write: \(systemMessage(code))", .ioFailed)
    }

    /// Writes text in a format for programs, which a terminal must not take for its own commands.
    func write(foreign text: String) throws {
        try write(rendered: isTerminal ? text.escapedForTerminal : text)
    }
}

extension String {
    /// JSON or CSV with every character that could steer a terminal as the escape that JSON has for it.
    fileprivate var escapedForTerminal: String {
        let text = replacing("\r\n", with: "\n")
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" || !scalar.steersTerminal }
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

/// Writes all of a text, however many calls that takes; returns 0, or the system's error number.
func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, base, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Whoever shares the descriptor made it non-blocking.
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

/// Whether a path leads to a symbolic link.
func isLink(_ path: String) -> Bool { FileStatus(of: path)?.kind == .link }

/// What the system says of an error number.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
