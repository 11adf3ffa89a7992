internal import Foundation
package import TrackproofAssertions
package import XCTest

/// A test that XCTest runs.
package struct XCTestRunningTest: RunningTest {
    package let identity: TestIdentity
    // Unsafe, because the compiler does not know that any thread may read a test case.
    private nonisolated(unsafe) weak let testCase: XCTestCase?

    package var failureCount: Int? { testCase?.testRun?.totalFailureCount }

    /// Creates a test from its test case, whose name is `Class.test`, or `-[Module.Class test]` on Darwin.
    package init(_ testCase: XCTestCase) {
        self.testCase = testCase
        let function = testCase.name.split(whereSeparator: { " .]".contains($0) }).last ?? ""
        // Objective-C's name of an asynchronous or throwing method has one of these endings.
        let name = ["WithCompletionHandler:", "AndReturnError:"].reduce(String(function)) { name, ending in
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
        // The path has the types around the test case, without the module. A private type has its context in
        // parentheses.
        let types = String(reflecting: type(of: testCase)).split(separator: ".").dropFirst().map(String.init)
        identity = TestIdentity(path: types.filter { !$0.hasPrefix("(") } + [name])
    }

    /// Fails the test.
    ///
    /// XCTest does not say where a test is written. The last assertion is the nearest place.
    package func fail(_ message: String, near site: CallSite?) {
        TestCases.fail(message, near: site)
    }

    /// Prints a warning. XCTest has no warnings, but Xcode shows a line of this form as one.
    package func warn(_ message: String, near site: CallSite?) {
        let place = site.map { "\($0.filePath):\($0.line): " } ?? ""
        let test = identity.path.joined(separator: "/")
        FileHandle.standardError.write(Data("\(place)warning: \(test): \(message)\n".utf8))
    }
}
