import TrackproofAssertions

/// The adapter through which a UI-test session reports failures to the framework that runs the current test.
///
/// `TrackproofUITesting` finds this class by its name.
final class UnitTestFramework: SessionFramework {
    let reporter: any TestReporter = TestFramework.current
    let runningTest: (any RunningTest)? = SwiftTestingTest.current
}
