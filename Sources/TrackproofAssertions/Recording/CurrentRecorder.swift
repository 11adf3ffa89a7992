package import Trackproof
package import TrackproofPlatform

/// The recorder of the running test.
package enum CurrentRecorder {
    /// The recorder of the test that the current task belongs to; `nil` if the task does not know its test.
    @TaskLocal package static var ofTask: TestRecorder?

    /// The recorder of the running XCTest case.
    ///
    /// XCTest runs one test after the other, so code on a test's queues and threads can use this recorder too.
    package static let ofProcess = Lock<TestRecorder?>(nil)

    /// The newest events that reached no test.
    static let strays = Lock<[Event]>([])

    /// The maximum number of events in ``strays``.
    static let strayLimit = 200

    /// Keeps an event that reached no test, so that a failure message can mention it.
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
    /// The recorder of the current task comes first, then the recorder of the running XCTest case.
    public static var current: TestRecorder? { CurrentRecorder.ofTask ?? CurrentRecorder.ofProcess.withLock { $0 } }
}
