#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    import TrackproofBridgeReader

    @testable import TrackproofUITesting

    /// Tests of a UI test's runner that may not listen at a port, as in the sandbox on a Mac.
    @Suite(.blocking) struct RunnerLimitsTests {
        @Test func theAutomaticBridgeIsAFileIfListeningIsRefused() throws {
            let app = ScreenlessApp()
            let session = try BindRefusal.$code.withValue(EPERM) {
                try UITestSession.launch(app, bridge: .automatic, timeout: longTimeout)
            }
            #expect(
                session.bridgeDescription == "file, because tcp: cannot listen on 127.0.0.1: Operation not permitted")
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            session.expectNothingElse()
            session.finish()
        }

        @Test func aNamedBridgeReportsWhyListeningIsRefused() throws {
            let text = BindRefusal.$code.withValue(EPERM) {
                message { try UITestSession.launch(ScreenlessApp(), bridge: .tcp) }
            }
            #expect(text?.hasSuffix(": Operation not permitted") == true)
        }

        /// Tests that a file is the last choice in a sandbox, because the app may be unable to write to it.
        @Test func accessibilityPrecedesAFileInASandbox() {
            #expect(UITestBridge.automaticOrder(isSandboxed: true) == [.tcp, .accessibility, .file])
            #expect(UITestBridge.automaticOrder(isSandboxed: false) == [.tcp, .file, .accessibility])
        }
    }
#endif
