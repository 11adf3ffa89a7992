public import Trackproof
public import Testing
public import TrackproofAssertions

/// A trait that gives each test its own recorder, and fails the test for events that no assertion has checked.
///
/// To use the trait, write `.recordingEvents`.
public struct RecordingTrait: SuiteTrait, TestTrait, TestScoping {
    let isExhaustive: Bool
    /// What the tests declare about all of their events.
    var rules = RecordingRules()
    /// The shared facade that each test holds while it runs; `nil` if the tests hold no facade.
    var facade: Analytics?
    /// The list in which shared facades look for the running test.
    var tests = EventOwnership.ofProcess

    /// Always `true`: each test of a suite gets its own recorder.
    public var isRecursive: Bool { true }

    /// Runs a test with a recorder.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let environment = SnapshotLearning.environment
        guard facade != nil else {
            return try await record(test, testCase, environment: environment, performing: function)
        }
        try await tests.hold(insteadOf: EventOwnership.ofTask) {
            try await record(test, testCase, environment: environment, performing: function)
        }
    }

    /// Runs a test case with a recorder.
    ///
    /// If the environment variable `TRACKPROOF_RECORD_RUNS` asks for several runs, the function runs the test case
    /// several times to learn which parameters vary.
    func record(
        _ test: Test, _ testCase: Test.Case?, environment: [String: String],
        performing function: @Sendable () async throws -> Void
    ) async throws {
        XCTestRun.noteSwiftTesting()
        let learning = SnapshotLearning(environment: environment)
        for run in 1...(learning?.runCount ?? 1) {
            let running = SwiftTestingTest(test, testCase)
            let recorder = TestRecorder(
                TestFramework.swiftTesting, test: running, learning: learning, holdsFailures: true, among: tests,
                rules: rules)
            let outer = EventOwnership.ofTask
            tests.begin(recorder, insteadOf: outer, holding: facade?.sharedRecorder(among: tests))
            defer {
                // If the test was cancelled, its recorder is still open, and nothing is checked.
                recorder.close(reportsLateEvents: false)
                tests.end(recorder)
                recorder.reportHeldFailures()
                recorder.noteEndForMutation(isCancelled: Task.isCancelled)
            }
            let runsAgain = try await EventOwnership.$ofTask.withValue(recorder) {
                var thrown: (any Error)?
                do {
                    try await running.countFailures(in: function)
                } catch {
                    // A cancelled test throws an error, and nothing is checked then.
                    if Task.isCancelled { throw error }
                    thrown = error
                }
                recorder.noteEndOfCode()
                _ = await recorder.missingEvents?.wait()
                // Without the wait, events of shared facades could seem to belong to the tests that still run.
                if isExhaustive || facade != nil || recorder.countsEvents || tests.sharesFacades(with: recorder) {
                    await PendingWork.finish()
                }
                let runsAgain = recorder.finish(isExhaustive: isExhaustive, run: run)
                if let thrown { throw thrown }
                return runsAgain
            }
            if !runsAgain { return }
        }
    }
}

extension Trait where Self == RecordingTrait {
    /// A trait that gives each test its own recorder, and fails the test for events that no assertion has checked.
    ///
    /// ```swift
    /// @Suite(.recordingEvents) struct LoginTests {
    ///     let viewModel = LoginViewModel(analytics: .recording())
    ///
    ///     @Test func aLoginIsTracked() async {
    ///         await viewModel.logIn()
    ///         expectTracked("authorization", ["success": true])
    ///     }
    /// }
    /// ```
    public static var recordingEvents: RecordingTrait { RecordingTrait(isExhaustive: true) }

    /// Returns a trait that gives each test its own recorder.
    ///
    /// Pass a plan to check the test's events against it. An event that violates the plan fails the test:
    ///
    /// ```swift
    /// @Suite(.recordingEvents(plan: .file("Tracking/plan.json"))) struct LoginTests { … }
    /// ```
    ///
    /// Pass a facade if the code under test uses a facade that tests share. While a test runs, it then holds the facade:
    /// the events of the facade belong to this test, also if they come from a queue, a thread or a detached task. In the
    /// whole process, only one test at a time holds a facade. Other tests run in parallel.
    ///
    /// ```swift
    /// @Suite(.recordingEvents(of: .shared)) struct AppLaunchTests { … }
    /// ```
    ///
    /// - Parameters:
    ///   - exhaustively: Whether events that no assertion has checked fail the test.
    ///   - plan: The tracking plan. The module `TrackproofPlanTesting` reads it from a file.
    ///   - ignored: The names of parameters that assertions and snapshots ignore, such as `session_*` for parameters that
    ///     the app adds to every event. `*` fits any number of characters, and `?` fits one. An assertion that names such
    ///     a parameter still checks it.
    ///   - facade: The shared facade. If it has no ``/TrackproofAssertions/CurrentTestRecorder``, the trait adds one. In
    ///     this case, give the trait to all tests that use the facade.
    public static func recordingEvents(
        exhaustively: Bool = true, plan: TestTrackingPlan? = nil, ignoring ignored: [String] = [],
        of facade: Analytics? = nil
    ) -> RecordingTrait {
        RecordingTrait(
            isExhaustive: exhaustively, rules: RecordingRules(plan: plan, ignored: ignored), facade: facade)
    }
}

extension RecordingTrait {
    /// The trait for an app that passes dictionaries to Trackproof's providers, which convert their values.
    ///
    /// With this trait, a test does not fail if the app passes a value that SDKs refuse, such as a `Substring` or a `UUID`
    /// in a dictionary. Do not use it if only the tests use Trackproof: the app's SDK then gets the value as it is.
    public var converting: RecordingTrait {
        var trait = self
        trait.rules.allowsConversion = true
        return trait
    }

    /// Returns the trait with an expectation for the end of each test: a provider has received each tracked event.
    ///
    /// ```swift
    /// @Suite(.recordingEvents.delivers(to: "firebase", kinds: [.track, .screen])) struct CheckoutTests { … }
    /// ```
    ///
    /// At the end of a test, the provider must have received exactly the events that the app tracked, in any order. A
    /// test without a recorded provider is not affected.
    ///
    /// ``/TrackproofAssertions/ExpectedDelivery/to(_:kinds:ignoring:changing:)`` describes the parameters.
    public func delivers(
        to provider: ProviderID, kinds: Set<EventKind> = Set(EventKind.allCases), ignoring ignored: [String] = [],
        changing change: @escaping @Sendable (inout Event) -> Void = { _ in }
    ) -> RecordingTrait {
        var trait = self
        trait.rules.deliveries.append(.to(provider, kinds: kinds, ignoring: ignored, changing: change))
        return trait
    }
}
