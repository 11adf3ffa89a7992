import Foundation
package import TrackproofAssertions
package import XCTest

/// A test that XCTest runs.
package struct XCTestRunningTest: RunningTest {
    package let identity: TestIdentity
    // Uses `nonisolated(unsafe)`, because the compiler does not know that every thread may read a test case.
    private nonisolated(unsafe) weak let testCase: XCTestCase?

    package var failureCount: Int? { testCase?.testRun?.totalFailureCount }

    /// Creates a test from its test case, whose name is `Class.test`, or `-[Module.Class test]` on Darwin.
    package init(_ testCase: XCTestCase) {
        self.testCase = testCase
        let function = testCase.name.split(whereSeparator: { " .]".contains($0) }).last ?? ""
        // In Objective-C, the name of an asynchronous or throwing method ends with one of these texts.
        let name = ["WithCompletionHandler:", "AndReturnError:"].reduce(String(function)) { name, ending in
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
        // The path contains the test case's type and the types around this type, without the module. The name of a
        // private type also contains a text such as `(unknown context at $10)`, which the path leaves out.
        let types = String(reflecting: type(of: testCase)).split(separator: ".").dropFirst().map(String.init)
        identity = TestIdentity(path: types.filter { !$0.hasPrefix("(") } + [name])
    }

    /// Fails the test.
    ///
    /// XCTest does not tell where a test is declared. So the failure is attributed to the test's last assertion.
    package func fail(_ message: String, near site: CallSite?) {
        TestCases.fail(message, near: site)
    }

    /// Prints a warning. XCTest has no warnings, but Xcode shows a line of this form as a warning.
    package func warn(_ message: String, near site: CallSite?) {
        let place = site.map { "\($0.filePath):\($0.line): " } ?? ""
        let test = identity.path.joined(separator: "/")
        FileHandle.standardError.write(Data("\(place)warning: \(test): \(message)\n".utf8))
    }
}
