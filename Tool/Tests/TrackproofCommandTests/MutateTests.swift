import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofMutation

/// Tests of `trackproof mutate -- COMMAND`. The command runs the tests in `MutationSamples`, with one
/// mistake after another. So it starts them 400 times, which takes most of the time.
@Suite("trackproof mutate -- COMMAND", .timeLimit(.minutes(15)))
struct MutateTests {
    private static let bundle = Products.ownFolder + "/mutation-samplesPackageTests.xctest"

    /// The result of a call, and the mistakes in its JSON report.
    private struct Result {
        let outcome: Outcome
        let place: Workplace
        let entries: [EventParameters]

        /// The mistakes for which a member of the entry has this value.
        func mistakes(_ member: String) -> [String] {
            entries.filter { $0[member] != nil }.compactMap { $0["mistake"]?.string }
        }

        /// The first line of the text report.
        var headline: String { outcome.output.split(separator: "\n").first.map(String.init) ?? "" }

        /// The survivors, with their hints and tests.
        var survivors: String {
            outcome.output.components(separatedBy: "\n\n").first { $0.hasPrefix("nothing notices that") } ?? ""
        }
    }

    private func mutate(
        _ suite: String, isXCTest: Bool = false, options: [String] = ["--rounds", "80"], in place: Workplace? = nil,
        environment: [String: String] = [:]
    ) async throws -> Result {
        let place = try place ?? Workplace()
        let name = "MutationSamples.\(suite)"
        let arguments = isXCTest ? [name] : ["--testing-library", "swift-testing", "--filter", name]
        var program = Program.trackproof(
            ["mutate", "--report", "json=r.json"] + options + ["--", Self.bundle] + arguments)
        program.folder = place.path
        program.environment = environment.merging([
            "MUTATION_SAMPLES_RUNS": place.path + "/runs", "MUTATION_SAMPLES_APP": Products.app,
        ]) { $1 }
        let outcome = try await program.run()
        guard place.has("r.json") else { return Result(outcome: outcome, place: place, entries: []) }
        let report = try EventValue(json: Array(place.read("r.json").utf8), of: "r.json")
        let entries = report.object?["sections"]?.array?.first?.object?["entries"]?.array ?? []
        return Result(outcome: outcome, place: place, entries: entries.compactMap(\.object))
    }

    @Test func testsThatCheckAllEventsNoticeEachMistake() async throws {
        let strict = try await mutate("StrictSamples")
        #expect(strict.headline == "tests notice 100 % of planted mistakes (58 of 58)", "\(strict.survivors)")
        #expect(strict.outcome.status == 0)
    }

    /// A mistake that one of these tests seems to notice is a false alarm.
    @Test(arguments: [("HeldSamples", false), ("SharedFacadeSamples", false), ("HeldXCSamples", true)])
    func testsThatCheckNothingNoticeNothing(suite: String, isXCTest: Bool) async throws {
        let isWhole = rounds(0, deep: 1) > 0
        let result = try await mutate(suite, isXCTest: isXCTest, options: ["--rounds", isWhole ? "80" : "8"])
        #expect(result.mistakes("killed") == [])
        #expect(result.mistakes("undecided").isEmpty == isWhole)
        #expect(result.mistakes("survived").count >= (isWhole ? 55 : 1))
        #expect(!result.outcome.output.contains("without a mistake"), "\(result.outcome.output)")
    }

    @Test func aSurvivorNamesTheAssertionThatOverlooksIt() async throws {
        let result = try await mutate("LooseSamples")
        #expect(result.headline == "tests notice 43.1 % of planted mistakes (25 of 58)")
        let survivors = result.survivors
        let expected = [
            """
              `price` of track purchase has another value
                  StrictSamples.swift:88: the assertion accepts any number for `price`: expect its value
                  in LooseSamples/buys()
            """,
            """
              `gift` of track purchase is missing
              `gift` of track purchase has another value
              `gift` of track purchase is null
              `gift` of track purchase is a text instead of a bool
              `gift` of track purchase is an integer instead of a bool
                  StrictSamples.swift:88: the assertion names only `id`, `price`: name `gift` too
            """,
            """
              track checkout is not tracked
                  no assertion of Trackproof is about the event: add expectTracked("checkout", …)
            """,
            """
                  no assertion of Trackproof compares the order: add expectOrder("checkout", "purchase")
            """,
            """
                  no assertion of Trackproof compares what the provider gets: add expectDelivered(to: "vendor")
            """,
            """
              identify has another user
                  StrictSamples.swift:93: the assertion accepts any value as the user: expect the user
            """,
            """
              identify has one more parameter
                  StrictSamples.swift:93: `including:` allows more parameters: name all of them without `including:`
            """,
        ]
        for text in expected { #expect(survivors.contains(text), "\(survivors)") }
        // Without the event stream of Swift Testing, nobody knows whether a test fails that checks its events itself.
        #expect(
            result.outcome.output.contains(
                """
                checksItself(): its result is unknown: give the test the trait .recordingEvents, or let COMMAND begin with \
                `swift test`
                """))
    }

