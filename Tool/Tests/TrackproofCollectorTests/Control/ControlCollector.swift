import Foundation
import HTTPTypes
import Logging
import Testing
import TrackproofCollector

/// The turns that limit how many collectors run at once. Too many collectors would exceed the limit of open files.
private let controlTurns = Turns(16)

/// Runs a collector in this process while `body` runs, and then removes its store.
func withControl<Value: Sendable>(
    token: String? = nil, plan: CollectorPlan? = nil,
    _ body: @escaping @Sendable (ControlClient) async throws -> Value
) async throws -> Value {
    await controlTurns.take()
    defer { controlTurns.giveBack() }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var options = Collector.Options(store: folder.file("store.sqlite"))
    options.port = 0
    options.token = token
    options.plan = plan
    let collector = try Collector(options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let value = try await collector.serve { address in
        let port = try #require(URL(string: address)?.port)
        return try await body(ControlClient(port: port))
    }
    try collector.close()
    return value
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
    func segment(_ items: String..., prefix: String = "") async throws -> ControlAnswer {
        try await send(
            .post, prefix + "/v1/batch", #"{"writeKey":"k","batch":[\#(items.joined(separator: ","))]}"#)
    }
}
