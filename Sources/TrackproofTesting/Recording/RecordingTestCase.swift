import Trackproof
public import TrackproofXCTest
public import XCTest
public import TrackproofAssertions

/// A base class for XCTest tests. Each test gets its own recorder, and fails for events that no assertion has checked.
///
/// ```swift
/// final class LoginTests: RecordingTestCase {
///     func testALoginIsTracked() async {
///         await LoginViewModel(analytics: .recording()).logIn()
///         expectTracked("authorization", ["success": true])
///     }
/// }
/// ```
///
/// If your tests have another base class, call `recordEvents()` in its `setUp()` instead.
open class RecordingTestCase: XCTestCase, FacadeOwner {
    /// The facades in the properties of this instance. Swift initializes the properties of subclasses earlier.
    package let instanceFacades = InstanceFacades.claim()

    /// Whether events that no assertion has checked fail the test.
    ///
    /// If a test may leave events unchecked, override this property to return `false`.
    open var isExhaustive: Bool { true }

    /// The tracking plan for the events of each test; `nil` if the tests have no plan.
    ///
    /// Import `TrackproofPlanTesting`, and override this property to name a plan:
    ///
    /// ```swift
    /// override var trackingPlan: TestTrackingPlan? { .file("Tracking/plan.json") }
    /// ```
    open var trackingPlan: TestTrackingPlan? { nil }

    /// The names of parameters that the assertions and snapshots of each test ignore, such as `session_*`.
    ///
    /// Override this property for parameters that the app adds to every event. `*` fits any number of characters, and
    /// `?` fits one. An assertion that names such a parameter still checks it.
    open var ignoredParameters: [String] { [] }

    /// What providers should receive in each test.
    ///
    /// Override this property to declare deliveries once for all tests. At the end of a test, each of the providers must
    /// have received exactly the events that the app tracked, in any order. A test without a recorded provider is not
    /// affected.
    open var deliveries: [ExpectedDelivery] { [] }

    /// Whether the app may pass values that SDKs refuse, such as a `Substring` or a `UUID` in a dictionary.
    ///
    /// If the app itself tracks with Trackproof, override this property to return `true`: Trackproof's providers get such
    /// a value converted. If only the tests use Trackproof, the app's SDK gets the value as it is.
    open var convertsValues: Bool { false }

    /// The list in which shared facades look for the running test.
    var tests: EventOwnership { .ofProcess }

    #if !canImport(ObjectiveC)
        /// A closure that makes the same test again, because swift-corelibs-xctest can run an instance only once.
        private let another: () -> RecordingTestCase

        /// Creates a test case. XCTest calls this initializer.
        public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
            let type = Self.self
            another = { type.init(name: name, testClosure: testClosure) }
            super.init(name: name, testClosure: testClosure)
        }
    #endif

    /// Runs one test with a recorder.
    ///
    /// If the environment variable `TRACKPROOF_RECORD_RUNS` asks for several runs, the method runs the test several
    /// times to learn which parameters vary.
    open override func invokeTest() {
        let learning = SnapshotLearning(environment: SnapshotLearning.environment)
        for run in 1...(learning?.runCount ?? 1) {
            let recorder = TestRecorder.begin(
                self, learning: learning, among: tests,
                rules: RecordingRules(
                    plan: trackingPlan, ignored: ignoredParameters, deliveries: deliveries,
                    allowsConversion: convertsValues))
            instanceFacades.give(to: recorder)
            // The test and its tasks find the recorder in this task-local value. Without the value, a facade could not
            // tell whether several tests use it.
            let runsAgain = EventOwnership.$ofTask.withValue(recorder) {
                invokeTest(run: run)
                recorder.noteEndOfCode()
                return recorder.finishBlocking(isExhaustive: isExhaustive, run: run)
            }
            tests.end(recorder)
            if !runsAgain { return }
        }
    }

    private func invokeTest(run: Int) {
        #if canImport(ObjectiveC)
            // With Objective-C, XCTest can run an instance several times: many projects repeat `super.invokeTest()` in
            // a loop to find unstable tests.
            super.invokeTest()
        #else
            if run == 1 { super.invokeTest() } else { another().invokeOnce() }
        #endif
    }

    #if !canImport(ObjectiveC)
        private func invokeOnce() { super.invokeTest() }
    #endif
}

extension XCTestCase {
    /// Gives the running test a recorder, and fails the test for events that no assertion has checked.
    ///
    /// Call this method at the beginning of `setUp()`. It adds a teardown block that looks for unchecked events. XCTest
    /// runs this block before `tearDown()` and before the teardown blocks that were added earlier. An event or an
    /// assertion in `tearDown()` or in an earlier teardown block is too late and fails the test. In contrast,
    /// ``RecordingTestCase`` looks for unchecked events after `tearDown()`.
    ///
    /// - Parameters:
    ///   - exhaustively: Whether unchecked events fail the test.
    ///   - ignored: The names of parameters that assertions and snapshots ignore, such as `session_*`.
    ///   - converting: Whether the app may pass values that SDKs refuse; see ``RecordingTestCase/convertsValues``.
    ///   - fileID: The file to which the failure is attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: The recorder.
    @discardableResult
    public func recordEvents(
        exhaustively: Bool = true, ignoring ignored: [String] = [], converting: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> TestRecorder {
        let recorder = TestRecorder.begin(
            self, learning: nil, among: .ofProcess, isOfTask: false,
            rules: RecordingRules(ignored: ignored, allowsConversion: converting))
        recorder.noteUse(at: CallSite(fileID, filePath, line, column))
        addTeardownBlock { recorder.finishBlocking(isExhaustive: exhaustively) }
        // Until the test case has finished, a late event of a shared facade still belongs to this test.
        TestCases.whenFinished { EventOwnership.ofProcess.end(recorder) }
        return recorder
    }
}

extension TestRecorder {
    fileprivate static func begin(
        _ testCase: XCTestCase, learning: SnapshotLearning?, among tests: EventOwnership,
        isOfTask: Bool = true, rules: RecordingRules
    ) -> TestRecorder {
        let test = XCTestRunningTest(testCase)
        let recorder = TestRecorder(
            XCTestReporter(test), test: test, learning: learning, among: tests, isOfTask: isOfTask, rules: rules)
        tests.begin(recorder, insteadOf: XCTestRun.setRecorder(recorder))
        for event in StrayEvents.takeOfRunningTest() { recorder.receive(event) }
        return recorder
    }

    @discardableResult
    fileprivate func finishBlocking(isExhaustive: Bool, run: Int = 1) -> Bool {
        _ = missingEvents?.block()
        if isExhaustive || countsEvents { PendingWork.finishBlocking() }
        return finish(isExhaustive: isExhaustive, run: run)
    }
}
