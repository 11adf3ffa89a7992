internal import Testing
internal import Trackproof

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
        if case .swiftTesting(let test, _) = recorder.test {
            Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
        } else {
            recorder.framework.fail(message, at: recorder.lastSite ?? CallSite("", "", 0, 0))
        }
    }
}

/// The recorder of a facade for tests: it looks for the running test at each event, and fails where there is none.
final class FacadeRecorder: EventRecording {
    let id: ProviderID = "facade-recorder"
    /// That of the test in which the facade was made: what a detached task, a queue or a thread tracks is the test's.
    private let home: TestRecorder?
    private let site: CallSite
    private let hasFailed = Lock(false)

    /// - Parameter site: where the facade is made.
    init(_ site: CallSite) {
        home = .current
        self.site = site
    }

    func record(_ event: Event, source: EventSource) {
        // The task's own first: a facade in a global is made in the test that happens to use it first.
        if let recorder = CurrentRecorder.ofTask ?? home ?? .current { return recorder.record(event, source: source) }
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return }
        TestFramework.current.fail(
            """
            tracked where no test has a recorder: \(event.description.shortened)
            add the trait .recordingEvents to the test or its suite (with XCTest derive from RecordingTestCase). A facade \
            made outside the test does not find the recorder from a detached task, a queue or a thread: make it in the \
            test. Where tracking does not matter, Analytics() is enough
            """, at: site)
    }
}
