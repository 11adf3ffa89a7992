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
    private struct State {
        /// The closures to call when the test case has finished.
        var whenFinished: [@Sendable () -> Void] = []
        /// The failures that came between two test cases. The next test case reports these failures.
        var held: [(message: String, site: CallSite)] = []
    }

    private static let state = Lock(State())

    /// The test case that XCTest runs; `nil` between two test cases.
    static var running: XCTestRunningTest? { XCTestRun.test as? XCTestRunningTest }

    /// Begins to observe the test cases. ``observeTestCasesAtLoad()`` calls this function before XCTest creates them.
    fileprivate static func observe() {
        if TestProcess.isSwiftTestingOnly { return }
        XCTestRun.setPhase(.beforeTest)
        Platform.atExit { TestCases.processWillExit() }
        XCTestObservationCenter.shared.addTestObserver(Observer())
    }

    /// Calls `body` when this test case has finished, after its `tearDown()`.
    ///
    /// `body` must not fail the test, because XCTest accepts no more failures at that time.
    package static func whenFinished(_ testCase: XCTestCase, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenFinished.append(body) }
    }

    /// Fails a test case.
    ///
    /// Between two test cases, XCTest would lose a failure or end the process. Therefore this function writes such
    /// a failure to standard error, and the next test case reports the failure. If no test case follows, the process
    /// exits with status 1.
    ///
    /// - Parameter test: The test case that fails if the running test case is unknown. A test case that has finished
    ///   accepts no failure, so a failure that is late fails the running test case.
    static func fail(_ message: String, of test: XCTestRunningTest?, at site: CallSite) {
        switch XCTestRun.phase {
        case .noTests, .test: record(message, of: running ?? test, at: site)
        case .beforeTest, .afterLastTest:
            state.withLock { $0.held.append((message, site)) }
            write("error", message)
        }
    }

    /// Records a failure. The first line of the message says what happened, so Xcode's list of issues shows only this line.
    private static func record(_ message: String, of test: XCTestRunningTest?, at site: CallSite) {
        #if canImport(ObjectiveC)
            if let testCase = test?.testCase {
                let first = message.prefix { $0 != "\n" }
                let place =
                    site.line > 0
                    ? XCTSourceCodeLocation(filePath: "\(site.filePath)", lineNumber: Int(site.line)) : nil
                return testCase.record(
                    XCTIssue(
                        type: .assertionFailure, compactDescription: String(first),
                        detailedDescription: first.count < message.count ? message : nil,
                        sourceCodeContext: XCTSourceCodeContext(location: place)))
            }
        #endif
        XCTFail(message, file: site.filePath, line: site.line)
    }

    /// Makes test cases give up the facades that belong to other test cases. XCTest has made all instances.
    fileprivate static func willStart(_ suite: XCTestSuite) {
        let cases = suite.cases
        let others = Set(cases.filter { !($0 is any FacadeOwner) }.map { String(describing: type(of: $0)) })
        for case let owner as any FacadeOwner in cases { owner.instanceFacades.release(madeIn: others) }
    }

    fileprivate static func willStart(_ testCase: XCTestCase) {
        XCTestRun.begin(XCTestRunningTest(testCase))
        // XCTest runs this block last, because it was added first, and then calls `tearDown()`.
        testCase.addTeardownBlock {
            XCTestRun.recorder?.noteTearDown()
            let held = state.withLock { state in
                defer { state.held = [] }
                return state.held
            }
            for (message, site) in held { fail(message, of: nil, at: site) }
        }
    }

    fileprivate static func didFinish(_ testCase: XCTestCase) {
        let test = XCTestRun.test
        XCTestRun.setPhase(.beforeTest)
        let whenFinished = state.withLock { state in
            defer { state.whenFinished = [] }
            return state.whenFinished
        }
        for body in whenFinished { body() }
        if let mutants = PlantedMutants.current, let test {
            mutants.noteEnd(of: test.identity.id, hasFailed: testCase.testRun?.hasSucceeded == false, endsAll: true)
        }
    }

    /// Tells `trackproof mutate` why the running test case fails.
    fileprivate static func didFail(_ message: String) {
        guard let mutants = PlantedMutants.current, let test = XCTestRun.test else { return }
        mutants.note(message: message, of: test.identity.id)
    }

    /// Reports failures after the last test case. Only the exit status of the process can report a failure now.
    fileprivate static func bundleDidFinish() {
        // Pending work may track events in the recorders that the process examines when it ends.
        if OwnRecorders.remain { PendingWork.finishBlocking() }
        if let problem = StrayEvents.problem { fail(problem, of: nil, at: .unknown) }
        if let warning = StrayEvents.warning { write("warning", warning) }
        XCTestRun.setPhase(.afterLastTest)
    }

    /// Fails the process if there are failures that no test case has reported.
    ///
    /// A call of `exit()` at the end of the bundle would prevent that Swift Testing runs its tests in the same process.
    private static func processWillExit() {
        if state.withLock({ $0.held.isEmpty }) { return }
        fflush(nil)
        _exit(1)
    }

    static func write(_ level: String, _ message: String) {
        FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
    }
}

/// Starts to observe the test cases and the queues of providers, and gives each facade a spare recorder.
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
    SpareRecorder.equipFacades()
    TestCases.observe()
}

/// The observer that XCTest calls on the main thread.
private final class Observer: NSObject, XCTestObservation, Sendable {
    func testSuiteWillStart(_ testSuite: XCTestSuite) { TestCases.willStart(testSuite) }

    func testCaseWillStart(_ testCase: XCTestCase) { TestCases.willStart(testCase) }

    func testCaseDidFinish(_ testCase: XCTestCase) { TestCases.didFinish(testCase) }

    #if canImport(ObjectiveC)
        func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
            TestCases.didFail(issue.compactDescription)
        }
    #else
        func testCase(
            _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
            atLine lineNumber: Int
        ) {
            TestCases.didFail(description)
        }
    #endif

    func testBundleDidFinish(_ testBundle: Bundle) { TestCases.bundleDidFinish() }
}

extension XCTestSuite {
    /// The test cases of this suite and of the suites in it.
    fileprivate var cases: [XCTestCase] {
        tests.flatMap { ($0 as? XCTestSuite)?.cases ?? [$0 as? XCTestCase].compactMap { $0 } }
    }
}
