import TrackproofUITesting

/// Launches an app with a session. By default, the session does not report unchecked events.
func launch(
    _ bridge: UITestBridge = .tcp, _ app: ScreenlessApp = ScreenlessApp(), timeout: Duration = longTimeout,
    exhaustively isExhaustive: Bool = false
) throws -> (ScreenlessApp, UITestSession) {
    (app, try UITestSession.launch(app, bridge: bridge, timeout: timeout, exhaustively: isExhaustive))
}
