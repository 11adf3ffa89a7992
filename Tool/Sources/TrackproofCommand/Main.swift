internal import ArgumentParser
internal import Foundation
internal import TrackproofBridgeReader
internal import TrackproofJSON
internal import TrackproofSnapshots

@main
enum Main {
    static func main() async {
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

    /// Says what is wrong on standard error and ends with the status that stands for it. Every error has one.
    private static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandError: fail("\(error)", error.status)
        case let error as EventFormatError: fail("\(error)", .notUnderstood)
        case let error as FileAccessError: fail("\(error)", error.status)
        case let error as BridgeReaderError: fail("\(error)", .cannotCreate)
        default:
            // Help, usage and the statuses that commands end with.
            if TrackproofCommand.isOrdinary(error) { TrackproofCommand.exit(withError: error) }
            fail("internal error: \(error)", .defect)
        }
    }

    private static func fail(_ message: String, _ status: ExitStatus) -> Never {
        Console.note(message)
        Foundation.exit(status.rawValue)
    }
}

extension FileAccessError {
    /// The exit status that stands for the error.
    var status: ExitStatus {
        switch operation {
        case .open where code == ENOENT || code == ENOTDIR: .noInput
        case .create: .cannotCreate
        case .open, .read, .write: .ioFailed
        }
    }
}
