import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Returns the failures that Swift Testing gets while `body` runs with the trait `.recordingEvents`.
///
/// The calling test does not fail.
///
/// - Parameters:
///   - tests: The tests that run at the same time. By default, no other test runs.
///   - facade: The shared facade that the test holds; `nil` if the test holds no facade.
///   - rules: What the test declares about all of its events.
func failures(
    exhaustively: Bool = false, among tests: EventOwnership = EventOwnership(), holding facade: Analytics? = nil,
    rules: RecordingRules = RecordingRules(),
    of body: @escaping @Sendable () async throws -> Void
) async throws -> [Failure] {
    let trait = RecordingTrait(isExhaustive: exhaustively, rules: rules, facade: facade, tests: tests)
    let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
    return try await capturedFailures {
        try await trait.provideScope(for: test, testCase: testCase, performing: body)
    }
}

/// Returns the failures that Swift Testing gets while `body` runs. The calling test does not fail.
func capturedFailures(of body: @Sendable () async throws -> Void) async rethrows -> [Failure] {
    let log = FailureLog()
    try await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        log.keep(
            Failure(
                message: issue.error.map { "threw \($0)" } ?? issue.comments.map(\.rawValue).joined(separator: "\n"),
                file: issue.sourceLocation.map { "\($0.filePath)" } ?? "", line: issue.sourceLocation?.line ?? 0,
                isFailure: issue.severity != .warning))
        return true
    }
    return log.failures
}
