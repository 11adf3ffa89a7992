import Foundation
import Subprocess
// Re-exported, so that all tests can use programs and their outcomes.
@_exported import TestPrograms
import Testing
import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// Runs `trackproof collect` with a store, at a free port, while `body` runs. Then terminates the collector.
///
/// - Parameter program: A closure that gets the command's arguments, and returns the program to run. The default
///   program is the command itself.
@discardableResult
func withCollector<Value: Sendable>(
    store: String, _ options: [String] = [], program: ([String]) -> Program = { .trackproof($0) },
    _ body: @escaping @Sendable (RunningCollector) async throws -> Value
) async throws -> (value: Value, outcome: Outcome) {
    let access = options.contains("--token") ? [] : ["--no-token"]
    let program = program(["collect", "--port", "0", "--store", store] + access + options)
    return try await program.run(signalAtEnd: .terminate) { running in
        try await body(RunningCollector(address: running.line, process: running.id, send: running.send))
    }
}

/// A running collector and its control API.
struct RunningCollector: Sendable {
    /// The address of the collector: `http://127.0.0.1:PORT`.
    let address: String
    let process: pid_t
    /// Sends the process a signal.
    let send: @Sendable (Signal) throws -> Void

    struct Session: Sendable {
        let key: String
        let url: String
    }

    /// A request as the collector received it.
    struct Arrived: Sendable, Equatable {
        let method: String
        let target: String
        let body: [UInt8]
    }

    func openSession(_ name: String) async throws -> Session {
        let reply = try await post("sessions", #"{"name":"\#(name)"}"#)
        #expect(reply.status == 201)
        let members = try object(reply)
        return Session(
            key: try #require(members["session"]?.string), url: try #require(members["url"]?.string))
    }

    /// Plans a failure of a session's next request, with JSON members such as `"status":500`.
    func planFailure(_ failure: String, for session: Session) async throws {
        let reply = try await post("failures", #"{"session":"\#(session.key)",\#(failure)}"#)
        try #require(reply.status == 204, "\(reply.text)")
    }

    /// Returns the events of a session, or of the default session.
    func export(_ session: Session? = nil) async throws -> [RecordedEvent] {
        let reply = try await get("export" + query(session))
        try #require(reply.status == 200, "\(reply.text)")
        return try Recording(reply.body, name: "export").events
    }

    /// Returns the ids of the events that the collector counted as retries.
    func retries(_ session: Session? = nil) async throws -> [String?] {
        let reply = try await get("retries" + query(session))
        return try #require(try object(reply)["retries"]?.array).map { $0.object?["id"]?.string }
    }

    /// Returns the items that the collector rejected.
    func rejections(_ session: Session? = nil) async throws -> [EventValue] {
        try #require(try object(try await get("rejected" + query(session)))["rejected"]?.array)
    }

    /// Returns the requests whose ids follow the id `last`. The ids of requests are 1, 2 and so on.
    func requests(after last: Int) async throws -> [Arrived] {
        var requests: [Arrived] = []
        while true {
            let reply = try await get("requests/\(last + requests.count + 1)")
            if reply.status == 404 { return requests }
            let members = try object(reply)
            let body: [UInt8]
            if let text = members["body"]?.string {
                body = Array(text.utf8)
            } else {
                let text = try #require(members["bodyBase64"]?.string)
                body = Array(try #require(Data(base64Encoded: text)))
            }
            requests.append(
                Arrived(
                    method: try #require(members["method"]?.string), target: try #require(members["target"]?.string),
                    body: body))
        }
    }

    func get(_ path: String) async throws -> HTTP.Reply { try await HTTP.get(control(path)) }

    func post(_ path: String, _ body: String) async throws -> HTTP.Reply { try await HTTP.post(control(path), body) }

    func control(_ path: String) -> String { "\(address)/trackproof/v1/\(path)" }

    private func query(_ session: Session?) -> String { session.map { "?session=\($0.key)" } ?? "" }

    private func object(_ reply: HTTP.Reply) throws -> EventParameters {
        try #require(try EventValue(json: Array(reply.body), of: "reply").object, "\(reply.text)")
    }
}
