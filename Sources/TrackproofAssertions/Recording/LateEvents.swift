internal import Trackproof
internal import TrackproofPlatform

/// Events that come when nobody can check them any more.
enum LateEvents {
    /// Fails, for an event that reached a recorder after its test had ended.
    static func report(_ event: Event, of recorder: TestRecorder) {
        // The first during each test says it all.
        guard recorder.isFirstLateEvent(during: .current) else { return }
        let message = """
            tracked after \(recorder.testName) had ended: \(event.description.shortened)
            wait for it in that test; or, if its facade is kept from test to test, make the facade in each test, or give \
            it CurrentTestRecorder
            """
        let site = recorder.lastSite ?? recorder.own?.site
        if let test = recorder.test {
            test.fail(message, near: site)
        } else {
            recorder.reporter.fail(message, at: site ?? CallSite("", "", 0, 0))
        }
    }
}
