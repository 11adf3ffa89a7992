import Foundation
package import Trackproof
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

extension HistoryFolder {
    /// The entries of a history, and notes about lines that could not be read.
    package struct Content: Sendable {
        /// The newest entries, in the order in which they were added. Each run has one entry.
        package var entries: [HistoryEntry] = []
        /// The notes about files and lines that could not be read completely, one sentence each.
        package var notes: [String] = []
    }

    /// Reads the newest entries of all files whose names end with `.ndjson`. Skips lines that are not entries.
    ///
    /// The method returns at most 5,000 entries. The entries of a file whose name is not a month, such as a copy, come
    /// first.
    ///
    /// - Parameter now: The present time. If a run started later, the clock of its machine was wrong, and the run has
    ///   this time instead.
    /// - Throws: ``FileAccessError`` if the folder or a file cannot be read.
    package func content(now: EventTime = .now) throws -> Content {
        var reader = HistoryReader(now: now)
        let names = try names()
        let others = try names.filter { !Self.isMonth($0) }.flatMap { try reader.read(path + "/" + $0) }
        var months: [[HistoryEntry]] = []
        var count = 0
        for name in names.reversed() where Self.isMonth(name) {
            if count >= HistoryLimits.entries { break }
            months.append(try reader.read(path + "/" + name))
            count += DistinctRuns(months[months.count - 1]).count
        }
        let runs = DistinctRuns(others + months.reversed().joined())
        return Content(entries: runs.withoutParts.suffix(HistoryLimits.entries), notes: reader.allNotes)
    }

    static func isMonth(_ name: String) -> Bool { name.wholeMatch(of: /[0-9]{4}-[0-9]{2}\.ndjson/) != nil }

    /// Returns the names of the files that end with `.ndjson`, sorted.
    func names() throws -> [String] {
        try Folder.names(in: path).filter(Self.isPart)
    }

    /// Returns whether a file with this name is a part of the history if it is in the history's folder.
    package static func isPart(name: String) -> Bool { name.hasSuffix(".ndjson") }
}

/// A reader of the files of a history.
private struct HistoryReader {
    let now: EventTime
    private var notes: [String] = []
    private var skippedCount = 0

    init(now: EventTime) { self.now = now }

    /// The notes about files and lines that could not be read completely, one sentence each.
    var allNotes: [String] {
        let more = skippedCount - HistoryLimits.notes
        if more <= 0 { return notes }
        return notes + ["\(more) more line\(more == 1 ? " was" : "s were") skipped"]
    }

    /// Returns the entries of a file, in the order of the lines.
    mutating func read(_ file: String) throws -> [HistoryEntry] {
        let opened: OpenFile
        do throws(FileAccessError) {
            opened = try OpenFile(path: file)
        } catch {
            switch error.code {
            case EISDIR: return []
            // The file is not regular, or it is a symbolic link to a file that does not exist. The other files are a
            // history without it.
            case EINVAL, ENOENT, ELOOP:
                notes.append("\(file.displayable): \(error.message), so it was skipped")
                return []
            default: throw error
            }
        }
        let bytes = try opened.bytes(limit: HistoryLimits.fileBytes)
        guard bytes.count <= HistoryLimits.fileBytes else {
            notes.append("\(file.displayable): larger than \(HistoryLimits.fileBytes >> 20) MB, so it was skipped")
            return []
        }
        let lines = bytes.withoutByteOrderMark.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { read($1, "\(file):\($0 + 1)") }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ place: String) -> HistoryEntry? {
        // An editor or a version control system can end lines with a carriage return before the line feed.
        if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return nil }
        do throws(DocumentError) {
            var entry = try HistoryEntry(line: line, place: place)
            entry.run.started = min(entry.run.started, now)
            return entry
        } catch {
            skippedCount += 1
            if notes.count < HistoryLimits.notes { notes.append("\("\(error)".displayable); the line was skipped") }
            return nil
        }
    }
}
