internal import TrackproofAssertions

extension UITestSession {
    /// Launches the app again, with the arguments and the environment that it was launched with, and waits until its
    /// bridge has connected. An app that runs is ended first.
    ///
    /// ```swift
    /// try session.relaunch()
    /// session.expectTracked("app_launched", including: ["is_first_launch": false])
    /// ```
    ///
    /// What was tracked by now is taken in before. An app that is terminated cannot send what it still holds, so this is
    /// the way to end it. A test that calls `terminate()` itself has an assertion about all events before it, such as
    /// ``expectNothingElse(source:fileID:filePath:line:column:)``; then the session knows over a socket that nothing came
    /// since. Over accessible values and the pasteboard it cannot know, and the test fails.
    ///
    /// - Parameters:
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    /// - Throws: what the app's driver throws, and ``UITestSessionError`` if no bridge connects.
    public func relaunch(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) { settle(at: site) }
        try start()
    }

    /// Starts the app, and waits for a bridge that was not there before.
    func start() throws {
        let count = channel.connectionCount
        isSilent = false
        try app.launch(arguments: launchArguments, environment: launchEnvironment)
        try waitForConnection(past: count)
    }
}
