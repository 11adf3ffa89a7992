import Foundation
import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// The only facade of the app. All code of the app uses this facade.
extension Analytics {
    static let shared = Analytics()
}

@Suite(.recordingEvents) struct AppLaunchTests {
    init() {
        Analytics.shared.addProvider(CurrentTestRecorder())
    }

    @Test func theLaunchIsTracked() {
        Analytics.shared.track(name: "app_opened")
        expectTracked("app_opened")
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

@Suite(.serialized) enum RecordingSuites {}

extension RecordingSuites {
    @Suite(.recordingEvents) struct SettingsTests {
        @Test func theChoiceIsTracked() {
            let analytics = Analytics.recording()
            analytics.track(name: "theme_chosen", ["theme": "dark"])
            expectTracked("theme_chosen", ["theme": "dark"])
        }
    }
}
