import Foundation
import Testing

@Suite("trackproof run --unused-snapshots", .timeLimit(.minutes(15)))
struct UnusedSnapshotsTests {
    static let heading = "trackproof: no test used these snapshots; if all tests ran, you can delete them:\n"
    static let unknown =
        "trackproof: no test reported that it used a snapshot, so unused snapshots cannot be found\n"

    /// Makes a folder with snapshots of several test files, and with files that are not snapshots.
    private func place() throws -> Workplace {
        let place = try Workplace()
        for name in [
            "Tests/__Snapshots__/A/used.json", "Tests/__Snapshots__/A/old.json", "Tests/__Snapshots__/B/gone.json",
            "Tests/__Snapshots__/B/__Snapshots__/deep.json", "Tests/__Snapshots__/A/old.pending.json",
            "More/__Snapshots__/used.json", "Untouched/__Snapshots__/x.json",
        ] {
            try place.write(Fixture.snapshot, to: name)
        }
        try place.write("{}", to: "Tests/__Snapshots__/A/of-another-tool.json")
        try place.write("text", to: "Tests/__Snapshots__/A/notes.txt")
        return place
    }

    /// Returns a shell command that reports the use of all snapshots in `paths` at the same time, as parallel tests do.
    private static func tests(_ paths: String..., status: Int = 0) -> [String] {
        let notes = paths.map { "echo \"$PWD/\($0)\" >>\"$TRACKPROOF_USED_SNAPSHOTS\" &" }
        return ["sh", "-c", (notes + ["wait", "exit \(status)"]).joined(separator: "\n")]
    }

    private func run(_ place: Workplace, _ command: [String]) async throws -> Outcome {
        try place.write("#!/bin/sh\n" + command[2], to: "tests.sh")
        return try await place.shell("trackproof run --unused-snapshots -- sh tests.sh")
    }

    @Test func listsSnapshotsThatNoTestUsed() async throws {
        let place = try place()
        let outcome = try await run(
            place,
            Self.tests(
                "Tests/__Snapshots__/A/used.json", "More/__Snapshots__/used.json", "Tests/__Snapshots__/A/used.json"))
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == Self.heading + """
                \(place.path)/Tests/__Snapshots__/A/old.json
                \(place.path)/Tests/__Snapshots__/B/__Snapshots__/deep.json
                \(place.path)/Tests/__Snapshots__/B/gone.json

                """)
        // The command has removed its list of used snapshots.
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    @Test func theOutermostSnapshotFolderIsSearched() async throws {
        let place = try place()
        let outcome = try await run(place, Self.tests("Tests/__Snapshots__/B/__Snapshots__/deep.json"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count == 4)
    }

    @Test func nothingIsPrintedIfAllSnapshotsAreUsed() async throws {
        let place = try place()
        let outcome = try await run(
            place, Self.tests("More/__Snapshots__/used.json", "Tests/elsewhere.json"))
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
    }

    @Test func aSnapshotUsedThroughALinkIsNotListed() async throws {
        let place = try place()
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/Link", withDestinationPath: place.path + "/More")
        let outcome = try await run(place, Self.tests("Link/__Snapshots__/../__Snapshots__/used.json"))
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
    }

    @Test func theFolderOfAMissingSnapshotIsSearchedToo() async throws {
        let place = try place()
        let outcome = try await run(place, Self.tests("Tests/__Snapshots__/C/new.json"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count == 5)
        // The folder of this snapshot is missing too, so the command has no folder to search.
        let missing = try await run(place, Self.tests("Nowhere/__Snapshots__/new.json"))
        #expect(missing.status == 0)
        #expect(missing.errors == "")
    }

    @Test func theStatusOfFailedTestsIsKept() async throws {
        let place = try place()
        let outcome = try await run(place, Self.tests("Tests/__Snapshots__/A/used.json", status: 3))
        #expect(outcome.status == 3)
        #expect(
            outcome.errors == "trackproof: unused snapshots are not listed: the command failed, "
                + "so some tests may not have run\n")
    }

    @Test func testsThatUseNoSnapshotsAreReported() async throws {
        let outcome = try await run(place(), Self.tests())
        #expect(outcome.status == 1)
        #expect(outcome.errors == Self.unknown)
    }

    @Test func aSignalLeavesTheListIncomplete() async throws {
        let outcome = try await run(
            place(), ["sh", "-c", "trap 'exit 0' TERM; kill -TERM $PPID; while :; do sleep 0.05; done"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("unused snapshots are not listed: the command failed"))
    }

    @Test func reportsHaveTheFailure() async throws {
        let place = try place()
        for (script, sentence) in [
            (Self.tests("More/__Snapshots__/used.json", "Tests/__Snapshots__/A/used.json"), "no test used 3 snapshots"),
            (Self.tests(), "no test reported that it used a snapshot, so unused snapshots cannot be found"),
        ] {
            try place.write(script[2], to: "tests.sh")
            let outcome = try await place.shell(
                "trackproof run --unused-snapshots --report json=r.json --report junit=r.xml -- sh tests.sh")
            #expect(outcome.status == 1)
            #expect(
                try place.read("r.json").contains("\"passed\": false")
                    || place.read("r.json").contains("\"passed\":false"))
            #expect(try place.read("r.json").contains(sentence))
            #expect(try JUnitDocument(place.read("r.xml")).failures.count == 1)
        }
    }

    @Test func theComparisonAndTheListAreBothPrinted() async throws {
        let place = try place()
        try await place.recordWalk()
        let outcome = try await place.shell(
            """
            trackproof run --unused-snapshots --snapshot walk.json -- sh -c '
              echo "$PWD/Tests/__Snapshots__/A/used.json" >"$TRACKPROOF_USED_SNAPSHOTS"
              trackproof-demo-app'
            """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("20 events as expected\n" + Self.heading))
    }
}
