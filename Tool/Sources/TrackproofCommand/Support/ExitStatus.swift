internal import ArgumentParser

/// The exit statuses that the documentation promises; from 64 on those of BSD's sysexits.
enum ExitStatus: Int32 {
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

    /// Ends the command with this status.
    func end() throws {
        if self != .asExpected { throw ExitCode(rawValue) }
    }
}

/// An error that a command ends with: what it says and its exit status.
struct CommandError: Error {
    /// Nil where there is nothing to say.
    let message: String?
    let status: ExitStatus

    init(_ message: String?, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }
}
