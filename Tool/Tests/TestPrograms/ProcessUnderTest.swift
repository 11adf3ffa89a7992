package import Foundation
import TrackproofUITesting

/// An app under test that consists of a program without a screen.
package final class ProcessUnderTest: AppUnderTest {
    package let process = Process()
    private let arguments: [String]

    package init(_ path: String, _ arguments: [String]) {
        process.executableURL = URL(fileURLWithPath: path)
        // The program runs until its standard input ends.
        process.standardInput = Pipe()
        self.arguments = arguments
    }

    package func launch(arguments: [String], environment: [String: String]) throws {
        process.arguments = self.arguments + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
    }

    package var exitDescription: String? {
        if process.isRunning { return nil }
        let verb = process.terminationReason == .exit ? "exited with" : "was ended by signal"
        return "\(verb) \(process.terminationStatus)"
    }

    package func value(ofElement identifier: String) throws -> String? {
        throw UnsupportedByDriver("a process has no elements")
    }
    package func textsOfAlert(withButton title: String) throws -> [String]? {
        throw UnsupportedByDriver("a process has no alerts")
    }
    package func pressAlertButton(_ title: String) throws { throw UnsupportedByDriver("a process has no alerts") }
    package func pasteboardText() throws -> String? { throw UnsupportedByDriver("a process has no pasteboard") }
    package func clearPasteboard() throws { throw UnsupportedByDriver("a process has no pasteboard") }
    package func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }
}
