/// The identity of a test.
package struct TestIdentity: Sendable, Hashable {
    /// The names of the suites, the outermost first, then the function's name: `["LoginTests", "aLoginIsTracked()"]`.
    package let path: [String]
    /// Whether the test is parameterized, so that it may have several cases.
    package let isParameterized: Bool
    /// The text that distinguishes the cases of the test within one process.
    package let testCase: String

    package init(path: [String], isParameterized: Bool = false, testCase: String = "") {
        self.path = path
        self.isParameterized = isParameterized
        self.testCase = testCase
    }
}
