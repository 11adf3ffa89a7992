internal import TrackproofAssertions

extension TestRecorder {
    /// A recorder of a test's own, for a facade that the test makes with it.
    ///
    /// ```swift
    /// let recorder = TestRecorder()
    /// let analytics = Analytics(providers: [recorder])
    /// analytics.screen("login")
    /// expectTracked("login", kind: .screen, in: recorder)
    /// ```
    ///
    /// Events that no assertion has checked fail the test: at its end, if it has a recorder besides or runs under XCTest,
    /// or else when this recorder is released, or when the process ends. What `tearDown()` of XCTest tracks is too late to
    /// fail its test; it fails the next one, or the run.
    ///
    /// - Parameters:
    ///   - exhaustively: Whether unchecked events fail the test.
    ///   - fileID: The file in which they fail it. Defaults to the file of the call.
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
