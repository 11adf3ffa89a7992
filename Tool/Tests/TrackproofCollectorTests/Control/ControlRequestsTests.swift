import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Tests of requests that a transcript cannot contain, because they are large, take time or arrive together.
@Suite("Requests", .timeLimit(.minutes(15)))
struct ControlRequestsTests {
    private let item = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    @Test func bodiesThatTakeTooMuchMemoryAreListedAsRejected() async throws {
        try await withControl { client in
            let large = try await client.send(
                .post, "/v1/batch", bytes: zeros(mebibytes: 33), headers: [.contentEncoding: "gzip"])
            #expect(large.status == 413)
            let key = try await client.open()
            let body = #"{"writeKey":"\#(key)","batch":[\#(String(repeating: "{},", count: 400_000)){}]}"#
            #expect(try await client.send(.post, "/v1/batch", body).status == 413)
            let rejected = [
                "default": "the body is too large: the limit is 16777216 bytes, or 33554432 after decompression",
                key: "the body has too many values: they would take more than 134217728 bytes of memory",
            ]
            for (session, reason) in rejected {
                let items = try await client.send(.get, "rejected?session=\(session)").json()["rejected"]
                #expect(items?.all("reason") == ["\(reason)"])
            }
            let kept = try await client.send(.get, "requests/2").json()["body"]?.string
            #expect(kept == String(body.prefix(1 << 16)))
        }
    }

    /// Tests requests that arrive while a session is removed. Each request is stored or gets the status 404.
    @Test func aSessionCanBeRemovedWhileRequestsArrive() async throws {
        try await withControl { client in
            for _ in 0..<10 {
                let key = try await client.open()
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<6 {
                        group.addTask { try await client.segment(item, prefix: "/s/\(key)").status }
                    }
                    group.addTask { try await client.send(.delete, "sessions/\(key)").status }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(statuses.isSubset(of: [200, 204, 404]), "\(statuses)")
            }
            let metrics = try await client.send(.get, "metrics").text
            #expect(metrics.contains("trackproof_unstored_total 0\n"))
        }
    }

    @Test func aPlannedFailureCanDelayTheAnswer() async throws {
        try await withControl { client in
            #expect(try await client.send(.post, "failures", #"{"delay":0.3}"#).status == 204)
            let start = ContinuousClock.now
            let answer = try await client.segment(item)
            #expect(ContinuousClock.now - start >= .milliseconds(300))
            #expect(answer.status == 200)
            #expect(answer.text == #"{"success":true}"#)
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["a"])
        }
    }

    /// Tests that the log has few lines for many requests, and that the store keeps little of each.
    @Test(.blocking) func manyUnreadableRequestsFillNeitherTheLogNorTheStore() async throws {
        let folder = try TemporaryFolder()
        let count = rounds(30, deep: 100)
        let (_, outcome) = try await withCollector(store: folder.file("s.sqlite")) { collector async throws in
            let port = try #require(URL(string: collector.address)?.port)
            for _ in 0..<count {
                let client = try AttackClient(port: UInt16(port))
                client.send("POST /v1/track HTTP/1.1\r\nX: \(String(repeating: "a", count: 90_000))\r\n\r\n")
                #expect(try client.reply().status == 431)
            }
            #expect(try await collector.get("health").text.contains("\"rejected\":\(count),"))
        }
        // On a busy machine, the requests take longer than the 10 seconds after which the log repeats a reason.
        #expect((1..<10).contains(outcome.errors.count { $0 == "\n" }), "\(outcome.errors)")
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("s.sqlite"))[.size] as? Int
        #expect(try #require(size) < count * 20_000)
    }
}
