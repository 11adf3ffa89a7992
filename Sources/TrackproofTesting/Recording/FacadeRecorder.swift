internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofPlatform

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

    func record(_ event: RecordedEvent) {
        // The task's own first: a facade in a global is made in the test that happens to use it first.
        if let recorder = CurrentRecorder.ofTask ?? home ?? .current { return recorder.record(event) }
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return }
        TestFramework.current.fail(
            """
            tracked where no test has a recorder: \(event.event.description.shortened)
            add the trait .recordingEvents to the test or its suite (with XCTest derive from RecordingTestCase). A facade \
            made outside the test does not find the recorder from a detached task, a queue or a thread: make it in the \
            test. Where tracking does not matter, Analytics() is enough
            """, at: site)
    }
}
