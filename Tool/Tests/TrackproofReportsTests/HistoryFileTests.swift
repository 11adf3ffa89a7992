import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofReports

/// Tests of the files in the folder of a history, also after crashes, merges and changes by other programs.
@Suite("Files of a history")
struct HistoryFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(_ range: Range<Int>) throws -> String {
        try range.map { try HistorySamples.entry($0).line + "\n" }.joined()
    }

    @Test func eachMonthHasAFile() throws {
        // The history creates its folder.
        let path = folder.file("history")
        let history = HistoryFolder(path: path)
        for day in [0, 12, 13, 40] { try history.add(HistorySamples.entry(day, day: day)) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["2026-11.ndjson", "2026-12.ndjson"])
        #expect(try history.content().entries.map(\.run.id) == ["0", "12", "13", "40"])
    }

    /// Tests that the order of the lines is the order of the runs, whatever the clocks of the machines say.
    @Test func theClocksDoNotDecideTheOrder() throws {
        var generator = SeededGenerator(seed: 31)
        let now = try HTMLSamples.time(40 * 86_400)
        for _ in 0..<rounds(10, deep: 50) {
            let folder = try TemporaryFolder()
            var started: [EventTime] = []
            for index in 0..<30 {
                // Some clocks are 10 or 50 years wrong, and some are equal.
                let day = [index, 3, -20_000, 3_650, 18_000].randomElement(using: &generator) ?? 0
                let entry = try HistorySamples.entry(
                    index, day: day, revision: "\(index)", fails: index % 2 == 1)
                try folder.history.add(entry)
                // If a run is added twice, it counts once.
                if index == 17 { try folder.history.add(entry) }
                started.append(min(try HTMLSamples.time(day * 86_400), now))
            }
            let entries = try folder.history.content(now: now).entries
            #expect(entries.map(\.run.id) == (0..<30).map(String.init))
            #expect(entries.map(\.run.started) == started)
            let problem = try #require(HistorySummary(entries, branch: "main").problems.first)
            #expect(problem.since.id == "29")
        }
    }

    @Test func otherFilesAreIgnored() throws {
        try folder.history.add(HistorySamples.entry(0))
        try folder.write("hello", to: "README.md")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/2026-12.ndjson", withIntermediateDirectories: true)
        #expect(try folder.history.content().entries.count == 1)
        #expect(try folder.history.content().notes == [])
    }

    @Test func aLinkIsNotWritten() throws {
        let target = try folder.write("", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/2026-11.ndjson", withDestinationPath: target)
        #expect(throws: FileAccessError.self) { try folder.history.add(HistorySamples.entry(0)) }
        #expect(try folder.bytes(of: "target").isEmpty)
    }

    /// Tests a file that a crash cuts off at any length. Only the last line is lost, and later lines can be read.
    @Test func aCutLosesAtMostOneLine() throws {
        let whole = Array(try lines(0..<4).utf8)
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
        for length in stride(from: 0, through: whole.count, by: 7) {
            try folder.write(whole[..<length], to: "2026-11.ndjson")
            let complete = ends.count { $0 <= length }
            #expect(try folder.history.content().entries.map(\.run.id) == (0..<complete).map(String.init), "\(length)")
            try folder.history.add(HistorySamples.entry(9))
            let content = try folder.history.content()
            #expect(content.entries.map(\.run.id) == (0..<complete).map(String.init) + ["9"], "\(length)")
            let isCut = length > 0 && whole[length - 1] != UInt8(ascii: "\n")
            let note = "\(folder.path)/2026-11.ndjson:\(complete + 1): not JSON; the line was skipped"
            #expect(content.notes == (isCut ? [note] : []), "\(length)")
        }
    }

    /// Tests files with the markers of a merge conflict, with a byte order mark, and with carriage returns.
    @Test func mergedFilesAreRead() throws {
        let text = try "<<<<<<< ours\n" + lines(0..<2) + "=======\n" + lines(1..<3) + ">>>>>>> theirs\n"
        try folder.write(text.utf8, to: "2026-11.ndjson")
        let windows = try "\u{FEFF}" + lines(2..<4).replacingOccurrences(of: "\n", with: "\r\n") + "\r\n"
        try folder.write(windows.utf8, to: "copy.ndjson")
        let content = try folder.history.content()
        // The entries of the copy come first.
        #expect(content.entries.map(\.run.id) == ["2", "3", "0", "1"])
        #expect(
            content.notes == [1, 4, 7].map { "\(folder.path)/2026-11.ndjson:\($0): not JSON; the line was skipped" })
    }

    /// Tests a line with members of a later version. The line can be read, and stays unchanged when a line is added.
    @Test func unknownMembersSurvive() throws {
        let line = try HistorySamples.entry(0).line.dropLast() + #","later":{"a":[1]}}"# + "\n"
        try folder.write(line.utf8, to: "2026-11.ndjson")
        try folder.history.add(HistorySamples.entry(1))
        #expect(try folder.bytes(of: "2026-11.ndjson").starts(with: line.utf8))
        #expect(try folder.history.content().entries.map(\.run.id) == ["0", "1"])
    }

    @Test func unreadableLinesAreCounted() throws {
        try folder.write(("{}\n" + String(repeating: "x\u{1B}[31m\n", count: 20)).utf8, to: "2026-11.ndjson")
        let notes = try folder.history.content().notes
        #expect(notes.count == 11)
        #expect(notes.first?.hasPrefix("\(folder.path)/2026-11.ndjson:1: ") == true)
        #expect(notes.last == "11 more lines were skipped")
    }

    /// Tests that the files of older months are not read if the newest month has enough runs, and that the newest run
    /// is among the 5,000 runs that are returned, even if a copied file has many old runs.
    @Test func theNewestRunsCount() throws {
        let month = try folder.write(try lines(0..<5_000).utf8, to: "2026-12.ndjson")
        try folder.write("not an entry\n".utf8, to: "2026-11.ndjson")
        let content = try folder.history.content()
        #expect(content.entries.count == 5_000)
        #expect(content.notes == [])
        #expect(rename(month, folder.path + "/old.ndjson") == 0)
        try folder.history.add(HistorySamples.entry(6_000))
        #expect(try folder.history.content().entries.map(\.run.id) == (1..<5_000).map(String.init) + ["6000"])
    }

    /// Tests that a pipe is skipped, because opening a pipe could wait forever for a writer.
    @Test func aPipeIsNeitherReadNorWritten() throws {
        let pipe = folder.path + "/2026-11.ndjson"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try folder.history.content().notes == ["\(pipe): it is not a regular file, so it was skipped"])
        #expect(throws: FileAccessError.self) { try folder.history.add(HistorySamples.entry(0)) }
    }

    /// Tests symbolic links whose target is missing. The other files are a history without them.
    @Test func aLinkToNothingIsSkipped() throws {
        try folder.write(try lines(0..<2).utf8, to: "2026-11.ndjson")
        let (lost, loop) = (folder.path + "/2026-12.ndjson", folder.path + "/loop.ndjson")
        try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: "nothing")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop.ndjson")
        let content = try folder.history.content()
        #expect(content.entries.count == 2)
        #expect(
            content.notes == [
                "\(loop): Too many levels of symbolic links, so it was skipped",
                "\(lost): No such file or directory, so it was skipped",
            ])
    }

    @Test func aPathThatIsNoFolderIsAnError() throws {
        try folder.write([], to: "file")
        let history = HistoryFolder(path: folder.path + "/file")
        let reading = #expect(throws: FileAccessError.self) { try history.content() }
        #expect(reading?.description == "\(folder.path)/file: cannot open: Not a directory")
        let writing = #expect(throws: FileAccessError.self) { try history.add(HistorySamples.entry(0)) }
        #expect(writing?.file == "\(folder.path)/file")
        #expect(writing?.operation == .create)
        let missing = #expect(throws: FileAccessError.self) { try HistoryFolder(path: "/no/such/folder").content() }
        #expect(missing?.description == "/no/such/folder: cannot open: No such file or directory")
    }

    @Test func twoLinesWithOneIDCountOnce() throws {
        var other = try HistorySamples.entry(0)
        other.run.differenceCount = 5
        let lines = try [HistorySamples.entry(0).line, other.line]
        var results: Set<[HistoryEntry]> = []
        for lines in [lines, lines.reversed()] {
            try folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "2026-11.ndjson")
            results.insert(try folder.history.content().entries)
        }
        #expect(results.count == 1)
        #expect(results.first?.count == 1)
    }

    /// Tests eight threads that add lines. Each thread opens the file for each line, as several processes would do.
    @Test func eightWritersLoseNothing() throws {
        let (history, count) = (folder.history, rounds(20, deep: 200))
        let entries = try (0..<8 * count).map { try HistorySamples.entry($0 % 100, id: "\($0)", fails: $0 % 3 == 0) }
        let done = DispatchGroup()
        for writer in 0..<8 {
            done.enter()
            // Each writer has its own thread, because a queue could run the writers one after the other.
            Thread.detachNewThread {
                for entry in entries[(writer * count)..<(writer * count + count)] {
                    do { try history.add(entry) } catch { Issue.record(error) }
                }
                done.leave()
            }
        }
        done.wait()
        let content = try history.content()
        #expect(content.notes == [])
        #expect(Set(content.entries) == Set(entries))
        #expect(try folder.bytes(of: "2026-11.ndjson").count { $0 == UInt8(ascii: "\n") } == entries.count)
    }

    /// Tests a file that a version control system replaces while a thread writes. The line must be in the new file.
    @Test func aLineIsNotWrittenToARemovedFile() throws {
        let (history, path) = (folder.history, folder.path + "/2026-11.ndjson")
        try history.add(HistorySamples.entry(0))
        let replaced = open(path, O_RDWR)
        #expect(flock(replaced, LOCK_EX) == 0)
        let started = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            started.signal()
            do { try history.add(HistorySamples.entry(1)) } catch { Issue.record(error) }
            done.signal()
        }
        started.wait()
        // By now, the thread probably waits for the lock. Even if it does not, its line must be in the new file.
        usleep(20_000)
        try folder.write(try lines(0..<1).utf8, to: "new")
        #expect(rename(folder.path + "/new", path) == 0)
        close(replaced)
        done.wait()
        #expect(try history.content().entries.map(\.run.id) == ["0", "1"])
    }
}
