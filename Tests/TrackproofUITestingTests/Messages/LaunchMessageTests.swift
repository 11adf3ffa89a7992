import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofUITesting

/// Tests of the messages about a session that could not begin.
@Suite(.blocking) struct LaunchMessageTests {
    @Test(arguments: UITestBridge.allCases)
    func aLaunchWithoutABridgeIsReported(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.addsBridge = false
        let name = bridge == .automatic ? "tcp, file, accessibility" : bridge.rawValue
        #expect(
            message { try launch(bridge, app, timeout: .milliseconds(20)) }
                == "no bridge connected within 0.02 seconds (\(name))\n" + connectionHint)
    }

    /// Tests an app that writes a line without the name of a writer to the bridge's file.
    @Test func refusedLinesAreReported() {
        let app = ScreenlessApp()
        app.addsBridge = false
        app.passed = { environment in
            let path = String((environment["TRACKPROOF_BRIDGE"] ?? "").trimmingPrefix("file:"))
            let isWritten = FileManager.default.createFile(atPath: path, contents: Data("{\"name\":\"tap\"}\n".utf8))
            return isWritten ? environment : [:]
        }
        #expect(
            message { try UITestSession.launch(app, bridge: .file, timeout: .seconds(1)) }?.hasPrefix(
                "no bridge connected within 1.0 seconds (file): the bridge's file: 1 of 1 line refused: "
                    + "line 1: expected a string in the member \"writer\"\n") == true)
    }

    /// Returns the message of a launch that fails before its time limit.
    private func launchMessage(_ app: ScreenlessApp, _ bridge: UITestBridge) -> String? {
        let start = ContinuousClock.now
        defer { #expect(.now - start < longTimeout) }
        return message { try launch(bridge, app) }
    }

    @Test(arguments: UITestBridge.allCases)
    func anAppThatEndsDuringItsLaunchIsReported(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.endAtLaunch = "exited with status 3"
        #expect(launchMessage(app, bridge) == "the app exited with status 3, and its bridge did not connect")
    }

    @Test(arguments: [UITestBridge.accessibility, .pasteboard, .alert])
    func aDriverThatDoesNotSupportTheBridgeIsReported(bridge: UITestBridge) {
        let app = ScreenlessApp()
        app.failure = UnsupportedByDriver("this driver sees no \(bridge)")
        #expect(launchMessage(app, bridge) == "the bridge cannot be read: this driver sees no \(bridge)")
    }

    /// Tests a driver that can read nothing. When the session tries to read elements, the app connects over `tcp`.
    @Test func theBestBridgeWorksWithADriverThatReadsNothing() throws {
        let app = ScreenlessApp()
        app.failure = UnsupportedByDriver("this driver sees nothing")
        app.addsBridge = false
        app.onFailure = { app in try app.addBridge() }
        let session = try UITestSession.launch(app, timeout: longTimeout)
        #expect(session.bridgeDescription == "tcp")
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.finish()
    }

    @Test func aSnapshotOutsideATestIsReported() throws {
        let session = try launchOutsideTests(ScreenlessApp())
        expectFailure(
            "the snapshot is named after its test, which the session does not know: pass `test: self` to `launch`"
        ) { line(of: session.expectSnapshot()) }
    }
}
