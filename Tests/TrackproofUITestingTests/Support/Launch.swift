import TrackproofUITesting

/// Launches an app with a session, for a test of messages. Unchecked events are reported only if the test asks for it.
func launch(
    _ bridge: UITestBridge = .tcp, _ app: ScreenlessApp = ScreenlessApp(), timeout: Duration = longTimeout,
    exhaustively isExhaustive: Bool = false
) throws -> (ScreenlessApp, UITestSession) {
    (app, try UITestSession.launch(app, bridge: bridge, timeout: timeout, exhaustively: isExhaustive))
}
