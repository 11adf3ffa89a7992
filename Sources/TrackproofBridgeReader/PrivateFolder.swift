import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// A folder for temporary files that only this user can enter.
///
/// `remove()` and `deinit` delete the folder and its content. If the process is killed, the next process that creates
/// such a folder deletes it. To protect the folders of running processes, each process locks its folders, and the
/// system ends a lock when its process ends.
public final class PrivateFolder: Sendable {
    /// The path of the folder.
    public let path: String
    /// The open folder, which holds the lock.
    private let descriptor: Int32

    private static let prefix = "trackproof-"
    private static let template = prefix + "XXXXXX"
    /// The name of an empty file that shows that the folder is one of ours, and not a folder of the user.
    private static let marker = ".trackproof-temporary"
    /// The maximum depth of the folders that are deleted.
    private static let maxDepth = 32

    /// Creates the folder in the folder for temporary files. Deletes the folders of processes that were killed.
    ///
    /// If the path of the folder for temporary files cannot be a part of an address, the new folder is in `/tmp`.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the folder cannot be created.
    public init() throws {
        let parent = Folder.temporary.fitsInAddress ? Folder.temporary : "/tmp"
        Self.removeLeftovers(in: parent)
        var made: (path: String, descriptor: Int32)?
        for _ in 0..<100 where made == nil { made = try Self.make(in: parent) }
        guard let made else { throw FileAccessError(parent, .create, code: EBUSY) }
        (path, descriptor) = made
    }

    deinit {
        remove()
        close(descriptor)
    }

    /// Deletes the folder and its content.
    public func remove() {
        Self.delete(descriptor, at: path)
    }

    /// Creates a folder and locks it.
    ///
    /// - Returns: `nil` if another process has found and deleted the folder before it was locked.
    private static func make(in parent: String) throws -> (path: String, descriptor: Int32)? {
        var template = (parent + "/" + template).cPath
        guard mkdtemp(&template) != nil else { throw FileAccessError(parent, .create, code: errno) }
        let path = String(path: template)
        let descriptor = openFolder(path)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileAccessError(parent, .create, code: errno)
        }
        // Some network file systems have no locks. Their folders are never deleted by another process.
        let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if !isTaken, isOwn(descriptor, at: path) {
            let file = openat(descriptor, marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                let code = errno
                close(descriptor)
                throw FileAccessError(path, .create, code: code)
            }
            close(file)
            return (path, descriptor)
        }
        close(descriptor)
        return nil
    }

    // MARK: Folders of other processes

    private static func removeLeftovers(in parent: String) {
        let names: [String]
        do { names = try Folder.names(in: parent, beginningWith: prefix) } catch {
            // If this process may not list the folder, another process removes the leftovers.
            return
        }
        for name in names where name.utf8.count == template.utf8.count {
            removeIfLeft(parent + "/" + name)
        }
    }

    private static func removeIfLeft(_ path: String) {
        let descriptor = openFolder(path)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard faccessat(descriptor, marker, F_OK, 0) == 0, isOwn(descriptor, at: path),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0, isOwn(descriptor, at: path)
        else { return }
        delete(descriptor, at: path)
    }

    private static func delete(_ descriptor: Int32, at path: String) {
        removeContent(of: descriptor)
        // The marker is deleted last, so that the next process continues if this process is killed.
        unlinkat(descriptor, marker, 0)
        _ = path.withPath(rmdir)
    }

    private static func openFolder(_ path: String) -> Int32 {
        path.withPath { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }

    /// Returns whether an open folder is at a path, belongs to this user, and has the permissions that `mkdtemp` gives.
    private static func isOwn(_ descriptor: Int32, at path: String) -> Bool {
        guard let folder = FileStatus(of: descriptor), let found = FileStatus(of: path) else { return false }
        return folder.device == found.device && folder.number == found.number && folder.owner == geteuid()
            && folder.permissions & 0o777 == 0o700
    }

    private static func removeContent(of folder: Int32, depth: Int = 0) {
        for name in Folder.names(in: folder) ?? [] where name != marker {
            name.withPath { name in
                if unlinkat(folder, name, 0) == 0 || depth == maxDepth { return }
                let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                guard inner >= 0 else { return }
                removeContent(of: inner, depth: depth + 1)
                close(inner)
                unlinkat(folder, name, AT_REMOVEDIR)
            }
        }
    }
}

extension PrivateFolder {
    /// The path for a file of events.
    var events: String { path + "/events.ndjson" }
}

extension String {
    /// Whether an app that reads the path as a part of an address finds the same folder.
    ///
    /// An app can get several addresses, which are separated by line breaks. It reads them as UTF-8.
    fileprivate var fitsInAddress: Bool { !utf8.contains(0x0A) && pathBytes.elementsEqual(utf8) }
}
