import Foundation
package import TrackproofAssertions
import TrackproofPlatform
package import XCTest

/// A test case that claims the facades in its properties when XCTest makes an instance.
package protocol FacadeOwner: XCTestCase {
    var instanceFacades: InstanceFacades { get }
}

/// The code that runs when XCTest begins or ends a test case, and the code that reports failures to XCTest.
package enum TestCases {
    fileprivate struct State {
        /// The closures to call when the test case has finished.
        var whenFinished: [@Sendable () -> Void] = []
        /// The suites that XCTest runs, the outermost first.
        var suites: [XCTestSuite] = []
        /// The failures for which no running test case is to blame. The suite that XCTest runs reports them.
        var held: [HeldFailure] = []
        /// Whether the process has looked for events that no test has received or checked.
        var isExamined = false
        /// Whether a failure was held, so that the process must not exit with status 0.
        var hasFailed = false
    }

    fileprivate static let state = Lock(State())

    /// Whether XCTest has announced a suite that has not finished.
    package static var isRunning: Bool { state.withLock { !$0.suites.isEmpty } }

    /// The test case that XCTest runs; `nil` between two test cases.
    package static var running: XCTestRunningTest? { XCTestRun.test as? XCTestRunningTest }

    /// Calls `body` when the running test case has finished, after its `tearDown()`.
    ///
    /// `body` must not fail the test, because XCTest accepts no more failures at that time.
    package static func whenFinished(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenFinished.append(body) }
    }

    /// Fails a test case.
    ///
    /// XCTest accepts no failure of a test case that has ended, and loses a failure between two test cases or ends the
    /// process. Such a failure waits until a suite finishes, and the suite around it reports the failure. If no suite
    /// follows, the process exits with status 1.
    ///
    /// - Parameter test: The test case that fails; `nil` for the running test case.
    static func fail(_ message: String, of test: XCTestRunningTest?, at site: CallSite, stopping: Bool) {
        let phase = XCTestRun.phase
        let failure = HeldFailure(message: message, site: site)
        if test.map({ $0.phase == phase }) ?? (XCTestRun.isInsideTest || phase == .noTests) {
            return record(failure, of: running ?? test, stopping: stopping)
        }
        hold(failure)
        // XCTest tells only of the failures of the running test case.
        if let test, running != nil { PlantedMutants.current?.noteFailure(of: test.identity.id) }
    }

    private static func hold(_ failure: HeldFailure) {
        state.withLock { state in
            state.held.append(failure)
            state.hasFailed = true
        }
    }

    /// Records a failure. `XCTFail` alone can stop a test that must not continue: an issue that code makes cannot.
    private static func record(_ failure: HeldFailure, of test: XCTestRunningTest?, stopping: Bool) {
        #if canImport(ObjectiveC)
            if let testCase = test?.testCase, testCase.continueAfterFailure || !stopping {
                return testCase.record(failure.issue)
            }
        #endif
        XCTFail(failure.message, file: failure.site.filePath, line: failure.site.line)
    }

    /// Holds the failures for events that no test has received or checked. All test cases have run.
    fileprivate static func examine() {
        let isFirst = state.withLock { state in
            defer { state.isExamined = true }
            return !state.isExamined
        }
        if !isFirst { return }
        // Pending work may track events in the recorders that no test has examined.
        if OwnRecorders.remain { PendingWork.finishBlocking() }
        for (message, site) in OwnRecorders.takeFailures() { hold(HeldFailure(message: message, site: site)) }
        if let problem = StrayEvents.problem { hold(HeldFailure(message: problem, site: .unknown)) }
    }

    /// Fails the process if there were failures for which no test case is to blame. Xcode ignores the exit status, but
    /// `swift test` does not. Prints those that no suite has reported.
    ///
    /// A call of `exit()` at the end of the bundle would prevent that Swift Testing runs its tests in the same process.
    fileprivate static func processWillExit() {
        let (held, hasFailed) = state.withLock { ($0.held, $0.hasFailed) }
        for failure in held { write("error", failure.message) }
        if !hasFailed { return }
        fflush(nil)
        _exit(1)
    }

    static func write(_ level: String, _ message: String) {
        FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
    }
}

/// The function of `TrackproofXCTestLoad` that the loader calls. With an import of that module, each module that imports
/// this one would need it.
@_silgen_name("trackproof_observe_at_load")
func observeAtLoad()

