import _TrackproofTestSupport
import Testing
import TrackproofUITesting

/// Launches an app with a session. By default, the session reports unchecked events.
func launch(
    _ bridge: UITestBridge = .tcp, _ app: ScreenlessApp = ScreenlessApp(), timeout: Duration = longTimeout,
    exhaustively isExhaustive: Bool = true
) throws -> (ScreenlessApp, UITestSession) {
    (app, try UITestSession.launch(app, bridge: bridge, timeout: timeout, exhaustively: isExhaustive))
}

/// Launches an app with a session that belongs to no test.
func launchOutsideTests(_ app: ScreenlessApp) throws -> UITestSession {
    nonisolated(unsafe) let app = app
    nonisolated(unsafe) var launched: Result<UITestSession, any Error>?
    // Swift Testing does not know the test of a new thread.
    onThreads(1) { _ in launched = Result { try launch(.file, app).1 } }
    return try #require(try launched?.get())
}

/// The end of the message about a launch to which no bridge connected.
let connectionHint = """
    Check that the app is built with DEBUG and adds the provider EventBridge.fromEnvironment() when it starts. If the \
    app cannot open the bridge, its standard error says why
    """
