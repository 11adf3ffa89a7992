import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@testable import TrackproofReports

/// Tests of the files in the folder of a history.
@Suite("Folder of a history")
struct HistoryFolderTests {
    private func entry(_ index: Int, day: Int? = nil) throws -> HistoryEntry {
        var entry = HistoryEntry(try HTMLSamples.historyRun(index, differences: index % 2, findings: 0, coverage: nil))
        entry.run.started = try HTMLSamples.time((day ?? index) * 86_400)
        entry.checks = ["walk.json"]
        if index % 2 == 1 { entry.problems = [.init(event: "e", kind: "missing", check: "walk.json"): 1] }
        entry.seen = ["e\(index % 3)": 1]
        return entry
    }

    @Test func eachMonthHasAFile() throws {
        let folder = try TemporaryFolder()
        // The history creates its folder.
        let path = folder.file("history")
        let history = HistoryFolder(path: path)
        for index in [0, 12, 13, 40] { try history.add(entry(index)) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["2026-11.ndjson", "2026-12.ndjson"])
        #expect(try history.content().entries.map(\.run.id) == ["0", "12", "13", "40"])
    }

    @Test func aRunCountsOnce() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<3 { try folder.history.add(entry(1)) }
        #expect(try folder.history.content().entries == [entry(1)])
    }

    /// Tests that the order of the lines is the order of the runs, whatever the clocks of the machines say.
    @Test func theClocksDoNotDecideTheOrder() throws {
        var generator = SeededGenerator(seed: 31)
        let now = try HTMLSamples.time(40 * 86_400)
        for _ in 0..<50 {
            let folder = try TemporaryFolder()
            var started: [EventTime] = []
            for index in 0..<30 {
                // Some clocks are 10 or 50 years wrong, and some are equal.
                let day = [index, 3, -20_000, 3_650, 18_000].randomElement(using: &generator) ?? 0
                try folder.history.add(entry(index, day: day))
                // If a run is added twice, it counts once.
                if index == 17 { try folder.history.add(entry(index, day: day)) }
                started.append(min(try HTMLSamples.time(day * 86_400), now))
            }
            let entries = try folder.history.content(now: now).entries
            #expect(entries.map(\.run.id) == (0..<30).map(String.init))
            #expect(entries.map(\.run.started) == started)
            let problem = try #require(HistorySummary(entries, branch: "main").problems.first)
            #expect(problem.since.id == "29")
        }
    }

    /// Tests a line that is incomplete because its writer was killed. Only this line is lost.
    @Test func aLineThatIsCutShortIsSkipped() throws {
        let line = Array(try entry(1).line.utf8)
        for length in [1, 7, line.count / 2, line.count - 1] {
            let folder = try TemporaryFolder()
            try folder.history.add(entry(0))
            let bytes = try folder.bytes(of: "2026-11.ndjson") + line.prefix(length)
            try folder.write(bytes, to: "2026-11.ndjson")
            try folder.history.add(entry(2))
            let content = try folder.history.content()
            #expect(content.entries.map(\.run.id) == ["0", "2"])
            #expect(content.notes == ["\(folder.path)/2026-11.ndjson:2: not JSON; the line was skipped"])
        }
    }

    @Test func otherFilesAreIgnored() throws {
        let folder = try TemporaryFolder()
        try folder.history.add(entry(0))
        try folder.write("hello", to: "README.md")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/2026-12.ndjson", withIntermediateDirectories: true)
        #expect(try folder.history.content().entries.count == 1)
        #expect(try folder.history.content().notes == [])
    }

    @Test func aLinkIsNotWritten() throws {
        let folder = try TemporaryFolder()
        let target = try folder.write("", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/2026-11.ndjson", withDestinationPath: target)
        #expect(throws: FileAccessError.self) { try folder.history.add(entry(0)) }
        #expect(try folder.bytes(of: "target").isEmpty)
    }

    @Test func aFolderThatDoesNotExistIsAnError() {
        let error = #expect(throws: FileAccessError.self) { try HistoryFolder(path: "/no/such/folder").content() }
        #expect(error?.description == "/no/such/folder: cannot open: No such file or directory")
    }

    /// Tests several tasks that add lines. Each task opens the file itself, as several processes would do.
    @Test func severalWritersLoseNothing() async throws {
        let folder = try TemporaryFolder()
        let history = folder.history
        try await withThrowingTaskGroup { group in
            for writer in 0..<8 {
                let entries = try (0..<100).map { try entry(writer * 100 + $0, day: $0 % 10) }
                group.addTask { for entry in entries { try history.add(entry) } }
            }
            try await group.waitForAll()
        }
        let content = try history.content()
        #expect(content.notes == [])
        #expect(content.entries.count == 800)
    }
}
