import Testing
import TrackproofAssertions
import TrackproofPlatform

/// A test case of Swift Testing.
struct SwiftTestingTest: RunningTest {
    let test: Test
    let testCase: Test.Case?
    /// The number of the test's issues that are failures; `nil` before ``countFailures(in:)`` was called.
    private let failures = Lock<Int?>(nil)

    init(_ test: Test, _ testCase: Test.Case?) {
        self.test = test
        self.testCase = testCase
    }

    /// The running test; `nil` outside of a test.
    ///
    /// If the test has a recorder, this is the `test` of the recorder, because this value counts the test's failures.
    static var current: SwiftTestingTest? {
        EventOwnership.ofTask?.test as? SwiftTestingTest ?? Test.current.map { SwiftTestingTest($0, .current) }
    }

    var failureCount: Int? { failures.withLock { $0 } }

    /// Always `false`: ``RecordingTrait`` does not check a test that was cancelled while it ran.
    let isSkipped = false

    /// Runs the test's code and counts the failures in ``failureCount``.
    ///
    /// A thrown error counts too, although Swift Testing reports it only after the traits of the test have ended.
    func countFailures(in body: @Sendable () async throws -> Void) async throws {
        failures.withLock { $0 = 0 }
        let counter: IssueHandlingTrait = .compactMapIssues { issue in
            // Swift Testing passes an issue that belongs to no test, such as a late event of another test, to the handlers
            // of all running tests, and also to its own handler, which reports the issue.
            guard Test.current != nil else { return nil }
            if issue.failsTest {
                failures.withLock { $0 = ($0 ?? 0) + 1 }
                if let mutants = PlantedMutants.current { mutants.note(message: "\(issue)", of: identity.id) }
            }
            return issue
        }
        do {
            try await counter.provideScope(for: test, testCase: testCase, performing: body)
        } catch {
            failures.withLock { $0 = ($0 ?? 0) + 1 }
            throw error
        }
    }

    var identity: TestIdentity {
        TestIdentity(
            module: test.id.moduleName, path: path, isParameterized: testCase?.isParameterized ?? false,
            testCase: testCase.map { String(describing: $0) } ?? "")
    }

    /// The names of the suites, then the name of the function.
    ///
    /// The id of a test is `Module.Suite/Inner/function()/File.swift:19:6`. The id of its parent is the same without
    /// `/File.swift:19:6`.
    private var path: [String] {
        guard let id = test.id.parent?.description else { return [test.name] }
        let start = test.id.moduleName + "."
        return (id.hasPrefix(start) ? id.dropFirst(start.count) : id[...]).split(separator: "/").map(String.init)
    }
}
