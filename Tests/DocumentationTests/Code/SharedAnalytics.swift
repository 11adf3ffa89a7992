import Foundation
import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// An app's facade that is made once, for all.
extension Analytics {
    static let shared = Analytics()
}

enum SharedFacade {
    static let isRecorded: Void = Analytics.shared.addProvider(CurrentTestRecorder())
}

@Test(.recordingEvents) func aSharedFacade() async {
    SharedFacade.isRecorded
    Analytics.shared.track(name: "app_opened")
    expectTracked("app_opened")
}

final class SessionLog: Sendable {
    static let shared = SessionLog()
    private let queue = DispatchQueue(label: "session-log")

    func begin() {
        queue.async { Analytics.shared.track(name: "session_started") }
    }
}

final class SessionLogTests: RecordingTestCase {
    override class func setUp() {
        SharedFacade.isRecorded
    }

    func testASessionIsLogged() {
        SessionLog.shared.begin()
        expectTracked("session_started", within: .seconds(5))
    }
}
