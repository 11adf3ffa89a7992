import Foundation
import TestSupport
import Testing

/// Tests that many processes can check the parts of an archive, and that a check that ended early can continue.
/// They start sixty programs.
@Suite("trackproof plan audit by parts", .timeLimit(.minutes(15)))
struct ArchivePartTests {
    /// Makes a folder with several files. Some events have findings, and some lines are damaged.
    private func place(files: Int, lines: Int) throws -> Workplace {
        let place = try ArchiveSamples.workplace()
        var generator = SeededGenerator(seed: 5)
        for file in 0..<files {
            var text = ""
            for _ in 0..<lines {
                let currency = Int.random(in: 0..<10, using: &generator) == 0 ? "null" : #""EUR""#
                text += ArchiveSamples.call(
                    Int.random(in: 1...30, using: &generator), "3.\(Int.random(in: 1...12, using: &generator)).0",
                    Bool.random(using: &generator) ? "iOS" : "Android", currency: currency)
                if Int.random(in: 0..<50, using: &generator) == 0 { text += "{\"damaged\n" }
            }
            try place.write(text, to: "archive/\(file).ndjson")
        }
        return place
    }

    @Test func anyDistributionGivesTheSameReport() async throws {
        let place = try place(files: 3, lines: 100)
        let misspelled = ArchiveSamples.call(1, "1.0", "iOS").replacing("purchase", with: "purchse")
        try place.write(misspelled + misspelled, to: "archive/misspelled.ndjson")
        let whole = try await place.trackproof("plan", "audit", "archive")
        #expect(whole.output.contains("purchase: currency (null)") && whole.output.contains("(unreadable)"))
        #expect(whole.output.contains("did you mean \"purchase\"?"))
        #expect(try await place.trackproof("plan", "audit", "archive", "--jobs", "1").output == whole.output)
        let parts = try await place.shell(
            """
            for file in archive/*; do
                size=$(wc -c <$file); start=0
                while [ $start -lt $size ]; do echo $file:$start:9999; start=$((start + 9999)); done
            done | awk 'BEGIN { srand(7) } { print rand(), $0 }' | sort | cut -d ' ' -f 2 >splits
            xargs -n 4 -P 2 sh -c 'trackproof plan audit --partial $(printf -- "--split %s " "$@") >part.$$' sh <splits
            cat part.* part.* | trackproof plan merge -
            """)
        #expect(parts.output == whole.output)
        #expect(parts.status == whole.status)
        let files = try await place.shell("trackproof plan audit --partial archive/* | trackproof plan merge -")
        #expect(files.output == whole.output)
    }

    @Test func listsOfSplitsGiveTheSameReport() async throws {
        let place = try place(files: 3, lines: 80)
        let whole = try await place.trackproof("plan", "audit", "archive")
        let parts = try await place.shell(
            """
            trackproof plan split archive --size 5000 >splits
            for job in 0 1 2; do
                awk "NR % 3 == $job" splits | trackproof plan audit --partial --splits - >result.$job
            done
            trackproof plan audit --partial --splits splits >again
            trackproof plan merge result.* again --expect-splits splits
            """)
        #expect(parts.output == whole.output)
        #expect(parts.status == whole.status)
        let sizes = try (0..<3).map { try place.read("archive/\($0).ndjson").utf8.count }
        let splits = try place.read("splits").split(separator: "\n")
        #expect(splits.count == sizes.reduce(0) { $0 + ($1 + 4_999) / 5_000 })
        #expect(splits.first == "archive/0.ndjson:0:5000")
        #expect(splits.last == "archive/2.ndjson:\(sizes[2] / 5_000 * 5_000):\(sizes[2] % 5_000)")
        // Without a list of all parts, `plan merge` does not know that there are more files.
        let lost = try await place.shell(
            """
            trackproof plan audit --partial archive/0.ndjson archive/1.ndjson >less
            trackproof plan merge less >/dev/null; echo "status $?"
            trackproof plan split archive | trackproof plan merge less --expect-splits -; echo "status $?"
            """)
        #expect(lost.output == "status 1\nstatus 65\n")
        #expect(lost.errors == "trackproof: the result of archive/2.ndjson:0:\(sizes[2]) is missing\n")
    }

