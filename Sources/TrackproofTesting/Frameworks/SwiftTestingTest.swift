internal import Testing
internal import TrackproofAssertions

/// A test case of Swift Testing.
struct SwiftTestingTest: RunningTest {
    let test: Test
    let testCase: Test.Case?

    init(_ test: Test, _ testCase: Test.Case?) {
        self.test = test
        self.testCase = testCase
    }

    /// The running test; nil outside a test.
    static var current: SwiftTestingTest? { Test.current.map { SwiftTestingTest($0, .current) } }

    var identity: TestIdentity {
        TestIdentity(
            path: path, isParameterized: testCase?.isParameterized ?? false,
            testCase: testCase.map { String(describing: $0) } ?? "")
    }

    /// A test's id is `Module.Suite/Inner/function()/File.swift:19:6`, its parent's the same without the place.
    private var path: [String] {
        guard let id = test.id.parent?.description else { return [test.name] }
        let start = test.id.moduleName + "."
        return (id.hasPrefix(start) ? id.dropFirst(start.count) : id[...]).split(separator: "/").map(String.init)
    }

    func fail(_ message: String, near site: CallSite?) {
        Issue.record(Comment(rawValue: message), sourceLocation: test.sourceLocation)
    }

    func warn(_ message: String, near site: CallSite?) {
        Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: test.sourceLocation)
    }
}
