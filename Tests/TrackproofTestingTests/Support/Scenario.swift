import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A mistake in a test, and the message that both frameworks must report for it.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The complete message.
    let message: String
    let file: String
    /// The second message, which the end of the test reports, or `nil` if there is none.
    let atEnd: String?
    /// Fails once, and returns the line of the assertion that fails.
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

    /// The message in XCTest. It has no hint about blocking, because XCTest blocks no thread that other tests need.
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

/// Returns one line for each number, for long messages.
func lines(_ numbers: ClosedRange<Int>, _ line: (Int) -> String) -> String {
    numbers.map(line).joined(separator: "\n")
}
