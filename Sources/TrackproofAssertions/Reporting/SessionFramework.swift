internal import Foundation

/// The test framework of a session that was given no test case of XCTest.
///
/// `TrackproofTesting` contains the adapter to Swift Testing. A UI-test target in Xcode cannot contain
/// `TrackproofTesting`, so the module for UI tests does not import it. It finds the adapter by name if the process
/// contains it.
package protocol SessionFramework: AnyObject {
    init()
    /// The reporter for the framework of the code that is running.
    var reporter: any TestReporter { get }
    /// The test that is running; `nil` if the framework does not say.
    var runningTest: (any RunningTest)? { get }
}

/// The lookup of the adapter of `TrackproofTesting`.
package enum SessionFrameworks {
    /// Returns the adapter; `nil` in a process without `TrackproofTesting`.
    package static func find() -> (any SessionFramework)? {
        (NSClassFromString("TrackproofTesting.UnitTestFramework") as? any SessionFramework.Type).map { $0.init() }
    }
}
