import ArgumentParser
import Foundation
import TrackproofArchives
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofJSON
import TrackproofSnapshots
import TrackproofVendors
import TrackproofConsole

@main
enum Main {
    static func main() async {
        ChildImage.becomeCommand()
        CollectorProgram.becomeCollector()
        ProcessBytes.reserveStandardStreams()
        ignoreSignalsOfWrites()
        CaughtSignals.prepare()
        do {
            var command = try TrackproofCommand.parseArguments()
            // Without this line, a user could mistake earlier reports for the reports of a command that fails early.
            try (command as? any ReportingCommand)?.reports.report.removeEarlier()
            if var asynchronous = command as? any AsyncParsableCommand {
                try checkDescriptors(40)
                try await asynchronous.run()
            } else {
                try checkDescriptors(8)
                try command.run()
            }
        } catch {
            TrackproofCommand.end(with: commandError(error))
        }
    }

    /// Turns errors of snapshots, bridges and partial results into a `CommandError` with an exit status.
    ///
    /// Returns any other error unchanged.
    private static func commandError(_ error: any Error) -> any Error {
        switch error {
        case let error as SnapshotSourceError: CommandError("\(error)", .usage)
        case let error as BridgeReaderError: CommandError("\(error)", .cannotCreate)
        case let error as PartialMerger.Problem: CommandError("\(error)", .notUnderstood)
        case let error as EventFormatError: advised(error)
        default: error
        }
    }

    /// Adds the right command to an error about a file of events, if the file is the export of a vendor.
    private static func advised(_ error: EventFormatError) -> any Error {
        let layout: ArchiveLayout?
        // Standard input cannot be read a second time.
        do { layout = try ArchiveLayout(ofFile: error.file) } catch { layout = nil }
        guard let layout else { return error }
        return CommandError(recordsOf: layout.name, in: error.file, .notUnderstood)
    }
}

extension CommandError {
    /// Creates the error that a file contains the records of a vendor instead of a recording.
    init(recordsOf vendor: String, in file: String, _ status: ExitStatus) {
        self.init("\(file): these are records of \(vendor), not a recording; use `trackproof plan audit`", status)
    }
}
