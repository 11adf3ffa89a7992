import Foundation
import TrackproofCollector
import TrackproofCollectorClient
import TrackproofFiles
import TrackproofJSON
import TrackproofConsole
import TrackproofPlatform

/// The file with the token that a collector made for itself. Clients of the same user read the token from this file.
actor CollectorTokenFile {
    private let token: String
    private let folder: String
    private var path: String?
    /// The open file. Its lock shows other collectors that this collector is running.
    private var opened: OpenFile?

    /// Creates the folder for the file, if the folder does not exist.
    ///
    /// - Throws: ``CommandError`` if the folder cannot be created, or if other users can write to it.
    init(_ token: String) throws {
        self.token = token
        folder = try UserFolder.make(or: "set \(EnvironmentVariable.collectorToken), or use --no-token")
    }

    /// Writes the file, and prints a message that says where the file is.
    ///
    /// On a terminal, another message shows the address of the collector's page with the token.
    ///
    /// - Parameter address: The address of the collector. Its port is part of the file's name.
    func write(for address: String) {
        guard let port = URL(string: address)?.port, let file = CollectorToken.file(port: port) else { return }
        do {
            try UserFolder.withLock(on: folder) {
                try UserFolder.removeLeftovers(in: folder)
                try create(file)
            }
        } catch {
            return Console.note("\(file): cannot write the token: \(message(of: error))")
        }
        Console.note("the token for the page and the control API is in \(file)")
        // Without a terminal, standard error can go to a log. A log must not contain the token.
        if Console.error.isTerminal { Console.note("the page: \(address)/#token=\(token)") }
    }

    private func create(_ file: String) throws {
        // A collector at another address can have the same port. Without this line, `open` would fail because of
        // `O_EXCL`.
        unlink(file)
        let opened = try OpenFile(writing: file, flags: O_WRONLY | O_EXCL, mode: 0o600)
        (self.opened, path) = (opened, file)
        // If the file system has no locks, this call and the call in `UserFolder` both fail.
        _ = flock(opened.descriptor, LOCK_EX | LOCK_NB)
        let code = writeAll(token + "\n", to: opened.descriptor)
        if code != 0 { throw FileAccessError(file, .write, code: code) }
    }

    /// Removes the file, unless another collector with the same port has replaced it.
    func remove() {
        defer { opened = nil }
        guard let file = path, let opened else { return }
        do {
            try UserFolder.withLock(on: folder) {
                guard let now = FileStatus(of: file), now.device == opened.status.device,
                    now.number == opened.status.number
                else { return }
                if unlink(file) != 0 { throw FileAccessError(file, .remove, code: errno) }
            }
        } catch {
            Console.note("\(file): cannot remove: \(message(of: error))")
        }
    }

    /// Returns the message of an error. A message about a file does not name the file.
    private func message(of error: any Error) -> String {
        (error as? FileAccessError)?.message ?? (error as? CommandError)?.message ?? "\(error)"
    }
}
