import HTTPTypes
import Testing

@Suite("POST verify", .timeLimit(.minutes(15)))
struct ControlVerifyTests {
    @Test func eventsThatMatchTheSnapshotPass() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"b"}"#, #"{"name":"a"}"#)
            let snapshot = #"{"snapshot":1,"events":[{"name":"a"},{"name":"b"}]}"#
            #expect(
                try await client.send(.post, "verify", snapshot).text == """
                    {"passed":true,"rejected":0,"lost":{"refused":0,"unstored":0,"removed":0},\
                    "text":"2 events as expected\\n",\
                    "comparison":{"comparison":1,"matched":2,"differences":[]}}
                    """)
            let strict = try await client.send(.post, "verify?order=strict", snapshot).json()
            #expect(strict["passed"] == false)
            #expect(strict["comparison"]?["differences"]?.all("kind") == ["moved"])
        }
    }

    @Test func aDifferenceIsReported() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a","parameters":{"x":"1"}}"#)
            let answer = try await client.send(
                .post, "verify", #"{"snapshot":1,"events":[{"name":"a","parameters":{"x":1}}]}"#
            ).json()
            #expect(answer["passed"] == false)
            #expect(
                answer["text"]?.string == """
                    1 difference (1 changed), 0 events match

                    ~ changed    track a
                        - x: 1
                        + x: "1"  (integer became string)

                    """)
            #expect(answer["comparison"]?["differences"]?.all("kind") == ["changed"])
        }
    }

    @Test(arguments: [("\"3f2504e0-4f89-41d3-9a0c-0305e82c3301\"", true), ("\"none\"", false)])
    func volatileParametersAreMatchedByShape(value: String, passes: Bool) async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a","parameters":{"id":\#(value)}}"#)
            let answer = try await client.send(
                .post, "verify",
                """
                {"snapshot":1,"events":[{"name":"a","parameters":{"id":"<uuid>"}}],"volatile":{"a":{"id":"uuid"}}}
                """)
            #expect(try answer.json()["passed"] == ControlJSON(booleanLiteral: passes), "\(answer.text)")
        }
    }

    @Test func aSourceIsRequiredIfThereAreSeveral() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a"}"#)
            _ = try await client.segment(#"{"type":"track","event":"b","userId":"u","messageId":"1"}"#)
            let snapshot = #"{"snapshot":1,"events":[{"name":"b"}]}"#
            let refused = try await client.send(.post, "verify", snapshot)
            #expect(refused.status == 400)
            #expect(
                refused.text == """
                    {"error":"choose a source: events came from wire:segment, wire:trackproof","field":"source"}
                    """)
            let named = try await client.send(.post, "verify?source=wire:segment", snapshot)
            #expect(try named.json()["passed"] == true)
            let own = #"{"snapshot":1,"source":"wire:segment","events":[{"name":"b"}]}"#
            #expect(try await client.send(.post, "verify", own).json()["passed"] == true)
        }
    }

    @Test func aRecordingCanBeUsedAsASnapshot() async throws {
        try await withControl { client in
            let key = try await client.open()
            try await client.post(#"{"name":"a","parameters":{"x":1.0}}"#, #"{"name":"b"}"#, session: key)
            // The request body has the app's events. SDKs write numbers in different ways, so 1 and 1.0 are equal here.
            let tracked = #"{"name":"a","parameters":{"x":1}}"# + "\n" + #"{"name":"b"}"# + "\n"
            #expect(try await client.send(.post, "verify?session=\(key)", tracked).json()["passed"] == true)
            let empty = try await client.send(.post, "verify", tracked).json()
            #expect(empty["comparison"]?["differences"]?.all("kind") == ["missing", "missing"])
        }
    }

    @Test func anExportCanBeUsedAsASnapshotOfItsSource() async throws {
        try await withControl { client in
            let paid = #"{"type":"track","event":"paid","userId":"u","messageId":"1"}"#
            _ = try await client.segment(paid)
            let export = try await client.send(.get, "export").text
            let same = try await client.send(.post, "verify", export).json()
            #expect(same["passed"] == true)
            #expect(same["comparison"]?["matched"] == 1)
            // If the snapshot and the session have events of two sources, the request must name the source to compare.
            try await client.post(#"{"name":"other"}"#)
            let both = try await client.send(.get, "export").text
            let refused = try await client.send(.post, "verify", both)
            #expect(refused.status == 422)
            #expect(
                try refused.json()["error"]?.string == """
                    snapshot:1:1: expected events of the source `app`, found none; choose one of these sources: \
                    wire:segment, wire:trackproof
                    """)
            let named = try await client.send(.post, "verify?source=wire:segment", both).json()
            #expect(named["passed"] == true)
            #expect(named["comparison"]?["matched"] == 1)
        }
    }

    @Test(arguments: [
        ("{\"snapshot\":1,\n \"events\":[{\"name\":3}]}", "snapshot:2:20: name: expected a string, found a number"),
        ("{\"snap", "snapshot:1:7: the last line is cut short"),
    ])
    func anUnreadableSnapshotIsRefused(body: String, message: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "verify", body)
            #expect(answer.status == 422)
            #expect(try answer.json()["error"]?.string == message)
        }
    }

    @Test func aComparisonWithoutEventsDoesNotPass() async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "verify", #"{"snapshot":1,"events":[]}"#).json()
            #expect(answer["passed"] == false)
            #expect(
                answer["text"]?.string == """
                    0 events as expected
                    nothing was compared: the snapshot expects no event, and none arrived

                    """)
        }
    }

    @Test func aRejectedItemMakesTheComparisonFail() async throws {
        try await withControl { client in
            let item = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#
            _ = try await client.segment(item, #"{"type":"no"}"#)
            let answer = try await client.send(.post, "verify", #"{"snapshot":1,"events":[{"name":"a"}]}"#)
            #expect(
                answer.text == """
                    {"passed":false,"rejected":1,"lost":{"refused":0,"unstored":0,"removed":0},\
                    "text":"1 event as expected\\nrejected items: 1; GET /trackproof/v1/rejected lists the reasons\\n",\
                    "comparison":{"comparison":1,"matched":1,"differences":[]}}
                    """)
        }
    }
}
