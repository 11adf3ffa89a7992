internal import Foundation

/// The process that runs the tests.
package enum TestProcess {
    /// Whether `swift test` started this process for Swift Testing alone. Failures reported to XCTest are lost there.
    package static let isOfSwiftTesting: Bool = {
        let arguments = ProcessInfo.processInfo.arguments
        return zip(arguments, arguments.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    }()
}