/// Starts to observe the test cases, the queues of providers and the facades.
///
/// The C code in `TrackproofXCTestLoad` calls this function when the test bundle is loaded.
///
/// - Parameters:
///   - count: The number of loaded images that contain a copy of the module `Trackproof`.
///   - files: The paths of these images.
@_cdecl("trackproof_observe_test_cases")
public func observeTestCasesAtLoad(_ count: Int32, _ files: UnsafePointer<UnsafePointer<CChar>?>?) {
    LoadProblem.noteCopies(in: (0..<Int(count)).compactMap { files?[$0].map { String(cString: $0) } })
    ProviderQueues.watch()
    FacadeOfTests.watchFacades()
    // The process that `swift test` starts for Swift Testing has these arguments.
    let arguments = zip(CommandLine.arguments, CommandLine.arguments.dropFirst())
    if arguments.contains(where: { $0 == "--testing-library" && $1 == "swift-testing" }) {
        return XCTestRun.setPhase(.swiftTesting)
    }
    XCTestRun.setPhase(.beforeTest)
    Platform.atExit { TestCases.processWillExit() }
    XCTestObservationCenter.shared.addTestObserver(Observer())
}

/// The observer that XCTest calls on the main thread.
final class Observer: NSObject, XCTestObservation, Sendable {
    /// Makes test cases give up the facades that belong to other test cases. XCTest has made all instances.
    func testSuiteWillStart(_ suite: XCTestSuite) {
        TestCases.state.withLock { $0.suites.append(suite) }
        let cases = suite.cases
        let others = Set(cases.filter { !($0 is any FacadeOwner) }.map { String(describing: type(of: $0)) })
        for case let owner as any FacadeOwner in cases { owner.instanceFacades.release(madeIn: others) }
    }

    /// Reports the held failures in the suite around this suite, because XCTest accepts no more failures of this suite.
    func testSuiteDidFinish(_ suite: XCTestSuite) {
        let (outermost, outer) = TestCases.state.withLock { state in
            state.suites.removeAll { $0 === suite }
            return (state.suites.first, state.suites.last)
        }
        guard let outermost, let outer else { return }
        if outermost.hasRun { TestCases.examine() }
        let held = TestCases.state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        if !held.isEmpty { outer.report(held) }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        XCTestRun.begin(XCTestRunningTest(testCase))
        // XCTest runs this block last, because it was added first, and then calls `tearDown()`.
        testCase.addTeardownBlock { XCTestRun.recorder?.noteTearDown() }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        let test = XCTestRun.test
        XCTestRun.setPhase(.beforeTest)
        let whenFinished = TestCases.state.withLock { state in
            defer { state.whenFinished = [] }
            return state.whenFinished
        }
        for body in whenFinished { body() }
        if let mutants = PlantedMutants.current, let test {
            mutants.noteEnd(of: test.identity.id, hasFailed: testCase.testRun?.hasSucceeded == false, endsAll: true)
        }
    }

    /// Tells `trackproof mutate` why the running test case fails.
    private func noteFailure(_ message: String) {
        guard let mutants = PlantedMutants.current, let test = XCTestRun.test else { return }
        mutants.note(message: message, of: test.identity.id)
    }

    #if canImport(ObjectiveC)
        func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
            #if compiler(>=6.3)
                // From version 26 on, Xcode reports warnings, such as those of the runtime, as issues.
                if !issue.isFailure { return }
            #endif
            noteFailure(issue.compactDescription)
        }
    #else
        func testCase(
            _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
            atLine lineNumber: Int
        ) {
            noteFailure(description)
        }
    #endif

    func testBundleDidFinish(_ testBundle: Bundle) {
        TestCases.examine()
        if let warning = StrayEvents.warning { TestCases.write("warning", warning) }
        XCTestRun.setPhase(.afterLastTest)
    }
}

extension XCTestSuite {
    /// The test cases of this suite and of the suites in it.
    fileprivate var cases: [XCTestCase] {
        tests.flatMap { ($0 as? XCTestSuite)?.cases ?? [$0 as? XCTestCase].compactMap { $0 } }
    }

    /// Whether each test case of this suite and of the suites in it has run.
    fileprivate var hasRun: Bool {
        // The last test case is usually the last to run, so the answer is usually quick.
        tests.reversed().allSatisfy { ($0 as? XCTestSuite)?.hasRun ?? ($0.testRun?.stopDate != nil) }
    }

    /// Fails this suite, which XCTest is running.
    fileprivate func report(_ failures: [HeldFailure]) {
        #if canImport(ObjectiveC)
            for failure in failures { testRun?.record(failure.issue) }
        #else
            // In swift-corelibs-xctest, a suite has no failures of its own. So a test case reports them.
            let reporter = FailuresOutsideOfTests(name: "report") { _ in
                for (message, site) in failures.map({ ($0.message, $0.site) }) {
                    XCTFail(message, file: site.filePath, line: site.line)
                }
            }
            reporter.run()
            if let run = reporter.testRun { (testRun as? XCTestSuiteRun)?.addTestRun(run) }
        #endif
    }
}

#if !canImport(ObjectiveC)
    /// A test case that reports failures which no test case has caused.
    private final class FailuresOutsideOfTests: XCTestCase {}
#endif
