internal import Testing
internal import TrackproofAssertions
internal import TrackproofPlatform

/// A test case of Swift Testing.
struct SwiftTestingTest: RunningTest {
    let test: Test
    let testCase: Test.Case?
    /// The number of its issues that are failures, or `nil` if they are not counted.
    private let failures = Lock<Int?>(nil)

    init(_ test: Test, _ testCase: Test.Case?) {
        self.test = test
        self.testCase = testCase
    }

    /// The running test, or `nil` outside of a test. If the test has a recorder, this is the recorder's instance, which
    /// counts the failures.
    static var current: SwiftTestingTest? {
        CurrentRecorder.ofTask?.test as? SwiftTestingTest ?? Test.current.map { SwiftTestingTest($0, .current) }
    }

    var failureCount: Int? { failures.withLock { $0 } }

    /// Runs the test's code and counts its failures.
    func countFailures(in body: @Sendable () async throws -> Void) async throws {
        failures.withLock { $0 = 0 }
        let counter: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.isFailure { failures.withLock { $0 = ($0 ?? 0) + 1 } }
            return issue
        }
        try await counter.provideScope(for: test, testCase: testCase, performing: body)
    }

    var identity: TestIdentity {
        TestIdentity(
            path: path, isParameterized: testCase?.isParameterized ?? false,
            testCase: testCase.map { String(describing: $0) } ?? "")
    }

    /// The names of the suites and of the function. A test's id is `Module.Suite/Inner/function()/File.swift:19:6`, and
    /// its parent's id is the same without the place.
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
