import Foundation
import _TrackproofTestSupport
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
        for seed in UInt64(0)..<20 {
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
        for seed in UInt64(0)..<20 {
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

    private func result(
        _ split: String, size: UInt64 = 300, _ origin: PartialResult.Origin = testOrigin,
        _ tally: ArchiveTally = ArchiveTally()
    ) throws -> PartialResult {
        PartialResult(origin, .split(try #require(ArchiveSplit(split)), size: size), tally)
    }

    @Test func missingPartsAreErrors() throws {
        #expect(try problem([result("a:0:100"), result("a:200:100")]) == "the result of a:100:100 is missing")
        #expect(try problem([result("a:100:200")]) == "the result of a:0:100 is missing")
        #expect(try problem([result("a:0:100"), result("b:0:300")]) == "the result of a:100:200 is missing")
        #expect(try problem([result("a:0:100"), result("a:100:100")]) == "the result of a:200:100 is missing")
        #expect(try problem([result("a:0:100"), result("a:100:500")]).isEmpty)
    }

    @Test func overlappingPartsAreErrors() throws {
        #expect(
            try problem([result("a:0:200"), result("a:100:200")])
                == "the result of a:100:200 overlaps with another result")
    }

    @Test func aFileThatChangedIsAnError() throws {
        #expect(
            try problem([result("a:0:200"), result("a:200:200", size: 400)])
                == "the size of a changed: 300 bytes, then 400")
    }

    @Test func resultsOfOtherChecksAreErrors() throws {
        let plan = PartialResult.Origin(tool: "1.0", plan: "q", source: .app, settings: "s")
        let tool = PartialResult.Origin(tool: "2.0", plan: "p", source: .app, settings: "s")
        let source = PartialResult.Origin(tool: "1.0", plan: "p", source: .wire("ga4"), settings: "s")
        let settings = PartialResult.Origin(tool: "1.0", plan: "p", source: .app, settings: "t")
        #expect(try problem([result("a:0:300"), result("b:0:300", plan)]) == "the results are from different plans")
        #expect(
            try problem([result("a:0:300"), result("b:0:300", tool)])
                == "the results are from different versions of trackproof: 1.0 and 2.0")
        #expect(
            try problem([result("a:0:300"), result("b:0:300", source)])
                == "the results are about events of different sources: app and wire:ga4")
        #expect(
            try problem([result("a:0:300"), result("b:0:300", settings)])
                == "the results are from checks with different options: s and t")
    }

    @Test func twoDifferentResultsOfAPartAreAnError() throws {
        var other = ArchiveTally()
        other.check.add(unreadable: "x", severity: .error, at: EventPlace("a", number: 1))
        #expect(
            try problem([result("a:0:300"), result("a:0:300", testOrigin, other)])
                == "two results of a:0:300 differ")
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

    @Test(arguments: [
        ("[]", "p.json:1: expected an object, found array"),
        (#"{"partial":2}"#, "p.json:1: partial: this version of trackproof reads only format 1"),
        (
            #"{"partial":1,"tool":"t","plan":"p","source":"app","settings":"s","split":"a"}"#,
            "p.json:1: split: expected PATH:START:LENGTH"
        ),
        (
            #"{"partial":1,"tool":"t","plan":"p","source":"app","settings":"s","records":"a"}"#,
            "p.json:1: result: is missing"
        ),
    ])
    func aMistakeHasItsPlace(json: String, message: String) {
        let error = #expect(throws: DocumentError.self) { try read(json) }
        #expect(error?.description == message)
    }
}
