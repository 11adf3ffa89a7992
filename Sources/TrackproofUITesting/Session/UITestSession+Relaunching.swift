import TrackproofAssertions

extension UITestSession {
    /// Launches the app again and waits until its bridge has connected.
    ///
    /// The app gets the same arguments and environment variables as at the first launch. If the app is still running,
    /// its driver ends the app first.
    ///
    /// ```swift
    /// try session.relaunch()
    /// session.expectTracked("app_launched", including: ["is_first_launch": false])
    /// ```
    ///
    /// The session first receives everything that the app has tracked. Do not call `terminate()` before this method: an
    /// app that was terminated cannot send its last events.
    ///
    /// If a test must call `terminate()` itself, it must first make an assertion about all events, such as
    /// ``expectNothingElse(source:fileID:filePath:line:column:)``. Over a socket, the session then knows whether the
    /// app has sent anything since that assertion. Over accessible values and the pasteboard, the session cannot know
    /// this, so the test fails.
    ///
    /// - Parameters:
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Throws: An error of the app's driver, or ``UITestSessionError`` if no bridge connects.
    public func relaunch(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) { settle(at: site) }
        try start()
    }

    /// Launches the app and waits until a new bridge has connected.
    func start() throws {
        let count = channel.connectionCount
        isSilent = false
        try app.launch(arguments: launchArguments, environment: launchEnvironment)
        try waitForConnection(past: count)
    }
}
