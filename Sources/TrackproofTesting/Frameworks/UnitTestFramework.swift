internal import TrackproofAssertions

/// The adapter that gives a UI test's session the framework of a unit test. `TrackproofUITesting` finds this class by
/// its name.
final class UnitTestFramework: SessionFramework {
    let reporter: any TestReporter = TestFramework.current
    let runningTest: (any RunningTest)? = SwiftTestingTest.current
}
