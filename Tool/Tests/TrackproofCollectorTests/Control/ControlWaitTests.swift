import HTTPTypes
import Testing

@Suite("POST wait", .timeLimit(.minutes(15)))
struct ControlWaitTests {
    @Test func storedEventsSatisfyAWaitAtOnce() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a","parameters":{"x":1}}"#, #"{"name":"a","parameters":{"x":2}}"#)
            let answer = try await client.send(
                .post, "wait", #"{"name":"a","parameters":{"x":1.0},"within":600}"#)
            #expect(
                answer.text == """
                    {"satisfied":true,"events":[{"name":"a","parameters":{"x":1},"seq":1,\
                    "source":"wire:trackproof","request":1}],"next":1}
                    """)
        }
    }

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
            let rounds = 25
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

    @Test func anUnsatisfiedWaitReportsTheEventsThatArrived() async throws {
        try await withControl { client in
            try await client.post(
                #"{"name":"a","parameters":{"x":1,"y":3,"z":4}}"#, #"{"name":"b"}"#, #"{"name":"b"}"#,
                #"{"kind":"identify","user":"u"}"#)
            _ = try await client.segment(#"{"type":"trak"}"#)
            let answer = try await client.send(
                .post, "wait", #"{"name":"a","parameters":{"x":2,"y":3.0,"w":0},"count":2,"within":0.05}"#)
            #expect(
                answer.text == """
                    {"satisfied":false,"events":[],"next":2,"near":[{"name":"a","parameters":{"x":1,"y":3,"z":4},\
                    "seq":1,"source":"wire:trackproof","differences":[\
                    {"path":"x","change":"value","expected":2,"actual":1},\
                    {"path":"w","change":"missing","expected":0}],\
                    "request":1}],"others":{"b":2,"identify":1},"rejected":1}
                    """)
        }
    }

    @Test func theNearMissesOfTheVendorComeFirst() async throws {
        try await withControl { client in
            for number in 1...6 { try await client.post(#"{"name":"a","parameters":{"n":\#(number)}}"#) }
            let batch = #"{"batch":[{"type":"track","event":"a","userId":"u","properties":{"n":7}}]}"#
            _ = try await client.send(.post, "/v1/batch", batch)
            let wait = #"{"name":"a","vendor":"segment","parameters":{"n":0},"within":0}"#
            let near = try await client.send(.post, "wait", wait).json()["near"]
            #expect(near?.all("source").first == "wire:segment")
            #expect(near?.all("source").count == 5)
        }
    }

    @Test func anEventOfAnotherVendorIsNear() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            let answer = try await client.send(.post, "wait", #"{"name":"a","vendor":"segment","within":0}"#).json()
            #expect(answer["satisfied"] == false)
            #expect(answer["near"]?.all("source") == ["wire:trackproof"])
            #expect(answer["near"]?.all("differences") == [[]])
            #expect(answer["others"] == [:])
        }
    }

    @Test func aNameInAnotherCaseOrWithATypoIsNear() async throws {
        try await withControl { client in
            for name in ["Purchase", "purchse", "open", "purchase_failed"] {
                try await client.post(#"{"name":"\#(name)"}"#)
            }
            let answer = try await client.send(.post, "wait", #"{"name":"purchase","within":0}"#).json()
            #expect(answer["satisfied"] == false)
            #expect(answer["near"]?.names == ["Purchase", "purchse"])
            #expect(answer["others"] == ["Purchase": 1, "open": 1, "purchase_failed": 1, "purchse": 1])
        }
    }

    @Test func aWaitCanLimitTheNumberOfEvents() async throws {
        try await withControl { client in
            for _ in 0..<2 { try await client.post(#"{"name":"a"}"#) }
            let enough = try await client.send(.post, "wait", #"{"name":"a","atMost":2,"within":0.1}"#).json()
            #expect(enough["satisfied"] == true)
            #expect(enough["events"]?.names == ["a", "a"])
            // More events than `atMost` have arrived, so the wait ends long before its time limit.
            let many = try await client.send(.post, "wait", #"{"name":"a","atMost":1,"within":600}"#).json()
            #expect(many["satisfied"] == false)
            let none = try await client.send(.post, "wait", #"{"name":"b","atMost":0,"within":0}"#).json()
            #expect(none["satisfied"] == true)
        }
    }

    @Test func aWaitForSilenceIsSatisfiedWhenEventsStop() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            let quiet = try await client.send(.post, "wait", #"{"name":"a","quiet":0.2,"within":600}"#).json()
            #expect(quiet["satisfied"] == true)
            #expect(quiet["events"]?.names == ["a"])
            // The silence begins after the last event that matches. Events with other names do not interrupt it.
            async let waited = client.send(.post, "wait", #"{"name":"a","quiet":1,"within":600,"after":1,"count":2}"#)
            for name in ["a", "b", "a"] { try await client.post(#"{"name":"\#(name)"}"#) }
            let start = ContinuousClock.now
            let answer = try await waited.json()
            #expect(answer["satisfied"] == true)
            #expect(answer["events"]?.names == ["a", "a"])
            #expect(ContinuousClock.now - start < .seconds(600))
            // Silence does not satisfy a wait if too few events have arrived.
            let few = try await client.send(
                .post, "wait", #"{"name":"c","count":1,"quiet":0.01,"within":0.3}"#
            ).json()
            #expect(few["satisfied"] == false)
            // The wait's time limit passes before the silence is long enough.
            let short = try await client.send(.post, "wait", #"{"name":"a","quiet":5,"within":0.1}"#).json()
            #expect(short["satisfied"] == false)
        }
    }

    @Test func eventsBeforeTheRequestedPositionDoNotCount() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            let answer = try await client.send(.post, "wait", #"{"name":"a","after":1,"within":0}"#)
            #expect(
                answer.text
                    == #"{"satisfied":false,"events":[],"next":1,"near":[],"others":{},"rejected":0}"#)
        }
    }

    /// Tests a position from another store. Without the error, a test would wait for no events and always succeed.
    @Test func aPositionThatTheStoreHasNotReachedIsRefused() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            let error = """
                {"error":"2 is beyond the newest request of this store, 1; the position may be from another store",\
                "field":"after"}
                """
            let wait = try await client.send(.post, "wait", #"{"name":"a","atMost":0,"after":2,"within":0}"#)
            #expect(wait.status == 400)
            #expect(wait.text == error)
            let events = try await client.send(.get, "events?after=2")
            #expect(events.status == 400)
            #expect(events.text == error)
            // The positions of removed requests stay valid.
            #expect(try await client.send(.post, "reset", "{}").status == 204)
            #expect(try await client.send(.get, "events?after=1").status == 200)
        }
    }

    @Test func eventsOfAnotherSessionDoNotCount() async throws {
        try await withControl { client in
            let (own, other) = (try await client.open(), try await client.open())
            try await client.post(#"{"name":"a"}"#, session: other)
            let answer = try await client.send(.post, "wait", #"{"session":"\#(own)","name":"a","within":0}"#).json()
            #expect(answer["satisfied"] == false)
            #expect(answer["others"] == [:])
        }
    }
}
