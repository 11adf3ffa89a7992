import TrackproofMutation
import TrackproofPlatform
import TrackproofSnapshots

// Functions that report the failures of the recorder's test.
extension TestRecorder {
    /// Whether an assertion on this recorder has failed.
    package var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Whether the test has failed.
    var isTestFailed: Bool { failureCounts.all > 0 }

    /// Whether the test has failed so far for a reason other than a recorded snapshot, so that its events may be wrong.
    package var hasTestFailedSoFar: Bool { failureCounts.all > failureCounts.recordings }

    /// The number of failures of the test, and how many of them only say that a snapshot was recorded.
    ///
    /// If the framework counts the failures that it gets, its count decides. The recorder's own count may be too high,
    /// because an issue filter may have removed a failure. The framework has not got the failures that wait for
    /// ``reportHeldFailures()`` or ``reportCollectedFailures(stopping:)``, so they are added.
    private var failureCounts: (all: Int, recordings: Int) {
        let known = test?.failureCount
        return state.withLock { state in
            let waiting = (state.held ?? []) + (state.collected ?? [])
            return ((known ?? state.failures) + waiting.count, state.recordings + waiting.count { $0.isRecording })
        }
    }

    /// The call site of the last assertion, or of the first use of the recorder if there was no assertion yet.
    package var lastSite: CallSite? { state.withLock(\.lastSite) }

    /// Notes a call site at which the test uses the recorder. A failure shows this call site if no assertion follows.
    package func noteUse(at site: CallSite) { state.withLock { $0.lastSite = $0.lastSite ?? site } }

    /// Begins an assertion: notes its call site, waits for the providers' queues, and fails if the test has ended.
    package func prepareAssertion(at site: CallSite) {
        let isOver = state.withLock { state in
            state.lastSite = site
            return state.lateEvents != nil
        }
        waitForQueues()
        if isOver { fail("this assertion comes too late: the test's events were already checked", at: site) }
    }

    /// Fails the test at the call site of an assertion. With XCTest, the call may never return.
    ///
    /// - Parameters:
    ///   - table: The table to show after the message. The report omits the table if the same assertion also has a
    ///     failure without a table.
    ///   - isRecording: Whether the failure only says that a snapshot was recorded.
    ///   - stopping: Whether the failure may stop the test. If not, the call always returns.
    package func fail(
        _ message: String, showing table: EventTable? = nil, isRecording: Bool = false, at site: CallSite,
        stopping: Bool = true
    ) {
        let message = isOver ? "after \(testName) had ended: \(message)" : message
        let failure = Failure(message: message, table: table?.text, isRecording: isRecording, site: site)
        let isKept = state.withLock { state in
            state.hasFailed = true
            if state.collected != nil {
                state.collected?.append(failure)
                return true
            }
            guard reporter.isOutsideTest, state.held != nil else { return false }
            state.held?.append(failure)
            return true
        }
        if !isKept { tell(failure.text, isRecording: isRecording, at: site, stopping: stopping) }
    }

    /// Reports one failure to the framework. Counts it first, because the framework's call may never return.
    private func tell(_ message: String, isRecording: Bool, at site: CallSite, stopping: Bool = true) {
        func count(_ number: Int) {
            state.withLock { state in
                state.failures += number
                if isRecording { state.recordings += number }
            }
        }
        count(1)
        if !report(message, of: nil, at: site, stopping: stopping) { count(-1) }
    }

    /// Passes a failure to the framework. Returns whether the test fails; `false` for a known issue.
    func report(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool {
        let mutants = PlantedMutants.current
        let id = mutants == nil ? nil : mutatedTest
        if let id { mutants?.note(message: message, of: id) }
        let isFailure = reporter.fail(message, of: test, at: site, stopping: stopping)
        // XCTest itself tells at the end of a test whether the test has failed.
        if isFailure, let id, XCTestRun.test == nil { mutants?.noteFailure(of: id) }
        return isFailure
    }

    /// Makes ``fail(_:showing:isRecording:at:stopping:)`` collect failures until a call of
    /// ``reportCollectedFailures(stopping:)``. The function keeps the failures that an earlier assertion has collected,
    /// because XCTest may have interrupted that assertion before its report.
    package func collectFailures() { state.withLock { $0.collected = $0.collected ?? [] } }

    /// Whether there are collected failures that have not been reported.
    package var hasCollectedFailures: Bool { state.withLock { $0.collected?.isEmpty == false } }

    /// Reports the collected failures as one failure, because the first call that fails the test may never return.
    ///
    /// - Parameter stopping: Whether the failure may stop the test. If not, the call always returns.
    package func reportCollectedFailures(stopping: Bool) {
        let collected = state.withLock { state in
            defer { state.collected = nil }
            return state.collected
        }
        guard let collected, let site = collected.first?.site else { return }
        tell(collected.text, isRecording: collected.allSatisfy(\.isRecording), at: site, stopping: stopping)
    }

    /// Adds a text to the test's report.
    package func attach(_ text: String, named name: String, at site: CallSite) {
        reporter.attach(Array(text.utf8), named: name, at: site)
    }

    /// Adds all events to the report of a failed test: the app's events as a table, and all events as a JSON array, which
    /// the command `trackproof` reads as a recording.
    package func attachEvents(at site: CallSite) {
        // Nobody reads the reports of tests that fail because of planted mistakes.
        if eventCount == 0 || PlantedMutants.current?.round.notesEvents == false { return }
        attach(table.wholeText + "\n", named: "events.txt", at: site)
        let lines = withLog { $0.events(after: 0) }.map(\.recorded.json)
        attach("[\n" + lines.joined(separator: ",\n") + "\n]\n", named: "events.json", at: site)
    }

    /// Reports the held failures, which come from threads that belong to no known test. Call this function in the
    /// test's own task.
    package func reportHeldFailures() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for failure in held { tell(failure.text, isRecording: failure.isRecording, at: failure.site) }
    }
}

extension TestRecorder {
    /// A failure that is reported later.
    struct Failure: Sendable {
        let message: String
        /// The table of events to show after the message; `nil` if the message needs no table.
        let table: String?
        /// Whether the failure only says that a snapshot was recorded.
        let isRecording: Bool
        let site: CallSite

        var text: String { message + (table.map { "\n" + $0 } ?? "") }
    }
}

extension [TestRecorder.Failure] {
    /// All messages, with one table of events at most.
    fileprivate var text: String {
        let tables = contains { $0.table == nil } ? [] : [last?.table].compactMap { $0 }
        return (map(\.message) + tables).joined(separator: "\n")
    }
}
