internal import Foundation
internal import Testing
internal import Trackproof
internal import XCTest

/// The framework that runs a test. They do not interoperate: what is reported to the other passes silently.
package enum TestFramework: Sendable {
    case swiftTesting
    case xcTest
    /// One of the two: code outside of any test, in a process whose arguments do not say. Xcode runs both in one.
    case unknown

    /// The framework under which this code runs.
    ///
    /// A detached task or a thread knows no test; there the arguments of `swift test`'s process decide. What knows
    /// better, such as a recorder made inside a test, must not ask again.
    static var current: TestFramework {
        if Test.current != nil { return .swiftTesting }
        let arguments = ProcessInfo.processInfo.arguments
        let isSwiftTesting = zip(arguments, arguments.dropFirst()).contains { option, value in
            option == "--testing-library" && value == "swift-testing"
        }
        if isSwiftTesting { return .swiftTesting }
        return XCTestReport.testCase.withLock { $0 != nil } ? .xcTest : .unknown
    }

    /// Fails the test, at the place given; false where that is a known issue.
    @discardableResult
    func fail(_ message: String, at site: CallSite) -> Bool {
        // Of an unknown framework both are told: to the one that does not run it means nothing.
        if self != .swiftTesting { XCTFail(message, file: site.filePath, line: site.line) }
        if self == .xcTest { return true }
        return Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation).isFailure
    }

    /// Puts a text into the test's report.
    func attach(_ text: String, named name: String, at site: CallSite) {
        switch self {
        case .swiftTesting: Attachment.record(text, named: name, sourceLocation: site.sourceLocation)
        case .xcTest, .unknown: XCTestReport.attach(text, named: name)
        }
    }
}

extension CallSite {
    var sourceLocation: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}

extension TestFramework {
    /// Whether this code runs where the framework cannot tell which test it belongs to.
    var isElsewhere: Bool { self == .swiftTesting && Test.current == nil }
}
