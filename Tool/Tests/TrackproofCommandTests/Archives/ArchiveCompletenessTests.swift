import Foundation
import Testing

/// Tests that a check never passes if it did not see everything.
@Suite("trackproof plan audit, completeness", .timeLimit(.minutes(15)))
struct ArchiveCompletenessTests {
    private static let good = ArchiveCheckTests.call(1, "1.0", "iOS")
    private static let bad = ArchiveCheckTests.call(1, "1.0", "iOS", currency: "null")

    // MARK: Findings

    /// Tests more findings than a check lists. The findings that decide the result come last by name.
    @Test func findingsBeyondTheLimitCount() async throws {
        let place = try Workplace()
        try place.write(ArchiveCheckTests.plan + "check: {unplanned-event: warning}\n", to: "Tracking/plan.yaml")
        let unplanned = (0..<12_000).map { #"{"name":"a\#($0)"}"# + "\n" }.joined()
        try place.write(unplanned + "{\"name\":\"purchase\"}\n", to: "missing.ndjson")
        try place.write(unplanned + "garbage\n", to: "unreadable.ndjson")
        let missing = try await place.trackproof("plan", "audit", "missing.ndjson")
        #expect(missing.status == 1)
        #expect(missing.output.contains("error: purchase: price (missing)"))
        #expect(missing.errors.contains("the reports do not list 2000 findings, and a baseline cannot accept them"))
        let unreadable = try await place.trackproof("plan", "audit", "unreadable.ndjson", "--strict")
        #expect(unreadable.status == 65)
        // The baseline accepts all listed findings. The findings that are not listed are not accepted, so the check
        // fails.
        let accepted = try await place.trackproof(
            "plan", "audit", "missing.ndjson", "--fail-on", "warning", "--baseline", "b.json", "--update-baseline")
        #expect(accepted.status == 1)
        let merged = try await place.shell(
            "trackproof plan audit --partial missing.ndjson >a; trackproof plan merge a --fail-on warning --baseline b.json"
        )
        #expect(merged.status == 1)
    }

    @Test func aShareInPercentIsExact() async throws {
        let place = try ArchiveCheckTests.workplace()
        let text = String(repeating: Self.good, count: 993) + String(repeating: Self.bad, count: 7)
        try place.write(text, to: "a.ndjson")
        for (limit, status) in [("0.7%", 0), ("0.007", 0), ("0.69%", 1), ("0.0069999", 1)] {
            let outcome = try await place.trackproof("plan", "audit", "a.ndjson", "--max-share", "null=\(limit)")
            #expect(outcome.status == status, "\(limit)")
        }
    }

    // MARK: Files

    /// Tests that a file that cannot be read fails the check, because it is unknown how many records the file has.
    @Test func filesThatWereNotReadFailDespiteAShare() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(String(repeating: Self.good, count: 5_000), to: "archive/a.ndjson")
        try place.write(Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0]), to: "archive/b.zst")
        let outcome = try await place.trackproof("plan", "audit", "archive", "--max-share", "unreadable=1%")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "trackproof: 1 file was not read to the end; the unreadable records say why\n")
        let merged = try await place.shell(
            "trackproof plan audit --partial archive >a; trackproof plan merge a --max-share unreadable=1% --strict")
        #expect(merged.status == 65)
    }

    /// Tests a record that cannot be read and contains many events, because the line breaks between the events are missing.
    @Test func aLargeUnreadableRecordIsNotASmallShare() async throws {
        let place = try ArchiveCheckTests.workplace()
        let event = Self.good.trimmingCharacters(in: .newlines)
        let joined = Array(repeating: event, count: 1_000).joined(separator: ",")
        try place.write(String(repeating: Self.good, count: 1_000) + joined + "\n", to: "a.ndjson")
        let few = try await place.trackproof("plan", "audit", "a.ndjson", "--max-share", "unreadable=1%")
        #expect(few.status == 1)
        #expect(few.output.contains("in 1 record (0.1 %): a.ndjson#1001"), "\(few.output)")
        #expect(
            few.errors
                == "trackproof: the unreadable records contain 50.1 % of all bytes, which is more than --max-share allows\n"
        )
        let half = try await place.trackproof("plan", "audit", "a.ndjson", "--max-share", "unreadable=51%")
        #expect(half.status == 0 && half.errors.isEmpty, "\(half.errors)")
        let merged = try await place.shell(
            "trackproof plan audit --partial a.ndjson >a; trackproof plan merge a --max-share unreadable=1%")
        #expect(merged.status == 1 && merged.errors == few.errors)
    }

    @Test func aLineThatIsTooLargeIsTooLargeFromAPipe() async throws {
        let place = try ArchiveCheckTests.workplace()
        let text = Self.good.replacing("\"m\"", with: "\"" + String(repeating: "m", count: 17 << 20) + "\"")
        try place.write(Self.good + text + Self.good, to: "a.ndjson")
        let outcome = try await place.shell(
            "trackproof plan audit a.ndjson --no-places >a; cat a.ndjson | trackproof plan audit - --no-places >b; cat a b"
        )
        let half = outcome.output.count / 2
        #expect(outcome.output.prefix(half) == outcome.output.suffix(half))
        #expect(outcome.output.contains("found    a record must not be larger than 16 MiB"))
    }

    // MARK: Paths

    @Test func aFileCountsOnceWhateverPathsLeadToIt() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.good, to: "archive/a.ndjson")
        try place.write(Self.good, to: "other/b.ndjson")
        let outcome = try await place.shell(
            """
            ln -s a.ndjson archive/latest.ndjson; ln -s . archive/circle; ln archive/a.ndjson hard
            ln -s ../other archive/linked
            trackproof plan audit archive; trackproof plan audit archive ./archive hard
            trackproof plan audit 'archive/**/*.ndjson'
            """)
        #expect(outcome.output == String(repeating: "2 events as planned\n", count: 3), "\(outcome.errors)")
    }

    @Test func aFolderThatCannotBeReadIsAnError() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.good, to: "archive/a.ndjson")
        try place.write(Self.bad, to: "archive/closed/b.ndjson")
        // Root can read each folder, so the script checks as another user.
        let outcome = try await place.shell(
            """
            chmod 777 .; chmod 0 archive/closed
            user=; [ "$(id -u)" != 0 ] || user='setpriv --reuid=65534 --clear-groups --'
            $user trackproof plan audit 'archive/**/*.ndjson'; echo "status $?"; chmod 777 archive/closed
            """)
        #expect(outcome.output == "status 74\n")
        #expect(outcome.errors == "trackproof: archive/closed/: cannot open: Permission denied\n")
    }

    // MARK: Changes during the check

    @Test func onlyARegularFileKeepsResults() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.good, to: "a.ndjson")
        let outcome = try await place.shell(
            """
            mkfifo pipe; echo '{"modifier"' >other; printf '{"mod' >cut
            for file in /dev/null pipe other cut; do
                trackproof plan audit a.ndjson --resume $file; echo "status $?"
            done; cat other; grep -c '' cut
            """)
        #expect(
            outcome.output
                == "status 73\nstatus 73\nstatus 65\n1 event as planned\nstatus 0\n{\"modifier\"\n1\n")
        #expect(
            outcome.errors == """
                trackproof: /dev/null: cannot create: it is not a regular file
                trackproof: pipe: cannot create: it is not a regular file
                trackproof: other: this is not a file that --resume created; name another file

                """)
    }

    /// A result that cannot be written ends the check with an error, and the next check continues.
    @Test(.enabled(if: FullDevice.exists, "needs /dev/full"))
    func aFullDiskEndsTheCheck() async throws {
        let place = try ArchiveCheckTests.workplace()
        for number in 0..<20 { try place.write(Self.bad, to: "archive/\(number).ndjson") }
        // A limit on the size of files gives the same kind of error as a full disk.
        let outcome = try await place.shell(
            """
            trap '' XFSZ
            (ulimit -f 8; trackproof plan audit archive --resume state); echo "status $?"
            trackproof plan audit archive >/dev/full; echo "status $?"
            trackproof plan audit archive --report json=/dev/full >report; echo "status $?"
            trackproof plan audit --partial archive >/dev/full; echo "status $?"
            trackproof plan audit archive --resume state | head -n 1
            """)
        #expect(
            outcome.output
                == "status 74\nstatus 74\nstatus 74\nstatus 74\n1 error; 0 of 20 events as planned\n",
            "\(outcome.output)")
        #expect(outcome.errors.hasPrefix("trackproof: state: cannot write: File too large\n"), "\(outcome.errors)")
        #expect(outcome.errors.contains("standard output: cannot write: No space left on device\n"))
    }
}
