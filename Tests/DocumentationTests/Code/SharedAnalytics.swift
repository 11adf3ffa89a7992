import Foundation
import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// The only facade of the app. All code of the app uses this facade.
extension Analytics {
    nonisolated static let shared = Analytics()
}

@Suite(.recordingEvents(of: .shared)) @MainActor struct AppLaunchTests {
    @Test func theLaunchIsTracked() async {
        SessionLog.shared.begin()
        await expectTracked("session_started", within: .seconds(5))
    }
}

final class SessionLog: Sendable {
    static let shared = SessionLog()
    private let queue = DispatchQueue(label: "session-log")

    func begin() {
        queue.async { Analytics.shared.track(name: "session_started") }
    }
}

final class SessionLogTests: RecordingTestCase {
    override func setUp() {
        Analytics.shared.addProvider(CurrentTestRecorder())
    }

    func testASessionIsLogged() {
        SessionLog.shared.begin()
        expectTracked("session_started", within: .seconds(5))
    }
}
