import Foundation

/// The process that runs the tests.
package enum TestProcess {
    /// Whether `swift test` started this process for Swift Testing alone.
    ///
    /// A failure that is reported to XCTest is lost in such a process.
    package static let isSwiftTestingOnly: Bool = {
        let arguments = ProcessInfo.processInfo.arguments
        return zip(arguments, arguments.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    }()
}
