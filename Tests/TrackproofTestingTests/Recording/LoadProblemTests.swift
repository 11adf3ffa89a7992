import Testing

@testable import TrackproofAssertions

@Suite struct LoadProblemTests {
    @Test func severalCopiesAreAProblem() {
        #expect(
            LoadProblem.message(aboutCopiesIn: ["/App.app/App", "/Tests.xctest/Tests"]) == """
                Trackproof is linked 2 times, so the events of the app do not reach the tests: in /App.app/App and in \
                /Tests.xctest/Tests
                link it only once: let the test target get Trackproof from the framework or the app under test, or build \
                Trackproof as a dynamic library that both use; do not set DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC
                """)
        #expect(LoadProblem.message(aboutCopiesIn: ["/App.app/App"]) == nil)
        #expect(LoadProblem.message(aboutCopiesIn: []) == nil)
        // This test bundle is linked correctly.
        #expect(LoadProblem.message == nil)
    }
}
