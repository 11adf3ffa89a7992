import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The turns that limit how many collectors run at once. Each of them needs memory and threads.
private let controlTurns = Turns(16)

/// Runs a collector with a new store while `body` runs.
func withControl<Value: Sendable>(
    _ body: @escaping @Sendable (ControlClient) async throws -> Value
) async throws -> Value {
    try await controlTurns.run {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await withCollector(store: folder.file("s.sqlite")) { collector in
            let port = try #require(URL(string: collector.address)?.port)
            return try await body(ControlClient(port: port))
        }.value
    }
}

extension ControlClient {
    /// Opens a session. Returns its key.
    func open(_ name: String = "") async throws -> String {
        let answer = try await send(.post, "sessions", #"{"name":"\#(name)"}"#)
        return try #require(try answer.json()["session"]?.string, "\(answer.text)")
    }

    /// Posts events in one request, with one event on each line.
    func post(_ lines: String..., session: String = "default") async throws {
        let answer = try await send(.post, "events?session=\(session)", lines.joined(separator: "\n"))
        let rejected = try answer.json()["rejected"]
        try #require(answer.status == 200 && rejected == [], "\(answer.text)")
    }

    /// Posts a batch as Segment's SDK does.
    func segment(_ items: String..., prefix: String = "") async throws -> HTTP.Reply {
        try await send(
            .post, prefix + "/v1/batch", #"{"writeKey":"k","batch":[\#(items.joined(separator: ","))]}"#)
    }
}
