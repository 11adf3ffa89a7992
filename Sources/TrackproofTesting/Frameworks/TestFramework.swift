internal import Foundation
internal import Testing
internal import TrackproofAssertions
internal import TrackproofXCTest

/// The framework that runs a unit test.
enum TestFramework: TestReporter {
    case swiftTesting
    case xcTest
    /// One of the two: the code runs outside of any test, and the arguments of the process do not say which framework
    /// runs. Xcode runs both in one process.
    case unknown

    /// The framework that runs this code.
    ///
    /// A detached task or a thread does not know its test. There, the arguments of the `swift test` process decide.
    /// Code that knows its framework, such as a recorder that was made inside a test, must not ask again.
    static var current: TestFramework {
        if Test.current != nil || TestProcess.isSwiftTestingOnly { return .swiftTesting }
        return RunningTestCase.current == nil ? .unknown : .xcTest
    }

    private static let interoperation = Interoperation(
        isAvailable: Interoperation.isAvailable,
        mode: ProcessInfo.processInfo.environment[Interoperation.variable])

    @discardableResult
    func fail(_ message: String, at site: CallSite) -> Bool {
        switch self {
        case .swiftTesting:
            return Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation).isFailure
        case .xcTest: return XCTestReporter().fail(message, at: site)
        case .unknown:
            return Self.interoperation.reportingFrameworks.reduce(false) { isFailure, framework in
                framework.fail(message, at: site) || isFailure
            }
        }
    }

    func attach(_ text: String, named name: String, at site: CallSite) {
        switch self {
        case .swiftTesting: Attachment.record(text, named: name, sourceLocation: site.sourceLocation)
        case .xcTest, .unknown: XCTestReporter().attach(text, named: name, at: site)
        }
    }

    var isInsideTest: Bool { self == .swiftTesting && Test.current != nil }

    var isOutsideTest: Bool { self == .swiftTesting && Test.current == nil }

    /// The hint about blocking waits, which only Swift Testing needs. Its tests share few threads, and a blocked thread
    /// may be the one that would have tracked the event.
    var blockingWaitHint: String? { self == .swiftTesting ? BlockingWait.hint : nil }
}

extension CallSite {
    var sourceLocation: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}
