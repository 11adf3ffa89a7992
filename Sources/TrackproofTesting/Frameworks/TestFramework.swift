import Foundation
import Testing
import TrackproofAssertions
import TrackproofXCTest

/// The framework that runs a unit test.
enum TestFramework: TestReporter {
    case swiftTesting
    case xcTest
    /// Swift Testing or XCTest, but it is unknown which of them.
    ///
    /// The code runs outside of any test that is known. Xcode runs both frameworks in one process.
    case unknown

    /// The framework that runs this code.
    ///
    /// Code in a detached task or on a thread does not know its test. In such code, the result depends on what the
    /// process runs, and can be `unknown`. Therefore a recorder reads this property only once, when the recorder is made.
    static var current: TestFramework {
        if Test.current != nil { XCTestRun.noteSwiftTesting() }
        return switch XCTestRun.phase {
        case _ where Test.current != nil, .swiftTesting: .swiftTesting
        case .test: .xcTest
        case .noTests, .beforeTest, .afterLastTest: .unknown
        }
    }

    /// The reporter of a recorder that is made now. In XCTest, it reports to the test that makes the recorder.
    static var reporter: any TestReporter {
        let framework = current
        return framework == .xcTest ? XCTestReporter(TestCases.running) : framework
    }

    private static let interoperation = Interoperation(
        isAvailable: Interoperation.isAvailable,
        mode: ProcessInfo.processInfo.environment[Interoperation.variable])

    @discardableResult
    func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool {
        switch self {
        case .swiftTesting:
            return Issue.record(Comment(rawValue: message), sourceLocation: site.location(of: test))
                .failsTest
        case .xcTest: return XCTestReporter().fail(message, of: test, at: site, stopping: stopping)
        case .unknown:
            return Self.interoperation.reportingFrameworks.reduce(false) { isFailure, framework in
                framework.fail(message, of: test, at: site, stopping: stopping) || isFailure
            }
        }
    }

    func warn(_ message: String, of test: any RunningTest, at site: CallSite) {
        switch self {
        case .swiftTesting:
            #if compiler(>=6.3)
                Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: site.location(of: test))
            #else
                // Swift Testing has no warnings before Swift 6.3. A line of this form is a warning in Xcode.
                XCTestReporter().warn(message, of: test, at: site)
            #endif
        case .xcTest, .unknown: XCTestReporter().warn(message, of: test, at: site)
        }
    }

    func attach(_ bytes: [UInt8], named name: String, at site: CallSite) {
        switch self {
        case .swiftTesting: Attachment.record(bytes, named: name, sourceLocation: site.sourceLocation)
        case .xcTest, .unknown: XCTestReporter().attach(bytes, named: name, at: site)
        }
    }

    var isInsideTest: Bool { self == .swiftTesting && Test.current != nil }

    var isOutsideTest: Bool { self == .swiftTesting && Test.current == nil }

    /// The hint to show if an assertion blocked its thread and too few events arrived; `nil` except for Swift Testing.
    ///
    /// Tests of Swift Testing share a few threads. The app may need the blocked thread to track the event.
    var blockingWaitHint: String? { self == .swiftTesting ? AwaitedEvents.blockingHint : nil }
}

extension CallSite {
    /// The call site for Swift Testing. An unknown call site becomes the place where the running test is declared.
    var sourceLocation: SourceLocation {
        if line == 0 { return Test.current?.sourceLocation ?? #_sourceLocation }
        return SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }

    /// The place where `test` is declared, or this call site if the place is unknown.
    fileprivate func location(of test: (any RunningTest)?) -> SourceLocation {
        (test as? SwiftTestingTest)?.test.sourceLocation ?? sourceLocation
    }
}

extension Issue {
    /// Whether the issue fails its test.
    ///
    /// Before Swift 6.3, an issue has no severity. A warning of another library then counts as a failure.
    var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            !isKnown
        #endif
    }
}

/// The adapter through which a UI-test session reports failures to the framework that runs the current test.
///
/// `TrackproofUITesting` finds this class by its name.
final class UnitTestFramework: SessionFramework {
    let reporter: any TestReporter = TestFramework.current
    let runningTest: (any RunningTest)? = SwiftTestingTest.current
}

/// Whether Swift Testing and XCTest pass failures on to each other (proposal ST-0021, from Swift 6.4 on).
///
/// The environment variable `SWIFT_TESTING_XCTEST_INTEROP_MODE` sets the mode. If a test of Swift Testing calls a
/// function such as `XCTFail`, the mode decides what happens:
/// - In the mode `limited`, Swift Testing reports a warning.
/// - In the mode `complete`, Swift Testing reports a failure.
/// - In the mode `strict`, Swift Testing ends the process.
///
/// In all three modes, an issue of Swift Testing fails a test of XCTest. So if Trackproof does not know which framework
/// runs the test, it reports a failure only to Swift Testing. In the mode `none`, and before Swift 6.4, Trackproof
/// reports such a failure to both frameworks.
struct Interoperation: Equatable {
    /// Whether an issue of Swift Testing fails a test of XCTest.
    let isOn: Bool

    /// The environment variable that sets the mode.
    static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

    /// - Parameters:
    ///   - isAvailable: Whether the toolchain has interoperation.
    ///   - mode: The value of ``variable``. Only `none` turns interoperation off.
    init(isAvailable: Bool, mode: String?) {
        isOn = isAvailable && mode != "none"
    }

    /// Whether the toolchain that builds this code has interoperation.
    static var isAvailable: Bool {
        #if compiler(>=6.4)
            true
        #else
            false
        #endif
    }

    /// The frameworks that receive a failure if it is unknown which framework runs the test.
    ///
    /// XCTest is last, because a call that fails a test of XCTest may never return.
    var reportingFrameworks: [TestFramework] { isOn ? [.swiftTesting] : [.swiftTesting, .xcTest] }
}
