import HTTPTypes
import Testing
import Trackproof

@Suite("The tracking plan", .timeLimit(.minutes(15)))
struct ControlPlanTests {
    private static let plan = """
        {"plan": 1, "events": {
            "purchase": {"parameters": {"price": {"type": "number"}}, "names": {"segment": "Order Completed"}},
            "home": {"kind": "screen"}
        }, "check": {"integer-as-float": "warning"}}
        """

    private func withPlan(_ body: @escaping @Sendable (ControlClient) async throws -> Void) async throws {
        try await withControl(plan: Self.plan, body)
    }

    @Test func eventsThatFitPass() async throws {
        try await withPlan { client in
            try await client.post(#"{"name":"purchase","parameters":{"price":1.5}}"#)
            #expect(
                try await client.send(.post, "check").text == """
                    {"passed":true,"rejected":0,"lost":{"refused":0,"unstored":0,"removed":0},\
                    "text":"1 event as planned\\n",\
                    "check":{"check":1,"events":1,"planned":1,"findings":[]},\
                    "coverage":{"seen":2,"total":3,"percent":66.66666666666666}}
                    """)
        }
    }

    @Test func noEventIsNoProof() async throws {
        try await withPlan { client in
            let answer = try await client.send(.post, "check").json()
            #expect(answer["passed"] == false)
            #expect(answer["text"]?.string == "nothing was checked: no event arrived\n")
        }
    }

    @Test func violationsAndUnplannedEventsFail() async throws {
        try await withPlan { client in
            try await client.post(
                #"{"name":"purchase","parameters":{"price":"1.5"}}"#, #"{"name":"purchas"}"#)
            let answer = try await client.send(.post, "check").json()
            #expect(answer["passed"] == false)
            #expect(answer["check"]?["findings"]?.all("id") == ["unplanned-event", "wrong-type"])
            #expect(
                answer["text"]?.string?.contains("in 1 event (100 %): request 1#1\n") == true, "\(answer)")
            let violating = try await client.send(.get, "events?plan=violating").json()
            #expect(violating["events"]?.all("name") == ["purchase"])
            let unplanned = try await client.send(.get, "events?plan=unplanned").json()
            #expect(unplanned["events"]?.all("name") == ["purchas"])
            #expect(try await client.send(.get, "events?plan=planned").json()["events"] == [])
        }
    }

    /// Tests that the mark of an event, the counts of the plan and the text agree if an event has only a warning.
    @Test func anEventWithAWarningIsNotAsPlanned() async throws {
        let plan =
            #"{"plan":1,"events":{"purchase":{"parameters":{"n":{"type":"integer"}}}},"check":{"wrong-type":"warning"}}"#
        try await withControl(plan: plan) { client in
            try await client.post(#"{"name":"purchase","parameters":{"n":true}}"#)
            let answer = try await client.send(.post, "check").json()
            #expect(answer["passed"] == true)
            #expect(answer["check"]?["planned"] == 0)
            let violating = try await client.send(.get, "events?plan=violating").json()
            #expect(violating["events"]?.all("name") == ["purchase"])
            let plan = try await client.send(.get, "plan").json()
            #expect(plan["events"]?.all("violating") == [1])
        }
    }

    /// Tests an event that has a different name in Segment's requests, and an event that an SDK tracks by itself.
    @Test func aVendorHasItsOwnNames() async throws {
        try await withPlan { client in
            _ = try await client.segment(
                #"{"type":"track","event":"Order Completed","userId":"u","messageId":"1","properties":{"price":2}}"#,
                #"{"type":"track","event":"$autocapture","userId":"u","messageId":"2"}"#,
                #"{"type":"track","event":"purchase","userId":"u","messageId":"3"}"#)
            let answer = try await client.send(.post, "check").json()
            #expect(answer["check"]?["findings"]?.all("event") == ["purchase"])
            let plan = try await client.send(.get, "plan").json()
            #expect(plan["events"]?.all("events") == [1, 0])
            #expect(plan["unplanned"]?.all("name") == ["purchase"])
        }
    }

    @Test func aRejectedItemFailsTheCheck() async throws {
        try await withPlan { client in
            _ = try await client.segment(
                #"{"type":"track","event":"Order Completed","userId":"u","messageId":"1"}"#, #"{"type":"trak"}"#)
            let answer = try await client.send(.post, "check").json()
            #expect(answer["passed"] == false)
            #expect(answer["rejected"] == 1)
            #expect(answer["check"]?["findings"] == [])
        }
    }

    @Test func sessionsAreCheckedApart() async throws {
        try await withPlan { client in
            let key = try await client.open()
            try await client.post(#"{"name":"zzz"}"#)
            try await client.post(#"{"kind":"screen","name":"home"}"#, session: key)
            #expect(try await client.send(.post, "check", #"{"session":"\#(key)"}"#).json()["passed"] == true)
            #expect(try await client.send(.post, "check").json()["passed"] == false)
            let all = try await client.send(.get, "plan?all=true").json()
            #expect(all["coverage"]?["seen"] == 1)
        }
    }

    @Test func withoutAPlanThereIsNothingToCheckAgainst() async throws {
        try await withControl { client in
            try await client.post(#"{"name":"a","plan":{"status":"own"}}"#)
            for (method, path) in [(HTTPRequest.Method.post, "check"), (.get, "plan"), (.get, "events?plan=planned")] {
                let answer = try await client.send(method, path)
                #expect(answer.status == 404)
                #expect(
                    try answer.json()["error"]?.string == "the collector has no tracking plan; start it with --plan")
            }
            // The event has a member `plan`, which the collector must not replace.
            let events = try await client.send(.get, "events").json()["events"]
            #expect(events?.all("plan") == [["status": "own"]])
        }
    }
}
