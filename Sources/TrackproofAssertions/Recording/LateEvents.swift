import Trackproof
import TrackproofPlatform

/// The reporting of late events: events that reach a recorder after its test has ended.
enum LateEvents {
    /// Fails the recorder's test, because the event reached the recorder after this test had ended.
    static func report(_ event: Event, of recorder: TestRecorder) {
        // During each later test, reports only the first late event, so that one cause does not lead to many failures.
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
