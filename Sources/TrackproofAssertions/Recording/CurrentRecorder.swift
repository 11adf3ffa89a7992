package import Trackproof
package import TrackproofPlatform

/// The recorder of the running test.
package enum CurrentRecorder {
    /// The recorder of the test that the current task belongs to; `nil` if the task does not know its test.
    @TaskLocal package static var ofTask: TestRecorder?

    /// The recorder of the running XCTest case; `nil` if no XCTest case with a recorder is running.
    ///
    /// XCTest runs one test after the other, so this is also the recorder for code that the test runs on queues and
    /// threads.
    package static let ofProcess = Lock<TestRecorder?>(nil)

    /// The newest events that did not reach the recorder of any test.
    static let strays = Lock<[Event]>([])

    /// The maximum number of events in ``strays``.
    static let strayLimit = 200

    /// Keeps an event that did not reach the recorder of any test, so that a failure message can mention the event.
    package static func keepStray(_ event: Event) {
        strays.withLock { strays in
            if strays.count == strayLimit { strays.removeFirst() }
            strays.append(event)
        }
    }
}

extension TestRecorder {
    /// The recorder of the running test; `nil` if no recorder is known.
    ///
    /// If the current task has a recorder, this is the task's recorder. Otherwise, this is the recorder of the running
    /// XCTest case.
    public static var current: TestRecorder? { CurrentRecorder.ofTask ?? CurrentRecorder.ofProcess.withLock { $0 } }
}
