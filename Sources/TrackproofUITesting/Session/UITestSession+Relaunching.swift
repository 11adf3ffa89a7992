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
    /// The session first receives everything that the app has tracked. If the app has crashed or was terminated, its last
    /// events may be lost, so the test fails. If the test means the app to end, call
    /// ``expectExit(within:fileID:filePath:line:column:)`` before this method.
    /// - Throws: An error of the app's driver, or ``UITestSessionError`` if no bridge connects.
    public func relaunch(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
        let site = CallSite(fileID, filePath, line, column)
        assert(at: site) { settle(at: site) }
        try start()
    }

    /// Waits until the app has ended, and accepts that events which the app had not sent are lost.
    ///
    /// Call this method after a step that ends the app on purpose, such as `terminate()` or a crash:
    ///
    /// ```swift
    /// app.terminate()
    /// session.expectExit()
    /// try session.relaunch()
    /// ```
    ///
    /// Later assertions check the events that arrived. If the app keeps running until the limit, the test fails.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for the end. Defaults to the session's ``timeout``.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: How the app ended, as its driver describes it in ``AppUnderTest/exitDescription``, such as
    ///   `was killed by signal 9`; `nil` if the app still runs.
    @discardableResult
    public func expectExit(
        within limit: Duration? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> String? {
        let site = CallSite(fileID, filePath, line, column)
        var end: String?
        assert(at: site) {
            recorder.prepareAssertion(at: site)
            let limit = limit ?? timeout
            end = waitForExit(until: .now + limit)
            if end == nil {
                recorder.fail("the app did not end within \(limit)", showing: recorder.table, at: site)
            } else {
                (isEndKnown, knownCuts) = (true, channel.cutCount)
            }
        }
        return end
    }

    /// Launches the app and waits until a new bridge has connected.
    func start() throws {
        let count = channel.connectionCount
        (isSilent, isEndKnown) = (false, false)
        try app.launch(arguments: launchArguments, environment: launchEnvironment)
        try waitForConnection(past: count)
    }
}
