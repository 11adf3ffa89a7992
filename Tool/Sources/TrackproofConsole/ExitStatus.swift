package import ArgumentParser

/// The exit statuses of `trackproof` that the documentation describes.
///
/// The numbers from 64 to 74 come from BSD's `sysexits.h`. The numbers from 124 come from timeout(1) and from shells.
package enum ExitStatus: Int32 {
    case asExpected = 0
    case differences = 1
    case usage = 64
    case notUnderstood = 65
    case noInput = 66
    case defect = 70
    case cannotCreate = 73
    case ioFailed = 74
    case timedOut = 124
    case notExecutable = 126
    case notFound = 127

    /// The status as an error that ends the command.
    package var code: ExitCode { ExitCode(rawValue) }

    /// Ends the command with this status by throwing an `ExitCode`. Throws nothing if the status is ``asExpected``.
    package func end() throws {
        if self != .asExpected { throw code }
    }
}

/// An error that ends a command with a message and an exit status.
package struct CommandError: Error {
    /// The message, or `nil` to end the command without a message.
    package let message: String?
    package let status: ExitStatus

    package init(_ message: String?, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }
}
