internal import ArgumentParser
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofSnapshots

@main
enum Main {
    static func main() async {
        ignoreClosedPipes()
        do {
            var command = try TrackproofCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            TrackproofCommand.end(with: commandError(error))
        }
    }

    /// Returns an error of the command's own modules with its message and exit status. Returns any other error as it is.
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
    /// The exit status for the error.
    var status: ExitStatus {
        switch reason {
        case .notAStore: .notUnderstood
        case .inUse, .cannotOpen: .cannotCreate
        case .failed: .ioFailed
        }
    }
}
