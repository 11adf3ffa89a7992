internal import Foundation
internal import Testing
internal import TrackproofAssertions
internal import TrackproofXCTest

/// The framework that runs a unit test.
enum TestFramework: TestReporter {
    case swiftTesting
    case xcTest
    /// One of the two: code outside of any test, in a process whose arguments do not say. Xcode runs both in one.
    case unknown

    /// The framework under which this code runs.
    ///
    /// A detached task or a thread knows no test; there the arguments of `swift test`'s process decide. What knows
    /// better, such as a recorder made inside a test, must not ask again.
    static var current: TestFramework {
        if Test.current != nil || TestProcess.isOfSwiftTesting { return .swiftTesting }
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
            return Self.interoperation.toldFrameworks.reduce(false) { isFailure, framework in
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

    var isElsewhere: Bool { self == .swiftTesting && Test.current == nil }

    /// Tests of Swift Testing share few threads; one that is blocked may be the one that would have tracked.
    var blockingWaitHint: String? { self == .swiftTesting ? BlockingWait.hint : nil }
}

extension CallSite {
    var sourceLocation: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}
