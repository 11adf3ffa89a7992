internal import TrackproofAssertions

// XCTest may never return from a failure, so an assertion does everything else before it fails.
extension UITestSession {
    /// Runs the body of an assertion, and then reports all problems together as one failure.
    ///
    /// - Parameter close: What to do after the recording was attached and before the failure is reported.
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
        recorder.reportCollectedFailures()
        if let (test, message) = late { test.fail(message, at: site) }
    }

    /// Returns the failure for the previous test's late events, or `nil` if no such failure is left to report.
    private func takeLateFailure() -> (test: TestRecorder, message: String)? {
        guard let test = previous, let message = test.unchecked(isExhaustive: isExhaustive) else { return nil }
        previous = nil
        return (test, "after \(test.testName) had ended: \(message)")
    }

    /// Attaches the whole recording at the first failure, and again at the end if more events have arrived by then.
    private func attachOnFailure(at site: CallSite) {
        let count = recorder.eventCount
        guard recorder.hasFailed, attachedCount != count else { return }
        if attachedCount != nil, !hasEndedTest { return }
        if attachedCount == nil { attachScreenshot(at: site) }
        attachedCount = count
        recorder.attach(recorder.table.wholeText, named: "events.txt", at: site)
    }

    /// Attaches a picture of the screen, and gives it to `trackproof run` for its reports.
    ///
    /// If the picture cannot be taken, an attachment contains the reason. The failure stays the same.
    private func attachScreenshot(at site: CallSite) {
        do {
            guard let png = try app.screenshot() else { return }
            recorder.attach(png: png, named: "screenshot.png", at: site)
            try ScreenshotFolder.add(png, of: recorder.testName)
        } catch {
            recorder.attach("\(error)\n", named: "screenshot-error.txt", at: site)
        }
    }
}
