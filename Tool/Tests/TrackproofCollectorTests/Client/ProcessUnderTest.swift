import Foundation
import TrackproofUITesting

/// An app under test that consists of a program without a screen.
final class ProcessUnderTest: AppUnderTest {
    let process = Process()
    private let arguments: [String]

    init(_ path: String, _ arguments: [String]) {
        process.executableURL = URL(fileURLWithPath: path)
        // The program runs until its standard input ends.
        process.standardInput = Pipe()
        self.arguments = arguments
    }

    func launch(arguments: [String], environment: [String: String]) throws {
        process.arguments = self.arguments + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
    }

    var exitDescription: String? {
        if process.isRunning { return nil }
        let verb = process.terminationReason == .exit ? "exited with" : "was ended by signal"
        return "\(verb) \(process.terminationStatus)"
    }

    func value(ofElement identifier: String) throws -> String? {
        throw UnsupportedByDriver("a process has no elements")
    }
    func textsOfAlert(withButton title: String) throws -> [String]? {
        throw UnsupportedByDriver("a process has no alerts")
    }
    func pressAlertButton(_ title: String) throws { throw UnsupportedByDriver("a process has no alerts") }
    func pasteboardText() throws -> String? { throw UnsupportedByDriver("a process has no pasteboard") }
    func clearPasteboard() throws { throw UnsupportedByDriver("a process has no pasteboard") }
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }
}
