internal import TrackproofAssertions

// XCTest may never return from a failure: nothing that an assertion has to do may come after it.
extension UITestSession {
    /// Does what an assertion does. All that it finds wrong is one failure, which comes last.
    ///
    /// - Parameter close: What is to be done before the failure, when the recording was attached.
    func assert(at site: CallSite, _ body: () -> Void, closing close: () -> Void = {}) {
        let recorder = recorder
        recorder.collectFailures()
        body()
        collectLosses(at: site)
        announceLosses()
        var late = takeLateFailure()
        if let (_, message) = late, recorder.hasCollectedFailures {
            recorder.fail(message, at: site)
            late = nil
        }
        attachOnFailure(at: site)
        close()
        recorder.tellCollectedFailures()
        if let (test, message) = late { test.fail(message, at: site) }
    }

    /// What came of the test before since its end: told once, which says enough.
    private func takeLateFailure() -> (test: TestRecorder, message: String)? {
        guard let test = previous, let message = test.unchecked(isExhaustive: isExhaustive) else { return nil }
        previous = nil
        return (test, "after \(test.testName) had ended: \(message)")
    }

    /// Puts the whole recording into the report: at the first failure, and at the end where more came since.
    private func attachOnFailure(at site: CallSite) {
        let count = recorder.eventCount
        guard recorder.hasFailed, attachedCount != count else { return }
        if attachedCount != nil, !hasEndedTest { return }
        attachedCount = count
        recorder.attach(recorder.table.wholeText, named: "events.txt", at: site)
    }
}
