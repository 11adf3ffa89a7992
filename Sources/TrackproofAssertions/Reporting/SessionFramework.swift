internal import Foundation

/// The test framework of a session that no test case of XCTest is given to.
///
/// `TrackproofTesting` has the adapter to Swift Testing. A UI-test target of Xcode cannot have it, so the module of UI
/// tests does not import it but finds it by its name where the process has it.
package protocol SessionFramework: AnyObject {
    init()
    /// The framework of the code that runs now.
    var reporter: any TestReporter { get }
    /// The test that runs now; nil if the framework does not tell.
    var runningTest: (any RunningTest)? { get }
}

/// Finds the adapter of `TrackproofTesting`.
package enum SessionFrameworks {
    /// The adapter, or nil in a process without `TrackproofTesting`.
    package static func find() -> (any SessionFramework)? {
        (NSClassFromString("TrackproofTesting.UnitTestFramework") as? any SessionFramework.Type).map { $0.init() }
    }
}
