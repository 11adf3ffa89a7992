import HTTPTypes
import Testing

@Suite("POST wait", .timeLimit(.minutes(15)))
struct ControlWaitTests {
    @Test func aWaitWhoseAnswerIsTooLargeIsRefused() async throws {
        try await withControl { client in
            let text = String(repeating: "x", count: 6 << 20)
            for _ in 1...3 { try await client.post(#"{"name":"a","parameters":{"x":"\#(text)"}}"#) }
            let one = try await client.send(.post, "wait", #"{"name":"a","count":2,"within":600}"#).json()
            #expect(one["satisfied"] == true)
            let all = try await client.send(.post, "wait", #"{"name":"a","count":4,"within":600}"#)
            #expect(all.status == 413)
            #expect(
                all.text == """
                    {"error":"3 events take more than 16777216 bytes; wait for fewer events at a time","field":"count"}
                    """)
        }
    }

    /// Tests two clients that take turns: each client waits for the other's event before it sends its next event.
    @Test func aLaterEventSatisfiesTheWait() async throws {
        try await withControl { client in
            let rounds = 5
            @Sendable func wait(for name: String, after: Int64) async throws -> Int64 {
                let answer = try await client.send(
                    .post, "wait", #"{"name":"\#(name)","after":\#(after),"within":600}"#
                ).json()
                try #require(answer["satisfied"] == true)
                return try #require(answer["next"]?.integer)
            }
            @Sendable func answerPings() async throws {
                var last: Int64 = 0
                for _ in 0..<rounds {
                    last = try await wait(for: "ping", after: last)
                    try await client.post(#"{"name":"pong"}"#)
                }
            }
            async let pongs: Void = answerPings()
            var last: Int64 = 0
            for _ in 0..<rounds {
                try await client.post(#"{"name":"ping"}"#)
                last = try await wait(for: "pong", after: last)
            }
            try await pongs
            #expect(try await client.send(.get, "events").json()["events"]?.array?.count == 2 * rounds)
        }
    }

    @Test func aWaitCanBeForSeveralEvents() async throws {
        try await withControl { client in
            async let waited = client.send(.post, "wait", #"{"name":"a","count":3,"within":600}"#)
            for _ in 0..<3 { try await client.post(#"{"name":"a"}"#, #"{"name":"b"}"#) }
            let answer = try await waited.json()
            #expect(answer["satisfied"] == true)
            #expect(answer["events"]?.names == ["a", "a", "a"])
            #expect(answer["next"] == 3)
        }
    }

    /// Tests a silence that begins after the last event that matches. Events with other names do not interrupt it.
    @Test func aWaitForSilenceIsSatisfiedWhenEventsStop() async throws {
        try await withControl { client in
            async let waited = client.send(.post, "wait", #"{"name":"a","quiet":1,"within":600,"count":2}"#)
            for name in ["a", "b", "a"] { try await client.post(#"{"name":"\#(name)"}"#) }
            let start = ContinuousClock.now
            let answer = try await waited.json()
            #expect(answer["satisfied"] == true)
            #expect(answer["events"]?.names == ["a", "a"])
            #expect(ContinuousClock.now - start < .seconds(600))
        }
    }
}
