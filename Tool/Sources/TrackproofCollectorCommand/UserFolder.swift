import Foundation
import TrackproofCollectorClient
import TrackproofFiles
import TrackproofJSON
import TrackproofConsole

/// The folder `~/.trackproof`, which contains the tokens and certificates of the user's collectors.
enum UserFolder {
    /// Creates the folder if it does not exist.
    ///
    /// - Parameter remedy: The end of an error's message. It says what the user can do, such as `use --no-token`.
    /// - Returns: The path of the folder.
    /// - Throws: ``CommandError`` if the folder cannot be created, or if other users can write to it.
    @discardableResult
    static func make(or remedy: String) throws -> String {
        func error(_ problem: String) -> CommandError { CommandError("\(problem); \(remedy)", .cannotCreate) }
        guard let file = CollectorToken.file(port: 0) else {
            throw error("HOME is not set, so there is no place for the folder .trackproof")
        }
        let folder = (file as NSString).deletingLastPathComponent
        if mkdir(folder, 0o700) == 0 { return folder }
        guard errno == EEXIST, let status = FileStatus(of: folder) else {
            throw error("\(folder): cannot create: \(systemMessage(errno))")
        }
        guard status.kind == .folder, status.owner == geteuid(), status.permissions & 0o022 == 0 else {
            throw error("\(folder): must be a folder that only its owner can write to")
        }
        return folder
    }

    /// Locks the folder while `body` runs, so that two collectors that start at the same time do not disturb each other.
    ///
    /// - Throws: ``CommandError`` if the folder cannot be locked, and any error of `body`.
    static func withLock<Value>(on folder: String, _ body: () throws -> Value) throws -> Value {
        let lock = open(folder, O_RDONLY | O_CLOEXEC)
        defer { close(lock) }
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw CommandError("\(folder): cannot lock: \(systemMessage(errno))", .cannotCreate)
        }
        return try body()
    }

    /// Removes the files that killed collectors left in the folder. The folder must be locked.
    ///
    /// A running collector holds a lock on the file of its token. An incomplete file exists only while a process holds
    /// the lock on the folder.
    static func removeLeftovers(in folder: String) throws {
        for name in try Folder.names(in: folder) {
            let path = folder + "/" + name
            if name.hasPrefix(".trackproof-"), name.hasSuffix(".tmp") { unlink(path) }
            guard name.hasPrefix("collector-"), name.hasSuffix(".token") else { continue }
            do throws(FileAccessError) {
                let file = try OpenFile(path: path, followsLink: false)
                if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            } catch {
                // The file is not a token of this user.
            }
        }
    }
}
