package import TrackproofAssertions
package import XCTest

/// A test that XCTest runs.
package struct XCTestRunningTest: RunningTest {
    package let identity: TestIdentity
    // Uses `nonisolated(unsafe)`, because the compiler does not know that every thread may read a test case.
    nonisolated(unsafe) weak var testCase: XCTestCase?
    /// What XCTest did when this value was created. When XCTest does something else, the test has ended.
    let phase = XCTestRun.phase

    package var failureCount: Int? { testCase?.testRun?.totalFailureCount }

    package var isSkipped: Bool { testCase?.testRun?.hasBeenSkipped ?? false }

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
        let types = String(reflecting: type(of: testCase)).split(separator: ".").map(String.init)
        identity = TestIdentity(
            module: types.first ?? "", path: types.dropFirst().filter { !$0.hasPrefix("(") } + [name])
    }
}
