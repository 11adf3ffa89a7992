import Foundation

/// The test framework of a UI-test session that was created without a test case of XCTest.
///
/// `TrackproofTesting` contains the adapter to Swift Testing: the class that conforms to this protocol. A UI-test
/// target in Xcode cannot contain `TrackproofTesting`, so `TrackproofUITesting` does not import `TrackproofTesting`.
/// Instead, `TrackproofUITesting` finds the adapter by its class name if the process contains the adapter.
package protocol SessionFramework: AnyObject {
    init()
    /// The reporter for the test framework that runs the current code.
    var reporter: any TestReporter { get }
    /// The test that is running; `nil` if the test framework does not tell which test is running.
    var runningTest: (any RunningTest)? { get }
}

/// The lookup of the class in `TrackproofTesting` that conforms to ``SessionFramework``.
package enum SessionFrameworks {
    /// Returns an instance of `UnitTestFramework`; `nil` if the process does not contain `TrackproofTesting`.
    package static func find() -> (any SessionFramework)? {
        (NSClassFromString("TrackproofTesting.UnitTestFramework") as? any SessionFramework.Type).map { $0.init() }
    }
}
