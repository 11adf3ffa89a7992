/// Which test is running.
package struct TestIdentity: Sendable, Hashable {
    /// The suites from outside to inside, then the function: `["LoginTests", "aLoginIsTracked()"]`.
    package let path: [String]
    /// Whether there are several cases of it.
    package let isParameterized: Bool
    /// Tells the cases apart, within one process.
    package let testCase: String

    package init(path: [String], isParameterized: Bool = false, testCase: String = "") {
        self.path = path
        self.isParameterized = isParameterized
        self.testCase = testCase
    }
}
