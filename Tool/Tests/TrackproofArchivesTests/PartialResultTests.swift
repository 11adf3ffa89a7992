import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans

struct PartialResultTests {
    /// Writes a random archive to a file, splits it at the offsets `cuts`, and returns the result of each split.
    private func results(seed: UInt64, in folder: TemporaryFolder, cuts: [UInt64]) throws -> [PartialResult] {
        let bytes = RandomArchive(seed: seed, lines: 60).bytes
        let path = try folder.write(bytes, to: "\(seed).ndjson")
        return try shopCheck().results(of: path, cutAt: cuts.filter { $0 < bytes.count })
    }

    private func read(_ json: String) throws -> PartialResult {
        try PartialResult(EventValue(json: Array(json.utf8), of: "p"), at: "p.json:1:")
    }

    @Test func aResultIsReadAsItWasWritten() throws {
        let folder = try TemporaryFolder()
        for seed in UInt64(0)..<UInt64(rounds(4, deep: 20)) {
            for result in try results(seed: seed, in: folder, cuts: [500, 1_200]) {
                #expect(!result.json.contains("\n"))
                let copy = try read(result.json)
                #expect(copy == result, "seed \(seed)")
                #expect(copy.json == result.json, "seed \(seed)")
            }
        }
    }

    /// Tests that the order and the grouping of merges do not change the merged tally.
    @Test func mergingTalliesIsAssociativeAndCommutative() throws {
        let folder = try TemporaryFolder()
        for seed in UInt64(0)..<UInt64(rounds(4, deep: 20)) {
            let tallies = try results(seed: seed, in: folder, cuts: [300, 900]).map(\.tally)
            func sum(_ list: ArchiveTally...) -> ArchiveTally { list.reduce(into: ArchiveTally()) { $0.merge($1) } }
            let whole = sum(tallies[0], tallies[1], tallies[2])
            #expect(sum(tallies[2], tallies[0], tallies[1]) == whole)
            #expect(sum(sum(tallies[0], tallies[1]), tallies[2]) == whole)
            #expect(sum(tallies[0], sum(tallies[1], tallies[2])) == whole)
            #expect(sum(tallies[0], ArchiveTally(), tallies[1], tallies[2]) == whole)
        }
    }

    // MARK: Results that cannot be merged

    private func problem(_ results: [PartialResult]) throws -> String {
        do {
            _ = try results.merged()
        } catch let problem as PartialMerger.Problem {
            return problem.description
        }
        return ""
    }

    /// Each line of a step is the split of a result, and then what differs from other results, such as `size=400`.
    @Test func partsThatDoNotFitAreErrors() throws {
        try expectTranscript("refused-parts") { _, lines in
            try problem(
                lines.map { line in
                    let words = line.split(separator: " ")
                    func value(_ name: String) -> String? {
                        words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
                    }
                    let origin = PartialResult.Origin(
                        tool: value("tool") ?? "1.0", plan: value("plan") ?? "p",
                        source: EventSource(rawValue: value("source") ?? "app"), settings: value("settings") ?? "s")
                    let split = try #require(ArchiveSplit(String(words[0])))
                    let size = value("size").flatMap { UInt64($0) } ?? 300
                    return PartialResult(origin, .split(split, size: size), ArchiveTally())
                })
        }
    }

    @Test func twoDifferentResultsOfAPartAreAnError() throws {
        var other = ArchiveTally()
        other.check.add(unreadable: "x", severity: .error, at: EventPlace("a", number: 1))
        let split = try #require(ArchiveSplit("a:0:300"))
        let results = [ArchiveTally(), other].map { PartialResult(testOrigin, .split(split, size: 300), $0) }
        #expect(try problem(results) == "two results of a:0:300 differ")
    }

    // MARK: Invalid files

    /// Tests times whose texts are in order, although the moments are not.
    @Test func theLastTimeIsNotBeforeTheFirst() throws {
        let event = #"{"name":"home","kind":"screen","time":"2026-11-21T09:30:00.000Z"}"#
        let folder = try TemporaryFolder()
        let path = try folder.write(event + "\n", to: "a.ndjson")
        let json = try #require(try shopCheck().results(of: path, cutAt: []).first?.json)
        let wrong = json.replacing(
            #""lastTime":"2026-11-21T09:30:00.000Z""#, with: #""lastTime":"2026-11-21T10:00:00+02:00""#)
        let error = #expect(throws: DocumentError.self) { try read(wrong) }
        #expect(
            error?.description
                == "p.json:1: result.archive.events.lastTime: expected a time that is not before firstTime")
    }

    @Test func aMistakeHasItsPlace() throws {
        try expectTranscript("refused-partial-results") { _, lines in
            let error = #expect(throws: DocumentError.self) { try read(lines[0]) }
            return try #require(error).description
        }
    }
}
