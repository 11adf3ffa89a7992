import ArgumentParser
import Trackproof
import TrackproofBridgeReader
import TrackproofPlanning
import TrackproofMutation
import TrackproofPlatform
import TrackproofConsole

/// Two runs of the tests without mistakes. They show what each test tracks, and which tests are stable.
struct CleanRuns {
    /// What each stable test has told in the first run.
    let tests: [String: TestNotes.OneTest]
    /// The tests that are left out, with the reasons.
    let unstable: [String: String]
    /// The duration of the second run, in seconds.
    let seconds: Double
    /// The stable tests that have got an event that another test may have tracked, because the tests share a facade.
    let doubtful: Set<String>
    /// The duration of each stable test in the slower run, in seconds, if it is known.
    let durations: [String: Double]

    /// Runs the tests twice.
    ///
    /// - Throws: The status of the command if the first run fails; ``CommandError`` if no test uses a recorder.
    init(_ command: [String], in folder: PrivateFolder) async throws {
        Console.note("the first of two runs without mistakes")
        let round = MutationRound(notesEvents: true)
        let first = try await TestRun(command: command, folder: folder, round: round, showsOutput: true).run()
        guard first.child == .exited(status: 0) else {
            if let signal = first.child.signal { throw ExitCode(128 + signal) }
            let failed = first.notes.tests.filter(\.value.hasFailed).keys.sorted()
            Console.note(
                failed.isEmpty
                    ? "the command fails without mistakes; mutation testing needs tests that pass"
                    : """
                    these tests fail without mistakes: \(failed.joined(separator: ", ")); mutation testing needs tests \
                    that pass: fix or skip them, and try again
                    """)
            throw first.child.failingStatus
        }
        guard first.notes.tests.contains(where: { $0.value.hasBegun && !$0.value.events.isEmpty }) else {
            let needs = """
                mutation testing needs tests that use .recordingEvents, recordEvents(), RecordingTestCase, UITestSession \
                or a TestRecorder. An EventRecorder does not know its test
                """
            throw CommandError(
                first.notes.hasJournal
                    ? "no test has recorded an event: \(needs)"
                    : """
                    no mistake can be planted, because no test has opened the folder of the variable \
                    \(EnvironmentVariable.mutation). Tests on a device and in a sandboxed Mac app cannot open it: run \
                    them in a simulator or without the sandbox. Otherwise, no test has a recorder: \(needs)
                    """, .differences)
        }
        Console.note("the second run without mistakes")
        let second = try await TestRun(command: SwiftTest.withoutBuild(command), folder: folder, round: round).run()
        if let signal = second.child.signal { throw ExitCode(128 + signal) }
        seconds = second.seconds
        var tests: [String: TestNotes.OneTest] = [:]
        var unstable: [String: String] = [:]
        var durations: [String: Double] = [:]
        for (test, note) in first.notes.tests where !note.events.isEmpty {
            if let reason = Self.reason(toLeaveOut: note, second.notes.tests[test] ?? TestNotes.OneTest()) {
                unstable[test] = reason
            } else {
                tests[test] = note
                durations[test] = [note.seconds, second.notes.tests[test]?.seconds].compactMap(\.self).max()
            }
        }
        (self.tests, self.unstable, self.durations) = (tests, unstable, durations)
        doubtful = Set(tests.filter { $1.isDoubtful || second.notes.tests[$0]?.isDoubtful == true }.keys)
    }

    /// A hash for each stable test. If the test tracks other events or has other assertions later, its hash differs.
    var states: [String: String] {
        tests.mapValues { Self.shape(of: $0.events) + $0.checks.map(\.line).sorted() }
            .mapValues { String($0.joined(separator: "\n").fnv1a(), radix: 16) }
    }

    /// For each parameter that assertions ignore, the tests in which no assertion about its event names it.
    var ignored: [String: Set<String>] {
        var ignored: [String: Set<String>] = [:]
        for (test, note) in tests {
            for event in note.events { for name in note.ignored(in: event) { ignored[name, default: []].insert(test) } }
        }
        return ignored
    }

    /// Returns how a test with a mutant runs without it; `nil` if this is unknown.
    func usual(_ test: String) -> MutationRound.Usual? {
        guard let note = tests[test], let seconds = durations[test] else { return nil }
        // The cases of a parameterized test have a recorder each, and another run does not show which case has which.
        let isOne = Set(note.events.map { $0.unknown["recorder"]?.string }).count == 1
        return MutationRound.Usual(
            seconds: seconds, eventCount: isOne ? note.events.count { $0.source == .app } : nil)
    }

    /// Returns the reason why the results of a test would prove nothing; `nil` if the test is stable.
    static func reason(toLeaveOut first: TestNotes.OneTest, _ second: TestNotes.OneTest) -> String? {
        if first.hasFailed || second.hasFailed {
            return "failed without a mistake" + ((first.failure ?? second.failure).map { ": " + $0 } ?? "")
        }
        if !second.hasBegun { return "did not run in the second run" }
        if !first.hasEnded || !second.hasEnded {
            return """
                its result is unknown: give the test the trait .recordingEvents, or let COMMAND begin with `swift test`
                """
        }
        if shape(of: first.events) != shape(of: second.events) { return "tracked other events in the second run" }
        return nil
    }

    /// Returns the names and parameters of events. The order of events and the values do not count.
    private static func shape(of events: [RecordedEvent]) -> [String] {
        events.map { recorded in
            let names = recorded.event.parameters.map(\.name).sorted()
            return EventValue.array(
                ([recorded.source.rawValue, recorded.event.kind.rawValue, recorded.event.name] + names)
                    .map(EventValue.string)
            ).description
        }.sorted()
    }
}
