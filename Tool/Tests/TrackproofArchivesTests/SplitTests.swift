import TestSupport
import Testing
import TrackproofArchives
import TrackproofPlanning

/// Tests that the merged results of a file's splits equal the result of the entire file, wherever the file is split.
struct SplitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theCountsAreThoseOfTheGenerator() throws {
        for seed in UInt64(0)..<UInt64(rounds(5, deep: 20)) {
            let archive = RandomArchive(seed: seed, lines: 200)
            let path = try folder.write(archive.bytes, to: "a.ndjson")
            let tally = try shopCheck().tally(ArchiveFile(path: path))
            #expect(tally.counts == archive.counts, "seed \(seed)")
            #expect(tally.check.eventCount == archive.eventCount, "seed \(seed)")
        }
    }

    @Test func eachCutGivesTheWhole() throws {
        let path = try folder.write(RandomArchive(seed: 7, lines: 25).bytes, to: "a.ndjson")
        let check = try shopCheck()
        let whole = try check.results(of: path, cutAt: []).merged()
        let size = try #require(ArchiveFile(path: path).size)
        for cut in stride(from: 0, through: size, by: rounds(7, deep: 1)) {
            #expect(try check.results(of: path, cutAt: [cut]).merged() == whole, "cut at \(cut)")
        }
    }

    @Test func splitsOfOneByteGiveTheWhole() throws {
        let path = try folder.write(RandomArchive(seed: 3, lines: 12).bytes, to: "a.ndjson")
        let check = try shopCheck()
        let whole = try check.results(of: path, cutAt: []).merged()
        let size = try #require(ArchiveFile(path: path).size)
        #expect(try check.results(of: path, cutAt: Array(1..<size)).merged() == whole)
    }

    @Test func randomSplitsInAnyOrderGiveTheWhole() throws {
        for seed in UInt64(0)..<UInt64(rounds(8, deep: 60)) {
            var random = SeededGenerator(seed: seed)
            let bytes = RandomArchive(seed: seed, lines: 40).bytes
            let path = try folder.write(bytes, to: "a.ndjson")
            let check = try shopCheck()
            let whole = try check.results(of: path, cutAt: []).merged()
            let cuts = (0..<Int.random(in: 1...10, using: &random)).map { _ in
                UInt64.random(in: 0...UInt64(bytes.count), using: &random)
            }
            // The merger must count a result only once, even if it gets the result twice.
            var results = try check.results(of: path, cutAt: cuts)
            results += results.prefix(2)
            #expect(try results.shuffled(using: &random).merged() == whole, "seed \(seed)")
        }
    }

    /// Tests files that cannot be divided. Such a file belongs entirely to the split with the first byte.
    @Test(arguments: [
        #"[{"name":"home","kind":"screen"},{"name":"purchase"}]"#,
        "{\n  \"name\": \"home\",\n  \"kind\": \"screen\"\n}\n{\n  \"name\": \"purchase\"\n}\n",
        #"{"title":"x","events":[{"name":"home","kind":"screen"},{"name":"purchase"}],"more":1}"#,
    ])
    func filesOfOtherFormsAreNotDivided(text: String) throws {
        let path = try folder.write(text, to: "a.json")
        let check = try shopCheck()
        let whole = try check.results(of: path, cutAt: []).merged()
        #expect(whole.check.eventCount == 2)
        #expect(whole.counts == ["purchase price missing": 1, "purchase currency missing": 1])
        for cut in 0...UInt64(text.utf8.count) {
            #expect(try check.results(of: path, cutAt: [cut]).merged() == whole, "cut at \(cut)")
        }
    }

    @Test func aFileWithoutBytesHasNoRecords() throws {
        let path = try folder.write([], to: "a.ndjson")
        let tally = try shopCheck().tally(ArchiveFile(path: path))
        #expect(tally == ArchiveTally())
    }

    @Test func aSingleRecordWithoutLineBreakHasALayout() throws {
        let path = try folder.write(#"{"type":"track","event":"x","messageId":"m"}"#, to: "a.ndjson")
        let tally = try shopCheck().tally(ArchiveFile(path: path))
        #expect(tally.summary.layouts == ["segment"] && tally.check.eventCount == 1)
    }

    @Test func placesCountFromTheBeginningOfTheFile() throws {
        let lines = Array(repeating: #"{"name":"home","kind":"screen"}"#, count: 9) + [#"{"name":"x"}"#]
        let path = try folder.write((lines.joined(separator: "\n") + "\n"), to: "a.ndjson")
        let results = try shopCheck().results(of: path, cutAt: [100, 200])
        let merged = try results.merged()
        #expect(merged.check.groups.values.first?.first.description == "\(path)#10")
        // If the merger has only one split, it numbers the records from the first byte of this split.
        var merger = PartialMerger()
        try merger.add(results[2])
        #expect(merger.resultSoFar().check.groups.values.first?.first.description == "\(path)@200#3")
    }

    @Test func rowsOfATableHaveNoPlaces() throws {
        let path = try folder.write("{\"name\":\"x\"}\n{\"name\":\"x\"}\n", to: "a.ndjson")
        let tally = try shopCheck { $0.hasPlaces = false }.tally(ArchiveFile(path: path))
        let group = try #require(tally.check.groups.values.first)
        #expect(group.first.description.isEmpty && group.last.description.isEmpty && group.count == 2)
    }
}
