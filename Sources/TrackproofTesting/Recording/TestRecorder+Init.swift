import TrackproofAssertions

extension TestRecorder {
    /// Creates a recorder for a facade that the test makes itself.
    ///
    /// ```swift
    /// let recorder = TestRecorder()
    /// let analytics = Analytics(providers: [recorder])
    /// analytics.screen("login")
    /// expectTracked("login", kind: .screen, in: recorder)
    /// ```
    ///
    /// Events that no assertion has checked fail the test. If the test also has a recorder from the trait
    /// `.recordingEvents`, `RecordingTestCase` or `recordEvents()`, Trackproof looks for unchecked events at the end of
    /// the test. Otherwise, Trackproof looks for unchecked events when this recorder is deallocated, when XCTest has run all
    /// test cases, or when the process ends. If the process ends with unchecked events, it exits with an error.
    ///
    /// - Parameters:
    ///   - exhaustively: Whether unchecked events fail the test.
    ///   - converting: Whether the app may pass values that SDKs refuse; see ``RecordingTrait/converting``.
    ///   - fileID: The file to which the failure is attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public convenience init(
        exhaustively: Bool = true, converting: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            TestFramework.reporter, test: SwiftTestingTest.current,
            own: (CallSite(fileID, filePath, line, column), exhaustively),
            rules: RecordingRules(allowsConversion: converting))
    }
}
