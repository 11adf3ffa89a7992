package import Trackproof
package import TrackproofPlatform

/// Which recorder is the test's.
package enum CurrentRecorder {
    /// The recorder of the task. Tests of Swift Testing run side by side, and a test of XCTest hands it to its tasks.
    @TaskLocal package static var ofTask: TestRecorder?

    /// The recorder of the running XCTest case. Its tests run one after the other, so that their queues and threads
    /// find it too.
    package static let ofProcess = Lock<TestRecorder?>(nil)

    /// The newest of the events that no test recorded.
    static let strays = Lock<[Event]>([])

    /// So many strays are kept.
    static let strayLimit = 200

    /// Keeps an event that reached no test, so that a failure can mention it.
    package static func keepStray(_ event: Event) {
        strays.withLock { strays in
            if strays.count == strayLimit { strays.removeFirst() }
            strays.append(event)
        }
    }
}

extension TestRecorder {
    /// The recorder of the running test: that of the task, else of the running XCTest case, else nil.
    public static var current: TestRecorder? { CurrentRecorder.ofTask ?? CurrentRecorder.ofProcess.withLock { $0 } }
}
