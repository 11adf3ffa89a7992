internal import TrackproofPlatform

// Failing the test, in its name and at the right moment.
extension TestRecorder {
    /// Whether an assertion on this recorder has failed.
    package var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Whether the test fails, as far as its framework knows, or else by an assertion on this recorder. A test may forgive
    /// a failure, by a filter of issues.
    var hasFailedTest: Bool {
        let known = test?.failureCount
        return state.withLock { state in
            if state.held?.isEmpty == false { return true }
            return (known ?? state.failures) > 0
        }
    }

    /// Whether the test has failed by now, by whatever assertion. That a snapshot was recorded does not count, although
    /// it is told as a failure: what the test tracks is none the worse for it.
    package var hasFailedAlready: Bool {
        let known = test?.failureCount ?? 0
        return state.withLock { max($0.failures, known) > $0.recordings }
    }

    /// Where the last assertion stood; before the first, where the test made its facade.
    package var lastSite: CallSite? { state.withLock(\.lastSite) }

    /// Notes where the test does something with it, in case that no assertion follows.
    package func noteUse(at site: CallSite) {
        state.withLock { $0.lastSite = $0.lastSite ?? site }
    }

    /// Begins an assertion: notes where it stands, and fails if its test is over already.
    package func begin(at site: CallSite) {
        let isOver = state.withLock { state in
            state.lastSite = site
            state.assertionCount += 1
            return state.isOver
        }
        waitForQueues()
        if isOver { fail("this assertion comes too late: what the test tracked has been judged", at: site) }
    }

    /// Fails the test at an assertion's place. With XCTest the call may never return.
    ///
    /// - Parameters:
    ///   - table: What to show behind the message, unless another failure of the same assertion shows a table.
    ///   - isRecording: Whether it only says that a snapshot was recorded.
    package func fail(
        _ message: String, showing table: EventTable? = nil, isRecording: Bool = false, at site: CallSite
    ) {
        let message = isOver ? "after \(testName) had ended: \(message)" : message
        let failure = CollectedFailures.Failure(
            message: message, table: table?.text, isRecording: isRecording, site: site)
        let isKept = state.withLock { state in
            state.hasFailed = true
            state.failures += 1
            if isRecording { state.recordings += 1 }
            if state.collected != nil {
                state.collected?.failures.append(failure)
                return true
            }
            guard reporter.isElsewhere, state.held != nil else { return false }
            state.held?.append((failure.text, site))
            return true
        }
        if !isKept { tell(failure.text, [failure], at: site) }
    }

    /// Tells the framework what counts as failures already, because the call may never return.
    private func tell(_ message: String, _ failures: [CollectedFailures.Failure], at site: CallSite) {
        if reporter.fail(message, at: site) { return }
        state.withLock { state in
            state.failures -= failures.count
            state.recordings -= failures.count { $0.isRecording }
        }
    }

    /// Collects the failures that follow, until ``tellCollectedFailures()``. What an assertion collected that was ended
    /// in its midst is kept.
    package func collectFailures() {
        state.withLock { $0.collected = $0.collected ?? CollectedFailures() }
    }

    /// Whether failures were collected that are not told yet.
    package var hasCollectedFailures: Bool { state.withLock { $0.collected?.failures.isEmpty == false } }

    /// Tells the collected failures as one, since a second might never be told.
    package func tellCollectedFailures() {
        let collected = state.withLock { state in
            defer { state.collected = nil }
            return state.collected
        }
        guard let collected, let site = collected.failures.first?.site else { return }
        tell(collected.text, collected.failures, at: site)
    }

    /// Puts a text into the test's report.
    package func attach(_ text: String, named name: String, at site: CallSite) {
        reporter.attach(text, named: name, at: site)
    }

    /// Reports, in the test's own task, what threads that knew no test found.
    package func reportHeldFailures() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for (message, site) in held { reporter.fail(message, at: site) }
    }
}
