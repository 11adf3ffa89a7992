import TrackproofUITesting

/// An app and its session, for a test of what a test is told: what is left unchecked is not told, unless it asks for it.
func launch(
    _ bridge: UITestBridge = .tcp, _ app: ScreenlessApp = ScreenlessApp(), timeout: Duration = longPatience,
    exhaustively isExhaustive: Bool = false
) throws -> (ScreenlessApp, UITestSession) {
    (app, try UITestSession.launch(app, bridge: bridge, timeout: timeout, exhaustively: isExhaustive))
}
