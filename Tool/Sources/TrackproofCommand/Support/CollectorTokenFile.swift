internal import Foundation
internal import TrackproofCollector
@_spi(Tooling) internal import TrackproofCollectorClient
@_spi(Tooling) internal import TrackproofSnapshots

/// The file that tells clients of the same user the token that a collector made for itself.
actor CollectorTokenFile {
    private let token: String
    private var path: String?

    /// Makes the folder in which the file will stand.
    ///
    /// - Throws: ``CommandError`` if there can be none, or if others may write to it.
    init(_ token: String) throws {
        self.token = token
        guard let file = CollectorToken.file(port: 0) else {
            throw Self.error("HOME is not set, so there is no place for the collector's token")
        }
        let folder = (file as NSString).deletingLastPathComponent
        var status = stat()
        if mkdir(folder, 0o700) == 0 { return }
        guard errno == EEXIST, lstat(folder, &status) == 0 else {
            throw Self.error("\(folder): cannot be made: \(systemMessage(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Self.error("\(folder): is no folder that only its user can write to")
        }
    }

    private static func error(_ problem: String) -> CommandError {
        CommandError("\(problem); set \(CollectorToken.variable), or use --no-token", .cannotCreate)
    }

    /// Writes the file, and says where it is. On a terminal the page's address is shown too, with the token.
    func write(for address: String) {
        guard let port = URL(string: address)?.port, let file = CollectorToken.file(port: port) else { return }
        // What a collector left that was killed.
        unlink(file)
        let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            return Console.note("\(file): the token cannot be written: \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        path = file
        let code = writeAll(token + "\n", to: descriptor)
        if code != 0 { return Console.note("\(file): the token cannot be written: \(systemMessage(code))") }
        Console.note("the token of the page and the control API is in \(file)")
        // Not in a log.
        if Console.error.isTerminal { Console.note("the page: \(address)/?token=\(token)") }
    }

    /// Removes the file.
    func remove() {
        guard let file = path, unlink(file) != 0, errno != ENOENT else { return }
        Console.note("\(file): cannot be removed: \(systemMessage(errno))")
    }
}
