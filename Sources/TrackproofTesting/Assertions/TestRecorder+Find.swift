extension TestRecorder {
    /// The recorder that an assertion is about; where there is none the test fails.
    static func find(_ recorder: TestRecorder?, at site: CallSite) -> TestRecorder? {
        if let found = recorder ?? current { return found }
        TestFramework.current.fail(
            """
            no recorder to ask: add the trait .recordingEvents to the test or its suite (with XCTest derive from \
            RecordingTestCase). A detached task, a queue and a thread do not know the test's; take it before by \
            TestRecorder.current and name it by in:
            """, at: site)
        return nil
    }
}
