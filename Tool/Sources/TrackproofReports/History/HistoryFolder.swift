import Foundation
import Trackproof
import TrackproofFiles
import TrackproofJSON

/// The folder of a history: one file for each month, such as `2026-11.ndjson`, with one line for each run.
///
/// The order of the lines is the order of the runs, because the clock of a machine can be wrong. Trackproof only adds
/// lines. Therefore, a version control system can merge two histories. A run that has several lines counts once.
package struct HistoryFolder: Sendable {
    /// The path of the folder as the user wrote it.
    package let path: String

    /// Creates a value for the folder at a path. The folder does not have to exist.
    package init(path: String) { self.path = path }

    /// Adds an entry to the file of its month. Creates the folder and the file if they do not exist.
    ///
    /// If there is a file of a later month, the method adds the entry to this file, so that the entry is the last.
    ///
    /// Several processes can add entries at once. If the disk is full, the method removes the incomplete line. The
    /// method does not follow a symbolic link, because the link could lead to a file that is not part of the history.
    ///
    /// - Throws: ``FileAccessError`` if the folder cannot be created or the file cannot be written.
    package func add(_ entry: HistoryEntry) throws {
        try createFolder()
        let newest = try names().last { Self.isMonth($0) && FileStatus(of: path + "/" + $0)?.kind == .regular }
        let file = path + "/" + max(entry.run.started.description.prefix(7) + ".ndjson", newest ?? "")
        // A version control system can replace the file after this process has opened it. The line would then be lost
        // with the old file. Therefore, the loop checks that the open file is still the file at the path.
        for _ in 0..<10 {
            let opened = try OpenFile(writing: file, flags: O_RDWR | O_APPEND, followsLink: false)
            let isLocked = try Self.lock(opened.descriptor, file)
            let status = opened.status
            guard let current = FileStatus(of: file), (current.device, current.number) == (status.device, status.number)
            else { continue }
            return try Self.append(entry.line, to: opened.descriptor, file, isLocked: isLocked)
        }
        throw FileAccessError(file, .write, code: EBUSY)
    }

    private func createFolder() throws {
        try Folder.make(path)
        if FileStatus(ofTarget: path)?.kind != .folder { throw FileAccessError(path, .create, code: EEXIST) }
    }

    /// Locks a file. When the descriptor is closed, the lock ends.
    ///
    /// - Returns: `false` if the file system does not support locks. This is the case for some network file systems.
    private static func lock(_ descriptor: Int32, _ file: String) throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(HistoryLimits.lockSeconds)
        var pause: UInt32 = 500
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                if clock.now >= end { throw FileAccessError(file, .write, code: EWOULDBLOCK) }
                usleep(pause)
                pause = min(pause * 2, 20_000)
            default: return false
            }
        }
        return true
    }

    /// Appends a line with one call of `write(2)`.
    private static func append(_ line: String, to descriptor: Int32, _ file: String, isLocked: Bool) throws {
        let size = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        // If a process was killed while it wrote, the file ends with an incomplete line. The new line must begin after
        // it.
        let isCut = size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
        let bytes = Array(((isCut ? "\n" : "") + line + "\n").utf8)
        var count: Int
        repeat { count = write(descriptor, bytes, bytes.count) } while count < 0 && errno == EINTR
        if count == bytes.count { return }
        let code = count < 0 ? errno : ENOSPC
        // Without a lock, another process could have appended a line after the incomplete line. So the method removes
        // the incomplete line only if the file is locked. Readers skip incomplete lines.
        if isLocked, size >= 0, ftruncate(descriptor, size) != 0 {
            throw FileAccessError(file, .write, code: errno)
        }
        throw FileAccessError(file, .write, code: code)
    }
}
