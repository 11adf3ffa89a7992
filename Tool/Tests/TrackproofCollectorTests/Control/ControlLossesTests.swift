import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import TestSupport
import Testing
import Trackproof
import TrackproofCollector
import TrackproofPlanning
import TrackproofPlans

/// Tests that a check or a comparison of a session does not pass if something that SDKs sent is missing.
@Suite("Losses", .timeLimit(.minutes(15)))
struct ControlLossesTests {
    private static let plan = #"{"plan":1,"events":{"ok":{}}}"#
    private static let snapshot = #"{"snapshot":1,"events":[{"name":"ok"}]}"#
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// Runs `trackproof collect` with a plan that has the event `ok`.
    private func withPlan(
        _ options: [String] = [], _ body: @escaping @Sendable (ControlClient, RunningCollector) async throws -> Void
    ) async throws {
        try folder.write(Self.plan, to: "plan.json")
        try await withCollector(store: store, ["--plan", folder.file("plan.json")] + options) { collector in
            try await body(ControlClient(port: try #require(URL(string: collector.address)?.port)), collector)
        }
    }

    /// Checks that the verdicts about a session have these losses, and that they pass only without losses.
    private func expect(
        _ losses: Losses, rejected: Int64 = 0, in session: String = "default", _ client: ControlClient,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let check = try await client.send(.post, "check", #"{"session":"\#(session)"}"#).json()
        let verify = try await client.send(.post, "verify?session=\(session)", Self.snapshot).json()
        let lost = ControlJSON(
            .object(["refused": losses.refused, "unstored": losses.unstored, "removed": losses.removed]))
        for answer in [check, verify, try await client.send(.get, "sessions/\(session)").json()] {
            #expect(answer["lost"] == lost, sourceLocation: sourceLocation)
            #expect(answer["rejected"]?.integer == rejected, sourceLocation: sourceLocation)
        }
        let sentences = losses.sentences.map { $0 + "\n" }.joined()
        #expect(check["text"]?.string?.hasSuffix(sentences) == true, "\(check)", sourceLocation: sourceLocation)
        #expect(verify["text"]?.string?.hasSuffix(sentences) == true, "\(verify)", sourceLocation: sourceLocation)
        let passes = ControlJSON(.bool(losses.isEmpty && rejected == 0))
        #expect(check["passed"] == passes, "\(check)", sourceLocation: sourceLocation)
        #expect(verify["passed"] == passes, "\(verify)", sourceLocation: sourceLocation)
    }

    @Test func aRequestThatCouldNotBeStoredFailsTheCheck() async throws {
        try await withPlan { [store] client, collector in
            let other = try await client.open()
            for session in ["default", other] { try await client.post(#"{"name":"ok"}"#, session: session) }
            let lock = """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1], isolation_level=None)
                connection.execute("BEGIN EXCLUSIVE")
                print("locked", flush=True)
                sys.stdin.read()
                """
            _ = try await Program.python("-c", lock, store).run { _ in
                let refused = try await collector.track("evil")
                #expect(refused.status == 503)
            }
            try await expect(Losses(unstored: 1), client)
            try await expect(Losses(), in: other, client)
            #expect(try await client.send(.post, "reset").status == 204)
            try await client.post(#"{"name":"ok"}"#)
            try await expect(Losses(), client)
        }
    }

    /// Tests requests that need more memory than there is. If the session may be named in the body, which was not read,
    /// the request counts for all sessions.
    @Test func aRefusedRequestFailsTheCheckOfItsSession() async throws {
        try await serve({ $0.bytesInFlight = 100_000 }) { client in
            let named = try await client.open()
            for session in ["default", named] { try await client.post(#"{"name":"ok"}"#, session: session) }
            let body = #"{"batch":[],"x":"\#(String(repeating: "x", count: 200_000))"}"#
            #expect(try await client.send(.post, "/s/\(named)/v1/batch", body).status == 503)
            let reason = "too many requests at the same time"
            try await expect(Losses(refused: 1, reason: reason), in: named, client)
            try await expect(Losses(), client)
            #expect(try await client.send(.post, "/v1/batch", body).status == 503)
            try await expect(Losses(refused: 2, reason: reason), in: named, client)
            try await expect(Losses(refused: 1, reason: reason), client)
            let later = try await client.open()
            try await client.post(#"{"name":"ok"}"#, session: later)
            try await expect(Losses(), in: later, client)
        }
    }

    /// Tests a request that is too large. The collector lists it in the default session, but does not know its session.
    @Test func aRequestThatIsTooLargeFailsTheCheckOfAllSessions() async throws {
        try await serve({ $0.bodyBytes = 1_000 }) { client in
            let other = try await client.open()
            for session in ["default", other] { try await client.post(#"{"name":"ok"}"#, session: session) }
            let body = #"{"batch":[],"x":"\#(String(repeating: "x", count: 2_000))"}"#
            #expect(try await client.send(.post, "/v1/batch", body).status == 413)
            try await expect(Losses(), rejected: 1, client)
            let reason = "the body is too large: the limit is 1000 bytes, or 33554432 after decompression"
            try await expect(Losses(refused: 1, reason: reason), in: other, client)
        }
    }

    @Test func aRequestWithoutTheTokenFailsTheCheckOfTheDefaultSession() async throws {
        let token = "tokentokentoken1"
        try await serve({ _ in }, token: token) { client in
            let headers: HTTPFields = [.authorization: "Bearer \(token)"]
            #expect(try await client.send(.post, "/v1/track", #"{"event":"evil","userId":"u"}"#).status == 401)
            let session = try await client.send(.get, "sessions/default", headers: headers).json()
            #expect(session["lost"]?["refused"] == 1)
        }
    }

    @Test func removedEventsFailTheCheck() async throws {
        try await withPlan(["--keep-events", "5"]) { client, _ in
            for name in ["evil"] + Array(repeating: "ok", count: 9) { try await client.post(#"{"name":"\#(name)"}"#) }
            let check = try await client.send(.post, "check").json()
            #expect(check["passed"] == false)
            #expect(
                check["text"]?.string == """
                    5 events as planned
                    events and rejected items that were removed because of the limits of the store: 5

                    """)
        }
        try await withPlan { client, _ in
            #expect(try await client.send(.post, "check").json()["lost"]?["removed"] == 5)
            #expect(try await client.send(.post, "reset").status == 204)
            try await client.post(#"{"name":"ok"}"#)
            try await expect(Losses(), client)
        }
    }

    @Test func aRemovedRejectedItemFailsTheCheck() async throws {
        try await withPlan(["--keep-events", "2"]) { client, _ in
            try await client.post(#"{"name":"ok"}"#)
            _ = try await client.segment(#"{"type":"trak"}"#)
            try await expect(Losses(), rejected: 1, client)
            #expect(try await client.send(.post, "/v1/batch", #"{"batch":[{"type":"trak"}]}"#).status == 200)
            try await expect(Losses(removed: 1), rejected: 1, client)
        }
    }

    /// Tests that requests without events of one session do not displace the rejected items of another session.
    @Test func aSessionLosesItsOwnRequestsFirst() async throws {
        try await withPlan(["--keep-events", "5"]) { client, _ in
            let other = try await client.open()
            _ = try await client.segment(#"{"type":"trak"}"#, prefix: "/s/\(other)")
            try await client.post(#"{"name":"ok"}"#, session: other)
            for _ in 0..<9 { _ = try await client.segment(#"{"type":"trak"}"#) }
            try await expect(Losses(), rejected: 1, in: other, client)
            #expect(try await client.send(.get, "sessions/default").json()["lost"]?["removed"] == 6)
        }
    }

    /// Runs a collector with other limits in this process.
    private func serve(
        _ change: (inout CollectorLimits) -> Void, plan: String = Self.plan, token: String? = nil,
        _ body: @escaping @Sendable (ControlClient) async throws -> Void
    ) async throws {
        let plan = LoadedPlan(path: "plan.json", plan: try TrackingPlan(json: Array(plan.utf8), file: "plan.json"))
        try await Collector.serve(
            store: store,
            {
                $0.token = token
                $0.plan = plan
                change(&$0.limits)
            }, body)
    }

    /// Tests a request whose events take long to check: the limit holds, and other clients can read meanwhile.
    @Test func aCheckOfOneLargeRequestEndsInTimeAndLetsOthersRead() async throws {
        // If the check let nobody read, at most one answer would arrive before it, and one after it. On a busy machine,
        // a short check may end before there are more answers, so longer ones follow.
        for seconds in [1, 5] where try await answers(duringACheckOf: seconds) > 2 { return }
        #expect(try await answers(duringACheckOf: 30) > 2)
    }

    /// Checks events that take minutes to check, and returns the number of other requests answered meanwhile.
    private func answers(duringACheckOf seconds: Int) async throws -> Int {
        let numbers = (1...10).map { "\($0)" }.joined(separator: ",")
        let schemas = (0..<50).map { #"{"multipleOf":\#($0 + 1_001)}"# }.joined(separator: ",")
        let plan = """
            {"plan":1,"events":{"slow":{"parameters":{"list":{"type":"array","items":{"anyOf":[\(schemas)]}}}}}}
            """
        let answers = NIOLockedValueBox(0)
        try await serve({ $0.checkSeconds = seconds }, plan: plan) { client in
            let event = #"{"name":"slow","parameters":{"list":[\#(numbers)]}}"#
            let answer = try await client.send(
                .post, "events", Array(repeating: event, count: 5_000).joined(separator: "\n"))
            #expect(answer.status == 200)
            let isOver = NIOLockedValueBox(false)
            async let checking = {
                defer { isOver.withLockedValue { $0 = true } }
                return try await client.send(.post, "check")
            }()
            while !isOver.withLockedValue(\.self) {
                #expect(try await client.send(.get, "events?newest=1&vendor=segment").status == 200)
                answers.withLockedValue { $0 += 1 }
            }
            let check = try await checking
            #expect(check.status == 503)
            #expect(
                check.text == """
                    {"error":"the check timed out after \(seconds) seconds; check an export with `trackproof plan check` instead"}
                    """)
        }
        return answers.withLockedValue(\.self)
    }
}
