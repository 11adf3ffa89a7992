import HTTPTypes
import Testing

@Suite("Planned failures", .timeLimit(.minutes(15)))
struct ControlFailuresTests {
    private let item = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    @Test func failuresFollowOneAnother() async throws {
        try await withControl { client in
            #expect(try await client.send(.post, "failures", #"{"status":503,"count":2}"#).status == 204)
            #expect(try await client.send(.post, "failures", #"{"status":429}"#).status == 204)
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await client.segment(item).status) }
            #expect(statuses == [503, 503, 429, 200])
            // What failed was not taken, and each attempt is listed.
            #expect(try await client.send(.get, "events").json()["events"]?.all("request") == [4])
            let requests = try #require(try await client.send(.get, "requests").json()["requests"]?.array)
            #expect(requests.map { $0["answer"]?["status"]?.integer } == [503, 503, 429, 200])
            #expect(requests.map { $0["answer"]?["planned"]?.bool } == [true, true, true, false])
            #expect(requests.map { $0["events"]?.integer } == [0, 0, 0, 1])
            let times = requests.compactMap { $0["received"]?.string }
            #expect(times.count == 4 && times == times.sorted())
        }
    }

    @Test func aConnectionThatIsClosedHasNoStatus() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            let request = try await client.send(.get, "requests/1").json()
            #expect(request["answer"]?.description == #"{"status":null,"planned":true}"#)
            #expect(request["body"]?.string?.contains(item) == true)
            #expect(request["events"]?.array?.isEmpty == true)
        }
    }

    @Test func anAnswerThatGetsLost() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true,"stored":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            #expect(try await client.segment(item).status == 200)
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["a"])
            #expect(try await client.send(.get, "retries").json()["retries"]?.names == ["a"])
        }
    }

    @Test func aRequestThatGetsLost() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            #expect(try await client.send(.get, "events").json()["events"]?.names == [])
        }
    }

    @Test func failuresAreASessionsOwn() async throws {
        try await withControl { client in
            let key = try await client.open()
            _ = try await client.send(.post, "failures", #"{"session":"\#(key)","status":500,"count":3}"#)
            #expect(try await client.segment(item).status == 200)
            #expect(try await client.segment(item, prefix: "/s/\(key)").status == 500)
            #expect(try await client.send(.delete, "failures?session=\(key)").text == #"{"unmet":2}"#)
            #expect(try await client.send(.delete, "failures?session=\(key)").text == #"{"unmet":0}"#)
            #expect(try await client.segment(item, prefix: "/s/\(key)").status == 200)
        }
    }

    @Test func aFailureOfOneVendorAndPath() async throws {
        try await withControl { client in
            let plan = #"{"vendor":"segment","path":"/v1/batch","status":429,"retryAfter":7}"#
            #expect(try await client.send(.post, "failures", plan).status == 204)
            // Another vendor, another path.
            try await client.post(#"{"name":"other"}"#)
            #expect(try await client.send(.post, "/v1/track", item).status == 200)
            let failed = try await client.segment(item)
            #expect(failed.status == 429)
            #expect(failed.headers[.retryAfter] == "7")
            #expect(try await client.segment(item).status == 200)
        }
    }

    @Test func anAnswerThatComesLate() async throws {
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

    @Test(arguments: [
        (#"{"drop":true,"retryAfter":1}"#, #"{"error":"goes with a status","field":"retryAfter"}"#),
        (#"{"status":503,"path":"v1"}"#, #"{"error":"must begin with /","field":"path"}"#),
        (#"{"delay":61}"#, #"{"error":"expected a number of seconds up to 60, found 61","field":"delay"}"#),
    ])
    func aFailureThatIsWrong(body: String, answer: String) async throws {
        try await withControl { client in
            let refused = try await client.send(.post, "failures", body)
            #expect(refused.status == 400)
            #expect(refused.text == answer)
        }
    }

    @Test(arguments: [#"{}"#, #"{"status":500,"drop":true}"#, #"{"drop":false}"#])
    func aFailureIsEitherAStatusOrADrop(body: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "failures", body)
            #expect(answer.status == 400)
            #expect(answer.text == #"{"error":"give either a status or \"drop\": true, or a \"delay\" alone"}"#)
        }
    }
}
