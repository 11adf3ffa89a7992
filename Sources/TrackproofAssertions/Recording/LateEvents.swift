internal import Trackproof
internal import TrackproofPlatform

/// The events that come after the end of their test, when assertions can no longer check them.
enum LateEvents {
    /// Fails the test for an event that reached its recorder after the test had ended.
    static func report(_ event: Event, of recorder: TestRecorder) {
        // While another test is running, only the first late event is reported.
        guard recorder.isFirstLateEvent(during: .current) else { return }
        let message = """
            tracked after \(recorder.testName) had ended: \(event.description.shortened)
            wait for the event in that test; if several tests share the facade that tracked it, make a facade in each \
            test, or add CurrentTestRecorder() to the shared facade
            """
        let site = recorder.lastSite ?? recorder.own?.site
        if let test = recorder.test {
            test.fail(message, near: site)
        } else {
            recorder.reporter.fail(message, at: site ?? CallSite("", "", 0, 0))
        }
    }
}
