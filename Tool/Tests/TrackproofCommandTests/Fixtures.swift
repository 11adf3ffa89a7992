import Foundation
import Testing

/// Recordings and snapshots that several tests use.
enum Fixture {
    static let recording = """
        {"name":"a"}
        {"name":"b","parameters":{"x":1}}

        """

    /// A snapshot that expects the events of `recording`.
    static let snapshot = """
        {
          "snapshot": 1,
          "order": "any",
          "events": [
            { "name": "a" },
            { "name": "b", "parameters": { "x": 1 } }
          ]
        }

        """

    /// A recording that lacks one expected event of `snapshot`, and that has two unexpected events.
    static let regressed = """
        {"name":"c","parameters":{"y":[1,2]}}
        {"name":"b","parameters":{"x":"1"}}
        {"name":"b","parameters":{"x":1}}

        """

    /// The settings of the demo app's snapshot, without events.
    static let walkSettings = """
        {
          "snapshot": 1,
          "order": "any",
          "events": [],
          "volatile": { "*": { "session_id": "uuid" }, "purchase": { "order_id": "uuid" } },
          "ordered": [["login_started", "login_succeeded"]]
        }

        """
}

extension Workplace {
    /// Makes a folder with `recording` as `r.ndjson` and `snapshot` as `s.json`.
    convenience init(recording: String, snapshot: String = Fixture.snapshot) throws {
        try self.init()
        try write(recording, to: "r.ndjson")
        try write(snapshot, to: "s.json")
    }

    /// Runs the demo app without bugs, and records its events to `walk.json` and `walk.ndjson`.
    func recordWalk() async throws {
        try write(Fixture.walkSettings, to: "walk.json")
        let outcome = try await trackproof(
            "run", "--snapshot", "walk.json", "--record", "all", "--recording", "walk.ndjson", "--",
            "trackproof-demo-app")
        try #require(outcome.status == 0, "\(outcome.errors)")
    }
}
