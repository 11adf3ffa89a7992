internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofJSON

extension HistoryFolder {
    /// The entries of a history, and notes about lines that could not be read.
    package struct Content: Sendable {
        /// The newest entries, sorted by time, the oldest first. Each run has one entry.
        package var entries: [HistoryEntry] = []
        /// The notes about files and lines that could not be read completely, one sentence each.
        package var notes: [String] = []
    }

    /// Reads the newest entries of all files whose names end with `.ndjson`. Skips lines that are not entries.
    ///
    /// The method reads at most 256 MB of the files, and returns at most 5,000 entries.
    ///
    /// - Throws: ``FileAccessError`` if the folder or a file cannot be read.
    package func content() throws -> Content {
        var reader = HistoryReader()
        var months: [String] = []
        for name in try names() {
            if name.wholeMatch(of: /[0-9]{4}-[0-9]{2}\.ndjson/) != nil {
                months.append(name)
            } else {
                // A file with another name, such as a copy, can have entries of any time.
                try reader.read(path + "/" + name)
            }
        }
        let others = reader.runs.count
        for name in months.reversed() {
            if reader.runs.count - others >= HistoryLimits.entries { break }
            try reader.read(path + "/" + name)
        }
        return Content(entries: reader.runs.sorted.suffix(HistoryLimits.entries), notes: reader.allNotes)
    }

    /// Returns the names of the files that end with `.ndjson`, sorted.
    private func names() throws -> [String] {
        try Folder.names(in: path).filter { $0.hasSuffix(".ndjson") }
    }
}

/// A reader of the files of a history.
private struct HistoryReader {
    private(set) var runs = DistinctRuns()
    private var notes: [String] = []
    private var skippedCount = 0
    private var budget = HistoryLimits.bytes

    /// The notes about files and lines that could not be read completely, one sentence each.
    var allNotes: [String] {
        let more = skippedCount - HistoryLimits.notes
        if more <= 0 { return notes }
        return notes + ["\(more) more line\(more == 1 ? " was" : "s were") skipped"]
    }

    /// Reads the entries of a file and adds them to `runs`.
    mutating func read(_ file: String) throws {
        let opened: OpenFile
        do throws(FileAccessError) {
            opened = try OpenFile(path: file)
        } catch {
            switch error.code {
            case EISDIR: return
            case EINVAL: return notes.append("\(file.displayable): \(error.message), so it was skipped")
            default: throw error
            }
        }
        // If the file is too large, the reader skips its beginning, because the newest lines are at the end.
        let size = Int(opened.status.size)
        let start = max(0, size - budget)
        let bytes = try Self.bytes(of: opened, from: start, count: size - start)
        budget -= bytes.count
        var rest = bytes[...]
        if start > 0 {
            notes.append("\(file.displayable): the first \(start) bytes were skipped, because the history is too large")
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            rest = rest.dropFirst(3)
        }
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            read(rest[..<end], start == 0 ? "\(file):\(number)" : "\(file): line \(number) after the skipped bytes")
            rest = rest[end...].dropFirst()
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ place: String) {
        // An editor or a version control system can end lines with a carriage return before the line feed.
        if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return }
        do throws(DocumentError) {
            if line.count >= HistoryLimits.line {
                throw DocumentError(place: place, message: "longer than \(HistoryLimits.line >> 10) KB")
            }
            runs.add(try HistoryEntry(line: line, place: place))
        } catch {
            skippedCount += 1
            if notes.count < HistoryLimits.notes { notes.append("\("\(error)".displayable); the line was skipped") }
        }
    }

    private static func bytes(of file: OpenFile, from start: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var filled = 0
        while filled < count {
            let read = try bytes.withUnsafeMutableBytes { buffer in
                try file.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: UInt64(start + filled))
            }
            // The file ends earlier if another process has made it shorter.
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }
}
