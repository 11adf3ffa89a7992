internal import Foundation
package import TrackproofAssertions
package import XCTest

/// A test of XCTest.
package struct XCTestRunningTest: RunningTest {
    package let identity: TestIdentity
    // Unsafe for the compiler, to which it is not known that a test case may be asked from any thread.
    private nonisolated(unsafe) weak let testCase: XCTestCase?

    package var failureCount: Int? { testCase?.testRun?.totalFailureCount }

    /// XCTest names a test `Class.test`, and on Darwin `-[Module.Class test]`.
    package init(_ testCase: XCTestCase) {
        self.testCase = testCase
        let function = testCase.name.split(whereSeparator: { " .]".contains($0) }).last ?? ""
        // Objective-C's names for what is asynchronous or throws.
        let name = ["WithCompletionHandler:", "AndReturnError:"].reduce(String(function)) { name, ending in
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
        // The types around it too, without the module; a private one has its context in parentheses.
        let types = String(reflecting: type(of: testCase)).split(separator: ".").dropFirst().map(String.init)
        identity = TestIdentity(path: types.filter { !$0.hasPrefix("(") } + [name])
    }

    /// XCTest does not say where a test is written; the last assertion is the nearest place.
    package func fail(_ message: String, near site: CallSite?) {
        TestCases.fail(message, near: site)
    }

    /// XCTest has no warnings. Xcode shows a line of this form as one.
    package func warn(_ message: String, near site: CallSite?) {
        let place = site.map { "\($0.filePath):\($0.line): " } ?? ""
        let test = identity.path.joined(separator: "/")
        FileHandle.standardError.write(Data("\(place)warning: \(test): \(message)\n".utf8))
    }
}
