import Testing
import TrackproofAssertions
import TrackproofPlatform
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

    private static let receivers = receivers(mode: Platform.environment("SWIFT_TESTING_XCTEST_INTEROP_MODE"))

    /// The frameworks that receive a failure if it is unknown which framework runs the test.
    ///
    /// From Swift 6.4 on, an issue of Swift Testing also fails a test of XCTest, unless the interoperation of proposal
    /// ST-0021 is off. In the other modes, a call of `XCTFail` in a test of Swift Testing is a warning or a failure, or
    /// ends the process. So only Swift Testing receives the failure. If the interoperation is off, both frameworks
    /// receive it. XCTest is last, because a call that fails a test of XCTest may never return.
    static func receivers(hasInteroperation: Bool = hasInteroperation, mode: String?) -> [TestFramework] {
        hasInteroperation && mode != "none" ? [.swiftTesting] : [.swiftTesting, .xcTest]
    }

    /// Whether the toolchain that builds this code has interoperation.
    static var hasInteroperation: Bool {
        #if compiler(>=6.4)
            true
        #else
            false
        #endif
    }

    @discardableResult
    func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool {
        switch self {
        case .swiftTesting:
            return Issue.record(Comment(rawValue: message), sourceLocation: site.location(of: test))
                .failsTest
        case .xcTest: return XCTestReporter().fail(message, of: test, at: site, stopping: stopping)
        case .unknown:
            return Self.receivers.reduce(false) { isFailure, framework in
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
