public import Trackproof

/// A provider that hands each event to the recorder of the test in which it is tracked.
///
/// It is for a facade that is made once for all tests, such as an app's shared one. A facade takes one: to add another
/// changes nothing, so each test may do it.
///
/// ```swift
/// Analytics.shared.addProvider(CurrentTestRecorder())
/// ```
///
/// A test finds the events of its own tasks. An event of a detached task, a dispatch queue, a thread or a notification
/// belongs to the running test if only one runs, as always with XCTest. If several run, nobody can tell which of them the
/// event belongs to: then each of their assertions that says what was *not* tracked fails, and so does the check for
/// events that no assertion has checked.
public struct CurrentTestRecorder: EventRecording, ConnectedRecording {
    /// How it is known among providers.
    public let id: ProviderID = "current-test-recorder"
    private let tests: RunningRecorders
    private let lookup: RecorderLookup
    private let site: CallSite

    /// A provider that looks for the recorder at each event.
    ///
    /// - Parameters:
    ///   - fileID: The file in which events that no assertion has checked fail a test of XCTest, if the test has no
    ///     assertion. Defaults to the file of the call.
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

    /// Records the event in the running test.
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

    /// Tells the running test that it knows whether the user has given consent.
    public func setConsent(_ isGiven: Bool) { running?.setConsent(isGiven) }

    package var isOfAllTests: Bool { true }

    package func connect(_ source: EventSource) { lookup.open(for: source) }

    package func disconnect(_ source: EventSource) {
        lookup.close(for: source)
        running?.disconnect(source)
    }

    package func withhold(_ event: Event) { running?.withhold(event) }

    package func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) { running?.takeUnrecorded(events) }

    /// The recorder of the test that certainly runs this code; nil if nobody knows which test that is.
    private var running: TestRecorder? {
        if let recorder = CurrentRecorder.ofTask { return recorder }
        if case .test(let recorder) = tests.ownerOutsideOfTasks { return recorder }
        return nil
    }
}
