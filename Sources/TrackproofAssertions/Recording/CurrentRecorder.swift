public import Trackproof
package import TrackproofPlatform

/// Which recorder is the test's.
package enum CurrentRecorder {
    /// Of the task: tests of Swift Testing run side by side.
    @TaskLocal package static var ofTask: TestRecorder?

    /// Of the process: tests of XCTest run one after the other, so that their queues and threads find it too.
    package static let ofProcess = Lock<TestRecorder?>(nil)

    /// The newest of the events that no test recorded.
    static let strays = Lock<[Event]>([])

    /// So many strays are kept.
    static let strayLimit = 200
}

extension TestRecorder {
    /// The recorder of the running test: that of the task, else of the running XCTest case, else nil.
    public static var current: TestRecorder? { CurrentRecorder.ofTask ?? CurrentRecorder.ofProcess.withLock { $0 } }
}

/// A provider that hands each event to the recorder of the test in which it is tracked.
///
/// It is for a facade that is made once for all tests, such as an app's shared one:
///
/// ```swift
/// Analytics.shared.addProvider(CurrentTestRecorder())
/// ```
///
/// Tests that run side by side are told apart by their task. `Task.detached`, a dispatch queue and a thread do not
/// inherit it; what they track here reaches no recorder, and failures say so. A facade that the test makes itself
/// reaches its recorder from everywhere.
public struct CurrentTestRecorder: EventRecording {
    /// How it is known among providers.
    public let id: ProviderID = "current-test-recorder"

    /// A provider that looks for the recorder at each event.
    public init() {}

    /// Records the event in the running test.
    public func record(_ event: RecordedEvent) {
        if let recorder = TestRecorder.current { return recorder.record(event) }
        CurrentRecorder.strays.withLock { strays in
            if strays.count == CurrentRecorder.strayLimit { strays.removeFirst() }
            strays.append(event.event)
        }
    }
}
