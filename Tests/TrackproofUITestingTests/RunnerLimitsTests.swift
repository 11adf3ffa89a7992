#if os(macOS) || os(Linux)
    import Foundation
    import _TrackproofTestSupport
    import Testing
    import Trackproof
    @_spi(Tooling) import TrackproofBridgeReader

    @testable import TrackproofUITesting

    /// Tests of the limits of a UI test's runner: long paths in a simulator, and the sandbox on a Mac.
    @Suite(.blocking) struct RunnerLimitsTests {
        @Test func aSocketIsElsewhereIfTheTemporaryPathIsTooLong() async {
            await #expect(processExitsWith: .success) {
                let folder = "/tmp/trackproof-" + UUID().uuidString
                let long = folder + "/" + String(repeating: "x", count: 159 - folder.utf8.count)
                try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
                defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
                setenv("TMPDIR", long, 1)
                for bridge in [UITestBridge.unix, .file] {
                    let app = ScreenlessApp()
                    let session = try UITestSession.launch(app, bridge: bridge, timeout: longTimeout)
                    app.analytics.track(Event("a"))
                    session.expectTracked("a")
                    session.finish()
                    let isOutsideTest = app.environment["TRACKPROOF_BRIDGE"]?.contains(long) == false
                    if isOutsideTest != (bridge == .unix) { exit(1) }
                }
            }
        }

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

        @Test(arguments: [UITestBridge.tcp, .unix])
        func aNamedBridgeReportsWhyListeningIsRefused(bridge: UITestBridge) throws {
            let text = BindRefusal.$code.withValue(EPERM) {
                message { try UITestSession.launch(ScreenlessApp(), bridge: bridge) }
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
