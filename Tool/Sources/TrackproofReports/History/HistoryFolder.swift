internal import Foundation
internal import Trackproof
internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofJSON

/// The folder of a history: one file for each month, such as `2026-11.ndjson`, with one line for each run.
///
/// Lines are only added. Two histories can therefore be merged by a version control system, or by copying the lines of
/// both, in any order. A run that has several lines counts once.
package struct HistoryFolder: Sendable {
    package let path: String

    /// Creates a value for a folder. The folder need not exist.
    package init(path: String) { self.path = path }

    /// Adds an entry to the file of its month. Creates the folder and the file if they do not exist.
    ///
    /// Several processes can add entries at once. If the disk is full, no part of the line stays.
    ///
    /// - Throws: ``FileAccessError`` if the folder cannot be created or the file cannot be written.
    package func add(_ entry: HistoryEntry) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            // Foundation's error has no number. The system call fails for the same reason.
            throw FileAccessError(path, .create, code: mkdir(path, 0o777) == 0 || errno == EEXIST ? ENOTDIR : errno)
        }
        let file = path + "/" + entry.run.started.description.prefix(7) + ".ndjson"
        // A link could lead to a file that is not part of the history.
        let descriptor = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw FileAccessError(file, .create, code: errno) }
        defer { close(descriptor) }
        guard FileStatus(of: descriptor)?.kind == .regular else { throw FileAccessError(file, .write, code: EINVAL) }
        // The lock ends with the descriptor. Some network file systems have no locks, and then one write must do.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        let size = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        // A process that was killed while it wrote may have left a part of a line.
        let isCut = size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
        let bytes = Array(((isCut ? "\n" : "") + entry.line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                if size >= 0, ftruncate(descriptor, size) != 0 {
                    // A part of the line stays. Readers skip it.
                }
                throw FileAccessError(file, .write, code: code)
            }
            written += count
        }
    }

    /// The entries of a folder.
    package struct Content: Sendable {
        /// The newest entries, sorted by time, the oldest first. Each run has one entry.
        package var entries: [HistoryEntry] = []
        /// What could not be read, one sentence each.
        package var notes: [String] = []
    }

    /// Reads the newest entries of all files. A line that is not an entry is skipped.
    ///
    /// - Throws: ``FileAccessError`` if the folder or a file cannot be read.
    package func content() throws -> Content {
        guard access(path, R_OK | X_OK) == 0 else { throw FileAccessError(path, .open, code: errno) }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        var content = Content()
        var entries: [String: HistoryEntry] = [:]
        // The names sort by month. The newest entries are enough.
        for name in names.sorted(by: >) where name.hasSuffix(".ndjson") && entries.count < HistoryLimits.entries {
            let file = path + "/" + name
            for (number, line) in try Self.lines(of: file).enumerated() where !line.isEmpty {
                do throws(ReportError) {
                    let entry = try HistoryEntry(line: line, place: "\(file):\(number + 1)")
                    // Two different lines with one id are an accident. The choice must not depend on their order.
                    if let other = entries[entry.run.id], other.line >= entry.line { continue }
                    entries[entry.run.id] = entry
                } catch {
                    if content.notes.count < 10 { content.notes.append("\(error); the line was skipped") }
                }
            }
        }
        let sorted = entries.values.sorted { ($0.run.started, $0.run.id) < ($1.run.started, $1.run.id) }
        content.entries = sorted.suffix(HistoryLimits.entries)
        return content
    }

    private static func lines(of file: String) throws -> [Data] {
        guard FileStatus(of: file)?.kind == .regular else { return [] }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileAccessError(file, .open, code: errno) }
        defer { close(descriptor) }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while data.count < HistoryLimits.file {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileAccessError(file, .read, code: errno) }
            if count == 0 { break }
            data += buffer[..<count]
        }
        return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
