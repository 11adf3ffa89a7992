import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// What a test may do wrong, and what it must be told; asked of both frameworks.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The whole of the message.
    let message: String
    let file: String
    /// What the test is told besides, at its end.
    let atEnd: String?
    /// Fails once, and returns the line in which that is written.
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

    /// The message under XCTest, whose tests block no thread that others need.
    var messageInXCTest: String { message.replacingOccurrences(of: BlockingWait.hint + "\n", with: "") }

    var further: [String] { atEnd.map { [$0] } ?? [] }

    static var all: [Scenario] {
        tracked + trackedDetails + trackedForms + words + events + delivered + others + hostile
    }
}

/// The line in which an assertion is written: its own by being beside it.
func line<Result>(of assertion: Result, _ line: Int = #line) -> Int { line }

/// Tracks by a facade of the running test.
func track(_ events: Event...) { track(events) }

func track(_ events: [Event]) {
    let analytics = Analytics.recording()
    for event in events { analytics.track(event) }
}

/// A line for each number, for messages that are long by their nature.
func lines(_ numbers: ClosedRange<Int>, _ line: (Int) -> String) -> String {
    numbers.map(line).joined(separator: "\n")
}
