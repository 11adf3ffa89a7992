import HTTPTypes
import Testing

@Suite("Planned failures", .timeLimit(.minutes(15)))
struct ControlFailuresTests {
    private let item = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    @Test func plannedFailuresAreUsedInOrder() async throws {
        try await withControl { client in
            #expect(try await client.send(.post, "failures", #"{"status":503,"count":2}"#).status == 204)
            #expect(try await client.send(.post, "failures", #"{"status":429}"#).status == 204)
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await client.segment(item).status) }
            #expect(statuses == [503, 503, 429, 200])
            // The collector stores no events of a request that it answered with a failure, but it lists each attempt.
            #expect(try await client.send(.get, "events").json()["events"]?.all("request") == [4])
            let requests = try #require(try await client.send(.get, "requests").json()["requests"]?.array)
            #expect(requests.map { $0["answer"]?["status"]?.integer } == [503, 503, 429, 200])
            #expect(requests.map { $0["answer"]?["planned"]?.bool } == [true, true, true, false])
            #expect(requests.map { $0["events"]?.integer } == [0, 0, 0, 1])
            let times = requests.compactMap { $0["received"]?.string }
            #expect(times.count == 4 && times == times.sorted())
        }
    }

    @Test func aDroppedConnectionHasNoStatus() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            let request = try await client.send(.get, "requests/1").json()
            #expect(request["answer"]?.description == #"{"status":null,"planned":true}"#)
            #expect(request["body"]?.string?.contains(item) == true)
            #expect(request["events"]?.array?.isEmpty == true)
        }
    }

    @Test func anEventSentAgainAfterALostAnswerIsARetry() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true,"stored":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            #expect(try await client.segment(item).status == 200)
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["a"])
            #expect(try await client.send(.get, "retries").json()["retries"]?.names == ["a"])
        }
    }

    @Test func aDroppedRequestStoresNoEvents() async throws {
        try await withControl { client in
            _ = try await client.send(.post, "failures", #"{"drop":true}"#)
            await #expect(throws: (any Error).self) { try await client.segment(item) }
            #expect(try await client.send(.get, "events").json()["events"]?.names == [])
        }
    }

    /// Tests a planned failure that refuses two items of a batch, in the vendor's format. An SDK can send them again.
    @Test func aPlannedFailureCanRefusePartOfABatch() async throws {
        try await withControl { client in
            func event(_ name: String) -> String {
                #"{"event":"\#(name)","properties":{"distinct_id":"u","$insert_id":"\#(name)","time":1}}"#
            }
            let planned = try await client.send(.post, "failures", #"{"reject":2,"vendor":"mixpanel"}"#)
            #expect(planned.status == 204)
            let batch = "[\(["a", "b", "c"].map(event).joined(separator: ","))]"
            let answer = try await client.send(.post, "/mixpanel/import", batch)
            #expect(answer.status == 400)
            let failed = try answer.json()["failed_records"]?.array?.map { $0["index"]?.integer }
            #expect(failed == [0, 1])
            #expect(try answer.json()["num_records_imported"] == 1)
            // The app sent valid items, so the collector does not list the refused items as rejected.
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["c"])
            #expect(try await client.send(.get, "rejected").json()["rejected"] == [])
            let again = try await client.send(.post, "/mixpanel/import", batch)
            #expect(again.status == 200)
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["c", "a", "b"])
            #expect(try await client.send(.get, "retries").json()["retries"]?.names == ["c"])
            let requests = try #require(try await client.send(.get, "requests").json()["requests"]?.array)
            #expect(requests.map { $0["refused"]?.integer } == [2, 0])
            #expect(requests.map { $0["answer"]?["planned"]?.bool } == [true, false])
            // Amplitude's answer has a different format from Mixpanel's answer.
            _ = try await client.send(.post, "failures", #"{"reject":1}"#)
            let amplitude = try await client.send(
                .post, "/2/httpapi", #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"}]}"#)
            #expect(amplitude.status == 400)
            #expect(try amplitude.json()["events_with_invalid_fields"]?["events"] == [0])
        }
    }

    @Test func plannedFailuresBelongToOneSession() async throws {
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

    @Test func aPlannedFailureCanBeLimitedToAVendorAndPath() async throws {
        try await withControl { client in
            let plan = #"{"vendor":"segment","path":"/v1/batch","status":429,"retryAfter":7}"#
            #expect(try await client.send(.post, "failures", plan).status == 204)
            // The planned failure does not apply to requests of another vendor or to another path.
            try await client.post(#"{"name":"other"}"#)
            #expect(try await client.send(.post, "/v1/track", item).status == 200)
            let failed = try await client.segment(item)
            #expect(failed.status == 429)
            #expect(failed.headers[.retryAfter] == "7")
            #expect(try await client.segment(item).status == 200)
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

    @Test(arguments: [
        (#"{"drop":true,"retryAfter":1}"#, #"{"error":"is allowed only with `status`","field":"retryAfter"}"#),
        (#"{"status":503,"path":"v1"}"#, #"{"error":"must begin with /","field":"path"}"#),
        (#"{"delay":61}"#, #"{"error":"expected a number of seconds up to 60, found 61","field":"delay"}"#),
    ])
    func anInvalidPlannedFailureIsRefused(body: String, answer: String) async throws {
        try await withControl { client in
            let refused = try await client.send(.post, "failures", body)
            #expect(refused.status == 400)
            #expect(refused.text == answer)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"status":500,"drop":true}"#, #"{"drop":false}"#, #"{"reject":1,"status":500}"#,
        #"{"reject":1,"drop":true}"#,
    ])
    func aPlannedFailureNeedsExactlyOneKind(body: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "failures", body)
            #expect(answer.status == 400)
            #expect(
                answer.text == #"{"error":"expected one of \"status\", \"drop\": true, \"reject\", or only \"delay\""}"#
            )
        }
    }
}
