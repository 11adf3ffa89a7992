internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

@main
enum Main {
    static func main() async {
        // If the reader of a stream is gone, writing to it fails, and the process ends in order. By default, SIGPIPE
        // would end the process at once.
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

    /// Writes what is wrong to standard error and ends with the exit status for the error. Every error has one.
    private static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandError: end(error.message, error.status)
        case let error as EventFormatError: end("\(error)", .notUnderstood)
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
    /// The error is a request such as that for help, a mistake in usage, or the exit status of a command. The answer to
    /// a request is a result, so it goes to standard output.
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
