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

    /// Returns `recorder`, or the recorder of the running test if `recorder` is `nil`.
    ///
    /// If the running test has no recorder either, the function fails the test and returns `nil`.
    static func find(_ recorder: TestRecorder?, at site: CallSite) -> TestRecorder? {
        if let found = recorder ?? current { return found }
        let framework = TestFramework.current
        framework.fail(reason(framework), of: nil, at: site, stopping: true)
        return nil
    }

    private static func reason(_ framework: TestFramework) -> String {
        if framework.isOutsideTest {
            return """
                a detached task, a queue or a thread cannot find the test's recorder: get the recorder in the test \
                with TestRecorder.current, and pass it to the assertion as `in:`
                """
        }
        switch framework {
        case .swiftTesting:
            return "this test has no recorder: write @Test(.recordingEvents) or @Suite(.recordingEvents)"
        case .xcTest, .unknown:
            return "this test has no recorder: subclass RecordingTestCase, or call recordEvents() in setUp()"
        }
    }
}
