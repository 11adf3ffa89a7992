import TrackproofAssertions

extension TestRecorder {
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
