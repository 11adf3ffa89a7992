public import Trackproof

/// A provider that sends each event to the recorder of the test that is running at that moment.
///
/// Use this provider for a facade that is made once for all tests, such as an app's shared facade. A facade needs one
/// such provider. Each test may add the provider again, which has no effect.
///
/// ```swift
/// Analytics.shared.addProvider(CurrentTestRecorder())
/// ```
///
/// A test gets the events of its own tasks. An event of a detached task, a dispatch queue, a thread or a notification
/// belongs to the running test if only one test runs. With XCTest, only one test runs at a time.
///
/// If several tests run, it is unknown which of them the event belongs to. In each of these tests, an assertion that
/// the event was *not* tracked fails, and so does the search for unchecked events at the end of the test. A test that
/// has its own facade and does not use the shared facade is not affected.
public struct CurrentTestRecorder: AnalyticsRecorder, ConnectedRecorder {
    /// The id of the provider.
    public let id: ProviderID = "current-test-recorder"
    private let tests: RunningRecorders
    private let lookup: RecorderLookup
    private let site: CallSite

    /// Creates a provider that finds the recorder for each event.
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

    /// Tells the recorder of the running test that the test has set the user's consent.
    public func setConsent(_ isGiven: Bool) { running?.setConsent(isGiven) }

    package var recordsForEveryTest: Bool { true }

    package func connect(_ source: EventSource) { lookup.open(for: source) }

    package func disconnect(_ source: EventSource) {
        lookup.close(for: source)
        running?.disconnect(source)
    }

    package func withhold(_ event: Event) { running?.withhold(event) }

    package func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) { running?.takeUnrecorded(events) }

    /// The recorder of the test that runs this code; `nil` if that test is unknown.
    private var running: TestRecorder? {
        if let recorder = CurrentRecorder.ofTask { return recorder }
        if case .test(let recorder) = tests.ownerOutsideOfTasks { return recorder }
        return nil
    }
}
