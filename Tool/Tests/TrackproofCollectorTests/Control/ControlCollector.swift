import Foundation
import HTTPTypes
import _TrackproofTestSupport
import Testing

/// The turns that limit how many collectors run at once. Each of them needs memory and threads.
private let controlTurns = Turns(16)

/// Runs a collector with a new store while `body` runs.
///
/// - Parameters:
///   - token: The token of the control API, or `nil` for a collector without a token.
///   - plan: The text of a tracking plan in JSON, which the collector reads from `plan.json`.
func withControl<Value: Sendable>(
    token: String? = nil, plan: String? = nil,
    _ body: @escaping @Sendable (ControlClient) async throws -> Value
) async throws -> Value {
    try await controlTurns.run { try await withUnlimitedControl(token: token, plan: plan, body) }
}

private func withUnlimitedControl<Value: Sendable>(
    token: String?, plan: String?, _ body: @escaping @Sendable (ControlClient) async throws -> Value
) async throws -> Value {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var options = token.map { ["--token", $0] } ?? []
    if let plan {
        try folder.write(plan, to: "plan.json")
        options += ["--plan", "plan.json"]
    }
    let program = { (arguments: [String]) in
        var program = Program.trackproof(arguments)
        program.folder = folder.path
        return program
    }
    return try await withCollector(store: "store.sqlite", options, program: program) { collector in
        let port = try #require(URL(string: collector.address)?.port)
        return try await body(ControlClient(port: port))
    }.value
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
