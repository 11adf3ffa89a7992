package import ArgumentParser
import Foundation
import TrackproofFiles
import TrackproofJSON
import TrackproofPlans
import TrackproofReports

/// Makes a write throw an error if the pipe is closed, or if the file would be larger than the system permits.
///
/// Without this, the system would kill the process with SIGPIPE or SIGXFSZ, which are not among the documented exit
/// statuses, and temporary files would stay.
package func ignoreSignalsOfWrites() { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }

/// Checks that this process can open `count` more files.
///
/// Without this check, some libraries end the process if they cannot open a file.
package func checkDescriptors(_ count: Int) throws {
    let free = ProcessBytes.freeDescriptors(upTo: count)
    if free == count { return }
    throw CommandError(
        "this command opens up to \(count) files, but the system permits only \(free); raise the limit (ulimit -n)",
        .ioFailed)
}

extension ParsableCommand {
    /// Returns the command that the arguments of this process describe.
    ///
    /// - Throws: An error if an argument before `--` is empty. An empty text often comes from a variable that is not set.
    ///   As the value of an option, it could turn the option off.
    package static func parseArguments() throws -> any ParsableCommand {
        let arguments = ProcessBytes.arguments
        let own = arguments.prefix { $0 != "--" }
        if let index = own.firstIndex(where: \.isEmpty) {
            let place = index == 0 ? "The first argument" : "The argument after '\(own[index - 1])'"
            throw ValidationError("\(place) is empty.")
        }
        return try parseAsRoot(arguments)
    }

    /// Writes the message of an error to standard error, and ends the process with the exit status for the error.
    ///
    /// If the error has an unknown type, the message says that `trackproof` has a defect.
    package static func end(with error: any Error) -> Never {
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

    /// Returns whether an error comes from ArgumentParser and is not a defect of `trackproof`.
    ///
    /// Such an error is a request for help, a mistake of the user, or the exit status of a subcommand.
    private static func isOrdinary(_ error: any Error) -> Bool {
        if error is ExitCode || error is CleanExit || error is ValidationError { return true }
        // The other error types of ArgumentParser are not public, so the name of the module identifies them.
        return String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
    }

    /// Writes the text for an error of ArgumentParser, and ends the process with its exit status.
    ///
    /// If the user asked for help, the text is the result of the command. So it goes to standard output and not to
    /// standard error.
    private static func endInOrder(_ error: any Error) -> Never {
        let text = withDisplayableArguments(fullMessage(for: error))
        let status = exitCode(for: error).rawValue
        do {
            if !text.isEmpty { try (status == 0 ? Console.output : Console.error).write(text + "\n") }
        } catch {
            Foundation.exit(status == 0 ? ExitStatus.ioFailed.rawValue : status)
        }
        Foundation.exit(status)
    }

    /// Returns a message of ArgumentParser with escapes in the arguments that it repeats, and without secrets.
    ///
    /// The message has several lines. Without the escapes, a line break in an argument could begin a further line.
    private static func withDisplayableArguments(_ message: String) -> String {
        var scalars = message.unicodeScalars
        for argument in ProcessBytes.arguments {
            if let address = webhook(in: argument) {
                scalars = scalars.replacing(address.unicodeScalars, with: start(ofWebhook: address).unicodeScalars)
            }
            if argument.displayable == argument { continue }
            // The message can repeat only the name or only the value of an option.
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            for text in [argument] + parts {
                scalars = scalars.replacing(text.unicodeScalars, with: text.displayable.unicodeScalars)
            }
        }
        return String(scalars)
    }

    /// Returns the part of an argument that can be the address of a webhook, or `nil` if no part can be.
    ///
    /// The user can have misspelt the name `webhook`.
    private static func webhook(in argument: String) -> String? {
        let start =
            argument.range(of: "webhook=", options: .caseInsensitive)?.upperBound
            ?? argument.range(of: "https?://", options: [.regularExpression, .caseInsensitive])?.lowerBound
        return start.flatMap { $0 < argument.endIndex ? String(argument[$0...]) : nil }
    }

    /// Returns the scheme and the host of a webhook's address. The rest of the address is often a secret.
    private static func start(ofWebhook address: String) -> String {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme, let host = parts.host else {
            return "…"
        }
        return "\(scheme)://\(host)/…".displayable
    }

    /// Writes the errors of a plan, one per line, and ends the process.
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
    /// The exit status of a command that ends with this error.
    package var status: ExitStatus {
        switch operation {
        case .open where code == ENOENT || code == ENOTDIR: .noInput
        case .create: .cannotCreate
        case .open, .read, .write, .remove: .ioFailed
        }
    }
}
