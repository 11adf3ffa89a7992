internal import TrackproofAssertions

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
    /// Events that no assertion has checked fail the test. The check is at the end of the test if the test has another
    /// recorder or runs under XCTest. Otherwise, it is when this recorder is released or when the process ends. An
    /// event that is tracked in `tearDown()` of XCTest is too late to fail its test. It fails the next test, or the
    /// run.
    ///
    /// - Parameters:
    ///   - exhaustively: Whether unchecked events fail the test.
    ///   - fileID: The file to which the failure is attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public convenience init(
        exhaustively: Bool = true, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            TestFramework.current, test: SwiftTestingTest.current,
            own: (CallSite(fileID, filePath, line, column), exhaustively))
    }
}
