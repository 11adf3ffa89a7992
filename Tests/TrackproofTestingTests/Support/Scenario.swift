import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A mistake in a test, for which both frameworks must report the same messages.
///
/// The golden file of the table that contains the scenario has the messages.
struct Scenario: Sendable {
    let name: String
    let file: String
    /// A closure with one assertion that fails. The closure returns the line of this assertion.
    let body: @Sendable () async -> Int

    init(
        _ name: String, after events: Event..., file: StaticString = #filePath,
        _ body: @escaping @Sendable () async -> Int
    ) {
        self.name = name
        self.file = "\(file)"
        self.body = {
            track(events)
            return await body()
        }
    }

    /// Several scenarios, whose messages are in one golden file.
    struct Table: Sendable, CustomTestStringConvertible {
        let name: String
        let scenarios: [Scenario]
        var testDescription: String { name }
    }

    static let tables = [
        Table(name: "tracked", scenarios: tracked), Table(name: "tracked-details", scenarios: trackedDetails),
        Table(name: "tracked-forms", scenarios: trackedForms), Table(name: "words", scenarios: words),
        Table(name: "events", scenarios: events), Table(name: "delivered", scenarios: delivered),
        Table(name: "others", scenarios: others), Table(name: "hostile", scenarios: hostile),
    ]

    /// Returns the scenario's part of the golden file: its name and the messages that it reports.
    func golden(_ failures: [Failure]) -> String {
        "== \(name) ==\n" + failures.map(\.message).joined(separator: "\n-- at the end of the test --\n")
    }
}
