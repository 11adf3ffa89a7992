internal import ArgumentParser
internal import Foundation
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofSnapshots

@main
enum Main {
    static func main() async {
        ChildImage.becomeCommand()
        ProcessBytes.reserveStandardStreams()
        ignoreClosedPipes()
        CaughtSignals.prepare()
        do {
            var command = try TrackproofCommand.parseArguments()
            // Without this line, a user could mistake earlier reports for the reports of a command that fails early.
            try (command as? any ReportingCommand)?.reports.report.removeEarlier()
            if var asynchronous = command as? any AsyncParsableCommand {
                // A collector has a thread with its own files for each processor.
                try checkDescriptors(40 + 3 * ProcessInfo.processInfo.activeProcessorCount)
                try await asynchronous.run()
            } else {
                try checkDescriptors(8)
                try command.run()
            }
        } catch {
            TrackproofCommand.end(with: commandError(error))
        }
    }

    /// Turns errors of snapshots, bridges and the collector into a `CommandError` with an exit status.
    ///
    /// Returns any other error unchanged.
    private static func commandError(_ error: any Error) -> any Error {
        switch error {
        case let error as SnapshotSourceError: CommandError("\(error)", .usage)
        case let error as BridgeReaderError: CommandError("\(error)", .cannotCreate)
        case let error as AddressError: CommandError("\(error)", .cannotCreate)
        case let error as StoreError: CommandError("\(error)", error.status)
        default: error
        }
    }
}

extension StoreError {
    /// The status with which `trackproof` exits after this error.
    var status: ExitStatus {
        switch reason {
        case .notAStore: .notUnderstood
        case .inUse, .cannotOpen: .cannotCreate
        case .failed: .ioFailed
        }
    }
}
