package import Trackproof
package import TrackproofPlatform

/// The recorder of the running test.
package enum CurrentRecorder {
    /// The recorder of the task. Tests of Swift Testing run in parallel, and a test of XCTest passes it to its tasks.
    @TaskLocal package static var ofTask: TestRecorder?

    /// The recorder of the running XCTest case.
    ///
    /// XCTest runs one test after the other, so the queues and threads of a test find this recorder too.
    package static let ofProcess = Lock<TestRecorder?>(nil)

    /// The newest events that reached no test.
    static let strays = Lock<[Event]>([])

    /// The maximum number of strays.
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
    /// It is the recorder of the task, or else the recorder of the running XCTest case.
    public static var current: TestRecorder? { CurrentRecorder.ofTask ?? CurrentRecorder.ofProcess.withLock { $0 } }
}