    /// Runs the example of the article, whose code is in `MutationSamples`.
    @Test func theArticleShowsWhatTheCommandPrints() async throws {
        let page = ArticleBlocks(page: "docs/HowGoodAreYourTests.md")
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/../MutationSamples/"
        for file in ["Shop.swift", "ShopTests.swift"] {
            let block = page.all.first { $0.file == file }?.text
            #expect(try block == String(contentsOfFile: folder + file, encoding: .utf8))
        }
        let result = try await mutate("ShopTests", options: [])
        let shown = try #require(page["text"].first)
        #expect(result.outcome.output.hasPrefix(shown), "\(result.outcome.output)")
    }

    @Test func theArticleNamesAllMistakes() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../docs/HowGoodAreYourTests.md"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let table = text.components(separatedBy: "## The mistakes").last?.components(separatedBy: "## ").first ?? ""
        let ids = table.matches(of: /`([a-z-]+)`[,|]? ?/).map { String($0.1) }
        for mistake in MutationOperator.allCases { #expect(ids.contains(mistake.rawValue), "\(mistake.rawValue)") }
    }

    /// `swift test` writes the event stream of Swift Testing, which also has tests without a trait.
    @Test func swiftTestTellsWhetherATestFailsThatChecksItsEventsItself() async throws {
        let place = try Workplace()
        try place.write(
            """
            #!/bin/sh
            # Runs the built tests in place of SwiftPM, which needs a package.
            echo "$*" >> calls
            shift
            [ "$1" != --skip-build ] || shift
            exec \(Self.bundle) --testing-library swift-testing --filter MutationSamples.LooseSamples/checksItself "$@"
            """, to: "swift")
        let outcome = try await place.shell(
            "chmod +x swift; PATH=$PWD:$PATH trackproof mutate --rounds 80 --report json=r.json -- swift test")
        #expect(
            outcome.output.hasPrefix("tests notice 42.8 % of planted mistakes (6 of 14)\n"),
            "\(outcome.output)\(outcome.errors)")
        let report = try place.read("r.json")
        #expect(report.contains(#""mistake":"`x` of track own has another value","killed":1"#))
        #expect(report.contains(#""mistake":"`y` of track own has another value","survived":1"#))
        #expect(report.contains("Expectation failed: try #require(recorder.events.first)"), "\(report)")
        let calls = try place.read("calls").split(separator: "\n")
        #expect(calls.first?.hasPrefix("test --event-stream-output-path ") == true)
        #expect(calls.last?.hasPrefix("test --skip-build --event-stream-output-path ") == true)
    }

    @Test func aTestCaseWithoutABaseClassIsTriedToo() async throws {
        let result = try await mutate("OwnXCSamples", isXCTest: true)
        let survived = result.mistakes("survived")
        #expect(survived.contains("track only is not tracked"), "\(survived)")
        #expect(survived.contains("track a is tracked after track b instead of before it"), "\(survived)")
        #expect(result.mistakes("undecided") == [])
        #expect(result.entries.contains { $0["killer"]?.string?.contains("XCTAssertEqual failed: ") == true })
    }

    @Test func aMistakeThatTheAppCannotMakeIsLeftOut() async throws {
        let options = ["--rounds", "1", "--without", "null", "--without", "twice"]
        let result = try await mutate("StrictXCSamples", isXCTest: true, options: options)
        #expect(result.headline == "tests notice 100 % of planted mistakes (2 of 2, 42 not decided)")
        let wrong = try await Workplace().trackproof("mutate", "--without", "nil", "--", "true")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("--without nil: expected one of lost, twice, renamed, "), "\(wrong.errors)")
    }

    @Test func aRunThatBreaksOffKeepsWhatIsKnown() async throws {
        let place = try Workplace()
        let script = """
            trackproof mutate --rounds 80 -- sh -c '
              echo x >> count
              [ $(wc -l < count) -lt 6 ] || { echo the disk is full; exit 1; }
              exec "$0" MutationSamples.StrictXCSamples' \(Self.bundle)
            """
        let outcome = try await place.shell(script)
        #expect(outcome.status == 74)
        #expect(
            outcome.output.hasPrefix("tests notice 100 % of planted mistakes (6 of 6, 50 not decided)\n"),
            "\(outcome.output)")
        #expect(
            outcome.errors.contains(
                "trackproof: no test has run with a mistake in run 4; the command printed:\nthe disk is full\n"))
    }

    @Test func mistakesInTheOrderOfEvents() async throws {
        let result = try await mutate("OrderSamples")
        let swaps = result.entries.filter { $0["operator"]?.string == "swapped" }
        func mistakes(_ member: String) -> Set<String> {
            Set(swaps.filter { $0[member] != nil }.compactMap { $0["mistake"]?.string })
        }
        #expect(mistakes("killed") == ["track started is tracked after track failed instead of before it"])
        #expect(
            mistakes("survived") == [
                "track started is tracked after track succeeded instead of before it",
                "track opened is tracked after track begun instead of before it",
                "track begun is tracked after track done instead of before it",
                "track x is tracked after track y instead of before it",
            ])
        // One test reads the events between the two, so nobody knows whether an app with this mistake would fail it.
        #expect(
            result.outcome.output.contains(
                """
                left out
                  track shown is tracked after track tapped instead of before it: could not be planted in \
                OrderSamples/clears(): its code reads the events between the two, or waits for the first

                """), "\(result.outcome.output)")
        let followed = result.entries.filter { $0["operator"]?.string == "followed" && $0["event"]?.string == "x" }
        #expect(followed.count == 1 && followed[0]["survived"] != nil, "\(followed)")
    }

    @Test func aParameterThatTestsIgnoreGetsNoMistakes() async throws {
        let result = try await mutate("IgnoringSamples")
        let output = result.outcome.output
        #expect(
            output.contains("left out\n  `platform`: ignored in 2 tests, so mistakes in it were not planted there\n"),
            "\(output)")
        let paths = result.entries.filter { $0["path"]?.string == "platform" }.compactMap { $0["event"]?.string }
        #expect(Set(paths) == ["a"])
        // One more assertion would not find the event again, so the advice is about this one.
        let advice = "      AdviceSamples.swift:22: the assertion ignores `x`: name it\n"
        #expect(result.survivors.contains(advice), "\(result.survivors)")
        #expect(result.mistakes("survived").allSatisfy { $0.hasPrefix("`x` of track b ") }, "\(result.survivors)")
    }

    @Test func theAdviceKnowsAssertionsThatCountOrCompareTheOrder() async throws {
        let survivors = try await mutate("CountingSamples").survivors
        for name in ["counted", "ordered"] {
            let advice = "compares it: add expectTracked(\"\(name)\", including: [\"id\": …])"
            #expect(survivors.contains("no assertion of Trackproof " + advice), "\(survivors)")
        }
        let twice = """
              track discarded is tracked twice
                  these tests are exhaustive, but discard or accept the event: add expectCount(_:of:)
            """
        #expect(survivors.contains(twice), "\(survivors)")
    }

    @Test func equalSuitesHaveEqualScores() async throws {
        let result = try await mutate("EqualSamples")
        let shares = """
            by suite
              EqualSamples1  9 of 14  64.2 %
              EqualSamples2  9 of 14  64.2 %
              EqualSamples3  9 of 14  64.2 %
              EqualSamples4  5 of 5  100 %
            """
        #expect(result.outcome.output.contains(shares), "\(result.outcome.output)")
    }

    @Test func eventsOfAProviderWithoutAFacadeGetMistakes() async throws {
        let result = try await mutate("ProviderSamples")
        let survivors = result.survivors
        #expect(result.mistakes("killed").contains("track forwarded at the provider sdk is not tracked"))
        let method = """
              `method` of track forwarded at the provider sdk is null
                  AdviceSamples.swift:85: the assertion names only `price`: name `method` too
                  in ProviderSamples/forwards()
            """
        #expect(survivors.contains(method), "\(survivors)")
        // The facade plants a mistake before it delivers the event, so the provider gets the same mistake once.
        let sent = result.entries.filter { $0["event"]?.string == "sent" && $0["killed"] != nil }
        #expect(sent.compactMap { $0["mistake"]?.string } == ["track sent does not reach the provider vendor"])
    }

    /// A mistake can end a wait early. The late event must fail no other test.
    @Test func aLateEventCountsForItsOwnTest() async throws {
        let result = try await mutate("LateXCSamples", isXCTest: true, options: ["--rounds", "80", "--seed", "1"])
        #expect(
            result.mistakes("survived") == [
                "track purchase has one more parameter", "`method` of track purchase is missing",
                "`method` of track purchase has another value", "`method` of track purchase is empty",
                "`method` of track purchase is null",
            ])
        let followed = "track search_performed is followed by track search_failed, which is wrong"
        #expect(result.mistakes("killed").contains(followed), "\(result.survivors)")
        #expect(result.mistakes("undecided") == [])
        let note = """
            tests share a facade, so events of 1 test can reach other tests: a mistake counts as noticed by such a test \
            only if it fails in two runs with the mistake

            """
        #expect(result.outcome.errors.contains("trackproof: \(note)"), "\(result.outcome.errors)")
    }

    /// A snapshot or a pending snapshot with a planted mistake could be accepted.
    @Test func noSnapshotGetsAPlantedMistake() async throws {
        let place = try Workplace()
        let snapshot = "MutationSamples/StrictSamples/SnapshotSamples.hasASnapshot.json"
        let text = #"{"snapshot":1,"events":[{"name":"stored","parameters":{"id":7}}]}"#
        try FileManager.default.createDirectory(
            atPath: place.path + "/MutationSamples/StrictSamples", withIntermediateDirectories: true)
        try place.write(text, to: snapshot)
        for mode in ["all", "missing"] {
            let environment = ["TRACKPROOF_SNAPSHOTS": place.path, "TRACKPROOF_RECORD": mode]
            let result = try await mutate(
                "SnapshotSamples", options: ["--rounds", "3"], in: place, environment: environment)
            #expect(result.headline == "tests notice 100 % of planted mistakes (3 of 3, 6 not decided)")
            #expect(try place.read(snapshot) == text)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: place.path + "/MutationSamples/StrictSamples")
            #expect(names == ["SnapshotSamples.hasASnapshot.json"])
        }
    }

    @Test func theRecorderOfATestCaseGetsMistakesAndAScoreBelowTheMinimumFails() async throws {
        let result = try await mutate(
            "PropertyXCSamples", isXCTest: true, options: ["--rounds", "80", "--minimum", "80%"])
        #expect(result.outcome.status == 1)
        #expect(result.headline == "tests notice 25 % of planted mistakes (9 of 36), expected at least 80 %")
        #expect(result.mistakes("killed").contains("track purchase is not tracked"))
    }

    /// The session of a UI test plants the mistakes into what it receives from the app.
    @Test func theEventsOfAnAppUnderUITestGetMistakes() async throws {
        // With this seed, the tests notice two of the first mistakes.
        let limit = rounds(14, deep: 60)
        let options = ["--seed", "3", "--rounds", "\(limit)"]
        let result = try await mutate("UIXCSamples", isXCTest: true, options: options)
        #expect(result.mistakes("killed").count >= 2)
        let killed = result.entries.filter { $0["killed"] != nil }.compactMap { $0["event"]?.string }
        #expect(Set(killed).isSubset(of: ["purchase", "authorization"]), "\(killed)")
        // Two events are not swapped while an assertion waits, so some mistakes are not planted.
        #expect(result.mistakes("killed").count + result.mistakes("survived").count >= limit - 10)
    }

    @Test func aCrashKillsTheMutantOfOneTestOnly() async throws {
        let result = try await mutate("CrashingSamples")
        #expect(
            result.mistakes("killed").sorted() == [
                "track first is not tracked", "track strict is tracked under another name",
            ])
        #expect(
            Set(result.entries.compactMap { $0["killer"]?.string })
                == ["CrashingSamples/crashes() crashed", "CrashingSamples/crashesInAProvider() crashed"])
        #expect(result.mistakes("undecided") == [])
        let crash = /: run \d+ was cut off by the end of its process \(status 13\d\): \d of 3 tests with a mistake/
        #expect(result.outcome.errors.contains(crash), "\(result.outcome.errors)")
    }

    @Test func aTestThatDoesNotEndKillsItsMutant() async throws {
        let result = try await mutate("HangingSamples")
        #expect(
            result.entries.compactMap { $0["killer"]?.string }
                == Array(repeating: "HangingSamples/waitsForever() did not end in time", count: 2))
        let cut = "trackproof: run 1 was cut off at its time limit: 0 of 1 test with a mistake had ended\n"
        #expect(result.outcome.errors.contains(cut), "\(result.outcome.errors)")
    }

    @Test func aTestDoesNotWaitLongForAnEventThatIsLost() async throws {
        let result = try await mutate("WaitingSamples")
        #expect(result.headline == "tests notice 100 % of planted mistakes (10 of 10)", "\(result.outcome.output)")
        // The test itself waits 600 seconds. On a busy machine, ten times its duration is more than 2 seconds.
        let killers = result.entries.compactMap { $0["killer"]?.string }
        let pattern = /WaitingSamples\/waitsForAnEvent\(\): not tracked within (\d+)\.0 seconds: track late/
        let limits = try killers.compactMap { try pattern.wholeMatch(in: $0).flatMap { Int($0.1) } }
        #expect(!limits.isEmpty && limits.allSatisfy { 2..<600 ~= $0 }, "\(killers)")
    }

    /// The trait of the test tells when it ends, so a script can run it.
    @Test func aUITestWithTheTraitNeedsNoEventStream() async throws {
        let result = try await mutate("UISwiftSamples", options: ["--rounds", "4"])
        // At most one of the mistakes cannot be planted.
        #expect(result.mistakes("killed").count + result.mistakes("survived").count >= 3, "\(result.outcome.output)")
        #expect(!result.outcome.output.contains("unknown"), "\(result.outcome.output)")
    }

    /// SwiftPM reads all manifests again if the value of a variable is new.
    @Test func theEnvironmentOfAllRunsIsTheSame() async throws {
        let place = try Workplace()
        let script = #"echo "$TRACKPROOF_MUTATION" >>folders; ls "$TRACKPROOF_MUTATION" >>files; exec "$0" "$@""#
        var program = Program.trackproof([
            "mutate", "--rounds", "2", "--", "sh", "-c", script, Self.bundle, "--testing-library", "swift-testing",
            "--filter", "MutationSamples.LooseSamples",
        ])
        program.folder = place.path
        program.environment = ["MUTATION_SAMPLES_RUNS": place.path + "/runs"]
        #expect(try await program.run().status == 0)
        let folders = try place.read("folders").split(separator: "\n")
        #expect(folders.count == 4 && Set(folders).count == 1)
        #expect(try place.read("files") == String(repeating: "round.json\n", count: 4))
    }

    @Test func unstableTestsAreLeftOut() async throws {
        let result = try await mutate("UnstableSamples")
        let lines = result.outcome.output.components(separatedBy: "left out\n").last?.split(separator: "\n") ?? []
        #expect(lines.count == 3, "\(result.outcome.output)")
        #expect(lines.contains { $0.contains("failsInTheSecondRun(): failed without a mistake: ") })
        #expect(lines.contains { $0.contains("failsLater(): failed without a mistake in its events") })
        #expect(lines.contains { $0.hasSuffix("tracksOtherEvents(): tracked other events in the second run") })
        let names = Set(result.entries.compactMap { $0["event"]?.string })
        #expect(names == ["stable", "random"])
        #expect(result.mistakes("undecided") == [])
    }

    @Test func fewRunsLeaveMistakesUndecidedAndAnotherCallGoesOn() async throws {
        let place = try Workplace()
        let first = try await mutate(
            "StrictXCSamples", isXCTest: true, options: ["--rounds", "5", "--resume", "state"], in: place)
        #expect(first.mistakes("killed").count == 10)
        #expect(
            first.outcome.output.contains("46 mistakes need more runs than 5: repeat the command with --rounds 36\n"),
            "\(first.outcome.output)")
        let second = try await mutate(
            "StrictXCSamples", isXCTest: true, options: ["--rounds", "80", "--resume", "state"], in: place)
        #expect(second.outcome.errors.contains("trackproof: 10 results of earlier runs\n"))
        #expect(second.headline == "tests notice 100 % of planted mistakes (56 of 56)")
        #expect(second.outcome.errors.components(separatedBy: "trackproof: run ").count - 1 == 31)
        // A line that was cut off is removed.
        try place.write(place.read("state").dropLast(20) + "", to: "state")
        let third = try await mutate(
            "StrictXCSamples", isXCTest: true, options: ["--rounds", "80", "--resume", "state"], in: place)
        #expect(third.outcome.errors.contains("trackproof: 55 results of earlier runs\n"))
        // Results of tests that had other events or assertions do not count.
        try place.write(place.read("state").replacing(#""state":""#, with: #""state":"0"#), to: "state")
        let stale = try await mutate(
            "StrictXCSamples", isXCTest: true, options: ["--rounds", "1", "--resume", "state"], in: place)
        #expect(!stale.outcome.errors.contains("of earlier runs") && stale.mistakes("killed").count == 2)
        let other = try await mutate("StrictSamples", options: ["--resume", "state"], in: place)
        #expect(other.outcome.status == 65)
        // No test has run.
        let errors = other.outcome.errors.components(separatedBy: "\n")
        #expect(
            errors.count == 2
                && errors[0].hasSuffix(
                    "state: belongs to another command or another --seed; name another file with --resume"),
            "\(errors)")
    }

    @Test(arguments: [
        ("exit 3", 3, "the command fails without mistakes; mutation testing needs tests that pass"),
        (
            #": > "$TRACKPROOF_MUTATION/journal.ndjson""#, 1,
            "no test has recorded an event: mutation testing needs tests that use .recordingEvents"
        ),
        // As on a device, where the folder does not exist.
        (
            "TRACKPROOF_MUTATION=/dev/null/none exec \(bundle) MutationSamples.StrictXCSamples", 1,
            """
            no mistake can be planted, because no test has opened the folder of the variable TRACKPROOF_MUTATION. Tests on \
            a device and in a sandboxed Mac app cannot open it
            """
        ),
    ])
    func testsThatFailOrRecordNothingAreAnError(script: String, status: Int32, message: String) async throws {
        let outcome = try await Workplace().trackproof("mutate", "--", "/bin/sh", "-c", script)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("trackproof: \(message)"), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    /// A test that fails after the signal may fail because of the signal.
    @Test func aSignalThatTheTestsIgnoreEndsTheRunAndKeepsItsResults() async throws {
        let place = try Workplace()
        let script = """
            trackproof mutate --rounds 80 --resume state -- sh -c '
              echo x >> count
              [ $(wc -l < count) -lt 6 ] || {
                "$0" MutationSamples.StrictXCSamples/testBuys
                trap "sent=1" INT
                kill -INT $PPID
                until [ "$sent" ]; do sleep 0.01; done
                "$0" MutationSamples.StrictXCSamples/testOpens
                sleep 600
              }
              exec "$0" MutationSamples.StrictXCSamples' \(Self.bundle)
            """
        let outcome = try await place.shell(script)
        #expect(outcome.status == 130)
        #expect(
            outcome.output.hasPrefix("tests notice 100 % of planted mistakes (7 of 7, 49 not decided)\n"),
            "\(outcome.output)")
        let note = """
            run 4 was cut off by signal 2: 1 of 2 tests with a mistake had ended, and its result counts; interrupted \
            after 3 runs, before the result of 49 mistakes was known
            """
        #expect(outcome.output.contains(note), "\(outcome.output)")
        #expect(try place.read("state").split(separator: "\n").count == 8)
    }

    /// The first run has no time limit.
    @Test func aSignalThatTheFirstRunIgnoresEndsIt() async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            #"trackproof mutate -- sh -c 'trap "" INT; kill -INT $PPID; sleep 60; : > late'"#)
        #expect(outcome.status == 130)
        #expect(!place.has("late"))
    }

    @Test func aSignalEndsTheRunsAndReportsWhatIsKnown() async throws {
        let place = try Workplace()
        let script = """
            trackproof mutate --rounds 80 -- sh -c '
              echo x >> count
              [ $(wc -l < count) -lt 6 ] || { trap "exit 1" INT; kill -INT $PPID; sleep 60 & wait; }
              exec "$0" MutationSamples.StrictXCSamples' \(Self.bundle)
            """
        let outcome = try await place.shell(script)
        #expect(outcome.status == 130)
        #expect(
            outcome.output.hasPrefix("tests notice 100 % of planted mistakes (6 of 6, 50 not decided)\n"),
            "\(outcome.output)")
        #expect(outcome.output.contains("not decided: 50 mistakes\n"))
        let note = "interrupted after 3 runs, before the result of 50 mistakes was known"
        #expect(outcome.output.contains(note), "\(outcome.output)")
    }
}
