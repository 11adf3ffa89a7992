public import Trackproof

/// A provider that sends each event to the recorder of the running test.
///
/// Use this provider for a facade that is made once for all tests, such as an app's shared facade. If a test adds
/// a second `CurrentTestRecorder` to the same facade, the facade ignores the second provider.
///
/// ```swift
/// Analytics.shared.addProvider(CurrentTestRecorder())
/// ```
///
/// If a test's own task tracks an event, the event goes to the recorder of this test. An event from a detached task,
/// a dispatch queue, a thread or a notification goes to the running test if only one test is running. With XCTest, only
/// one test runs at a time.
///
/// If several tests are running, the provider cannot know which test tracked an event from a detached task, a queue, a
/// thread or a notification. In each of these tests, an assertion fails if it expects that the event was *not* tracked.
/// The check for unchecked events at the end of these tests fails too. Tests that have their own facade and do not use
/// the shared facade are not affected.
public struct CurrentTestRecorder: AnalyticsRecorder, ConnectedRecorder {
    /// The id of the provider.
    public let id: ProviderID = "current-test-recorder"
    private let tests: RunningRecorders
    private let lookup: RecorderLookup
    private let site: CallSite

    /// Creates a provider for a shared facade.
    ///
    /// - Parameters:
    ///   - fileID: The file to which XCTest attributes a failure about unchecked events if the test has no assertion.
    ///     Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(among: .ofProcess, at: CallSite(fileID, filePath, line, column))
    }

    package init(among tests: RunningRecorders, at site: CallSite = CallSite(#fileID, #filePath, #line, #column)) {
        self.site = site
        self.tests = tests
        lookup = RecorderLookup(among: tests)
    }

    /// Records the event in the recorder of the running test.
    public func record(_ event: RecordedEvent) {
        if let recorder = CurrentRecorder.ofTask {
            recorder.noteSharedFacade()
            recorder.noteUse(at: site)
            return recorder.record(event)
        }
        switch tests.ownerOutsideOfTasks {
        case .test(let recorder):
            recorder.noteUse(at: site)
            recorder.record(event, isFromElsewhere: true)
        case .unknown(let recorders): TestRecorder.keepUnattributed(event, of: recorders)
        case .none:
            CurrentRecorder.keepStray(event.event)
            if !EarlyEvents.keep(event, for: nil) { EarlyEvents.keepForRunningTest(event) }
        }
    }

    /// Notes that the running test has set the user's consent. The facade calls this method.
    public func setConsent(_ isGiven: Bool) { running?.setConsent(isGiven) }

    package var recordsForEveryTest: Bool { true }

    package func connect(_ source: EventSource) { lookup.open(for: source) }

    package func disconnect(_ source: EventSource) {
        lookup.close(for: source)
        running?.disconnect(source)
    }

    package func withhold(_ event: Event) { running?.withhold(event) }

    package func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) { running?.takeUnrecorded(events) }

    /// The recorder of the test that runs the calling code; `nil` if that test is unknown.
    private var running: TestRecorder? {
        if let recorder = CurrentRecorder.ofTask { return recorder }
        if case .test(let recorder) = tests.ownerOutsideOfTasks { return recorder }
        return nil
    }
}