    @Test func damagedListsOfSplitsAreErrors() async throws {
        let place = try place(files: 1, lines: 5)
        let outcome = try await place.shell(
            """
            mkfifo pipe; touch "archive/two
            lines"
            printf 'archive/0.ndjson:0:10\n\narchive/0.ndjson:10\n' | trackproof plan audit --partial --splits -
            echo "status $?"
            printf 'archive/0.ndjson:0:10' >cut; trackproof plan audit --partial --splits cut; echo "status $?"
            trackproof plan audit --partial --splits none; echo "status $?"
            trackproof plan split pipe; echo "status $?"
            trackproof plan split archive >splits; echo "status $?"
            """)
        #expect(outcome.output == "status 65\nstatus 65\nstatus 66\nstatus 64\nstatus 64\n")
        #expect(
            outcome.errors == """
                trackproof: standard input:3: expected PATH:START:LENGTH
                trackproof: cut: the last line is cut short
                trackproof: none: cannot open: No such file or directory
                trackproof: pipe: this is not a regular file, so it cannot be divided
                trackproof: archive/two\\nlines: a list of splits cannot contain a path with a line break

                """)
    }

    /// The list of the splits would need more memory than the limit allows, so the command must print it as it is made.
    @Test func aTerabyteIsDividedInBoundedMemory() async throws {
        let place = try ArchiveSamples.workplace()
        let outcome = try await place.shell(
            """
            truncate -s 1T huge; ulimit -d 300000; trackproof plan split huge --size 200000000 | tail -n 1
            trackproof plan split huge --size 1 | head -n 100000 | tail -n 1; rm huge
            """)
        #expect(outcome.output == "huge:1099400000000:111627776\nhuge:99999:1\n", "\(outcome.errors)")
    }

    @Test func rowsFromStandardInputGiveTheSameReportWithoutPlaces() async throws {
        let place = try place(files: 3, lines: 100)
        let whole = try await place.trackproof("plan", "audit", "archive", "--no-places")
        let rows = try await place.shell(
            """
            for file in archive/*; do trackproof plan audit --partial - --no-places <$file >>parts; done
            trackproof plan merge parts --expect-records $(cat archive/* | wc -l)
            """)
        #expect(rows.output == whole.output)
        let lost = try await place.shell("head -n 2 parts >less; trackproof plan merge less --expect-records 300")
        #expect(lost.status == 65)
        #expect(lost.errors.contains("expected results for 300 records, found results for 2"))
    }

    @Test func partsThatAreMissingAreErrors() async throws {
        let place = try place(files: 1, lines: 50)
        let outcome = try await place.shell(
            """
            trackproof plan audit --partial --split archive/0.ndjson:0:100 >a
            trackproof plan merge a; echo "status $?"
            trackproof plan audit --partial archive/0.ndjson | head -c 500 >cut
            trackproof plan merge cut; echo "status $?"
            trackproof plan merge Tracking/plan.yaml; echo "status $?"
            """)
        #expect(outcome.output == "status 65\nstatus 65\nstatus 65\n")
        let size = try place.read("archive/0.ndjson").utf8.count
        #expect(
            outcome.errors == """
                trackproof: the result of archive/0.ndjson:100:\(size - 100) is missing
                trackproof: cut: the last line is cut short
                trackproof: Tracking/plan.yaml:1:1: this is not the result of `plan audit --partial`: expected a value, found 'p'

                """)
    }

    // MARK: Checks that end early

    @Test func aCheckGoesOnAfterKills() async throws {
        let place = try place(files: 15, lines: 200)
        let whole = try await place.trackproof("plan", "audit", "archive")
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<rounds(3, deep: 10) {
            let delay = Double.random(in: 0.05...0.6, using: &generator)
            _ = try await place.shell(
                """
                trackproof plan audit archive --resume state --jobs 2 >/dev/null 2>&1 & pid=$!
                sleep \(delay); kill -KILL $pid; wait $pid
                """)
        }
        // A killed process can leave an incomplete last line in the file `state`.
        let resumed = try await place.shell(
            "printf '{\"modified\":\"1' >>state; trackproof plan audit archive --resume state")
        #expect(resumed.output == whole.output)
        #expect(resumed.status == whole.status)
        #expect(try place.read("state").split(separator: "\n").count == 15)
        // The check reads a new file, and does not read the other files again.
        try place.write(ArchiveSamples.call(1, "1.0", "iOS"), to: "archive/new.ndjson")
        let grown = try await place.trackproof("plan", "audit", "archive", "--resume", "state")
        #expect(try await place.trackproof("plan", "audit", "archive").output == grown.output)
        #expect(try place.read("state").split(separator: "\n").count == 16)
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129)])
    func aSignalLeavesWhatWasChecked(signal: String, status: Int) async throws {
        let place = try place(files: 1, lines: 100)
        // The check waits for the pipe, which never ends, so the script can kill the check.
        let outcome = try await place.shell(
            """
            mkfifo pipe; exec 3<>pipe
            trackproof plan audit archive pipe --resume state --jobs 1 >out 2>err & pid=$!
            until [ -s state ]; do sleep 0.05; done
            kill -\(signal) $pid; wait $pid; echo "status $?"
            cat err; cat out
            """)
        #expect(
            outcome.output.hasPrefix(
                """
                status \(status)
                trackproof: the check was interrupted: 1 of 2 parts were checked; run the same command again to continue
                ! the check was interrupted: 1 of 2 parts were checked; run the same command again to continue

                """), "\(outcome.output)")
        #expect(outcome.output.contains("purchase: currency (null)"))
    }
}
