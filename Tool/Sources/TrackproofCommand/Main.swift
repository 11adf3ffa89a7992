internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

@main
enum Main {
    static func main() async {
        // By default, a write to a closed pipe kills the process with SIGPIPE. If the process ignores SIGPIPE, the
        // write throws an error instead, and the process ends with a documented exit status.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try TrackproofCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Writes the message of an error to standard error, and ends the process with the exit status for the error.
    ///
    /// An error of an unknown type is a defect of `trackproof`.
    private static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandError: end(error.message, error.status)
        case let error as EventFormatError: end("\(error)", .notUnderstood)
        case let error as DocumentError: end("\(error)", .notUnderstood)
        case let error as PlanErrors: end(error)
        case let error as FileAccessError: end("\(error)", error.status)
        case let error as SnapshotSourceError: end("\(error)", .usage)
        case let error as BridgeReaderError: end("\(error)", .cannotCreate)
        case let error as AddressError: end("\(error)", .cannotCreate)
        case let error as StoreError: end("\(error)", error.status)
        case let error as CocoaError: end(error.localizedDescription, .ioFailed)
        default:
            if TrackproofCommand.isOrdinary(error) { endInOrder(error) }
            end("internal error: \(error)", .defect)
        }
    }

    /// Ends the process with an error of ArgumentParser.
    ///
    /// The error is a request (such as `--help`), a mistake in usage, or the exit status that a subcommand throws. The
    /// answer to a request is a result, so the answer goes to standard output.
    private static func endInOrder(_ error: any Error) -> Never {
        let text = TrackproofCommand.fullMessage(for: error)
        let status = TrackproofCommand.exitCode(for: error).rawValue
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

extension StoreError {
    /// The exit status for the error.
    var status: ExitStatus {
        switch reason {
        case .notAStore: .notUnderstood
        case .inUse, .cannotOpen: .cannotCreate
        case .failed: .ioFailed
        }
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
