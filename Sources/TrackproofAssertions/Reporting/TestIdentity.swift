/// The identity of a test.
package struct TestIdentity: Sendable, Hashable {
    /// The module that contains the test.
    package let module: String
    /// The names of the suites, the outermost first, then the function's name: `["LoginTests", "aLoginIsTracked()"]`.
    package let path: [String]
    /// Whether the test is parameterized, so that it may have several cases.
    package let isParameterized: Bool
    /// The text that distinguishes the cases of the test within one process.
    package let testCase: String

    package init(module: String, path: [String], isParameterized: Bool = false, testCase: String = "") {
        self.module = module
        self.path = path
        self.isParameterized = isParameterized
        self.testCase = testCase
    }
}
