import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A mistake in a test, and the message that both frameworks must report for it.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let message: String
    let file: String
    /// The second message, which the test reports at its end, or `nil` if there is no second message.
    let atEnd: String?
    /// A closure with one assertion that fails. The closure returns the line of this assertion.
    let body: @Sendable () async -> Int

    init(
        _ name: String, after events: Event..., file: StaticString = #filePath, fails message: String,
        atEnd: String? = nil, _ body: @escaping @Sendable () async -> Int
    ) {
        self.name = name
        self.file = "\(file)"
        self.message = message
        self.atEnd = atEnd
        self.body = {
            track(events)
            return await body()
        }
    }

    var testDescription: String { name }

    /// The message in XCTest. It lacks the hint about waits that block a thread, because XCTest runs one test at a
    /// time.
    var messageInXCTest: String { message.replacingOccurrences(of: BlockingWait.hint + "\n", with: "") }

    var further: [String] { atEnd.map { [$0] } ?? [] }

    static var all: [Scenario] {
        tracked + trackedDetails + trackedForms + words + events + delivered + others + hostile
    }
}

/// Returns the line of `assertion`, which must be on the same line as the call.
func line<Result>(of assertion: Result, _ line: Int = #line) -> Int { line }

/// Tracks events with a facade of the running test.
func track(_ events: Event...) { track(events) }

func track(_ events: [Event]) {
    let analytics = Analytics.recording()
    for event in events { analytics.track(event) }
}

/// Returns a text with one line for each number. Tests use it to write long expected messages.
func lines(_ numbers: ClosedRange<Int>, _ line: (Int) -> String) -> String {
    numbers.map(line).joined(separator: "\n")
}
