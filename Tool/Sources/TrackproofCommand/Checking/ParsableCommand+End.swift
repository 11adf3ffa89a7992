internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans

/// Makes a write to a closed pipe throw an error.
///
/// By default, such a write kills the process with SIGPIPE. With an error, the process ends with a documented exit
/// status.
func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

extension ParsableCommand {
    /// Writes the message of an error to standard error, and ends the process with the exit status for the error.
    ///
    /// An error of an unknown type is a defect of `trackproof`.
    static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandError: end(error.message, error.status)
        case let error as EventFormatError: end("\(error)", .notUnderstood)
        case let error as DocumentError: end("\(error)", .notUnderstood)
        case let error as PlanErrors: end(error)
        case let error as FileAccessError: end("\(error)", error.status)
        case let error as CocoaError: end(error.localizedDescription, .ioFailed)
        default:
            if isOrdinary(error) { endInOrder(error) }
            end("internal error: \(error)", .defect)
        }
    }

    /// Returns whether an error is ordinary: a request for help, a mistake in usage, or a subcommand's exit status.
    private static func isOrdinary(_ error: any Error) -> Bool {
        if error is ExitCode || error is CleanExit || error is ValidationError { return true }
        // The other error types of ArgumentParser are not public, so the name of their module identifies them.
        return String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
    }

    /// Ends the process with an error of ArgumentParser.
    ///
    /// The error is a request (such as `--help`), a mistake in usage, or the exit status that a subcommand throws. The
    /// answer to a request is a result, so the answer goes to standard output.
    private static func endInOrder(_ error: any Error) -> Never {
        let text = fullMessage(for: error)
        let status = exitCode(for: error).rawValue
        do {
            if !text.isEmpty { try (status == 0 ? Console.output : Console.error).write(text + "\n") }
        } catch {
            Foundation.exit(status == 0 ? ExitStatus.ioFailed.rawValue : status)
        }
        Foundation.exit(status)
    }

    /// Writes all errors of a plan, one per line, and ends the process.
    private static func end(_ errors: PlanErrors) -> Never {
        for error in errors.list.dropLast() { Console.note("\(error)") }
        end(errors.list.last?.description, .notUnderstood)
    }

    private static func end(_ message: String?, _ status: ExitStatus) -> Never {
        if let message { Console.note(message) }
        Foundation.exit(status.rawValue)
    }
}

extension FileAccessError {
    /// The exit status for the error.
    var status: ExitStatus {
        switch operation {
        case .open where code == ENOENT || code == ENOTDIR: .noInput
        case .create: .cannotCreate
        case .open, .read, .write, .remove: .ioFailed
        }
    }
}
