import Foundation
import HTTPTypes
import Testing

@Suite("Sessions", .timeLimit(.minutes(15)))
struct ControlSessionsTests {
    private let item = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#

    @Test func aSessionHasAKeyAndAnAddress() async throws {
        try await withControl { client in
            let key = try await client.open("checkout")
            let session = try await client.send(.get, "sessions/\(key)").json()
            #expect(session["session"] == "\(key)")
            #expect(session["name"] == "checkout")
            #expect(session["url"] == "\(client.address)/s/\(key)")
            let sessions = try await client.send(.get, "sessions").json()["sessions"]
            #expect(sessions?.all("session") == ["default", "\(key)"])
            #expect(sessions?.all("url").first == "\(client.address)")
        }
    }

    /// Tests the places for a session's key: the path, the query, the user name of basic authorization, and the body.
    @Test(arguments: ["path", "query", "basic", "body"])
    func theKeySelectsTheSession(place: String) async throws {
        try await withControl { client in
            let key = try await client.open()
            let basic = Data("\(key):".utf8).base64EncodedString()
            let answer = try await client.send(
                .post,
                (place == "path" ? "/s/\(key)" : "") + "/v1/batch" + (place == "query" ? "?writeKey=\(key)" : ""),
                #"{"writeKey":"\#(place == "body" ? key : "k")","batch":[\#(item)]}"#,
                headers: place == "basic" ? [.authorization: "Basic \(basic)"] : [:])
            #expect(answer.status == 200)
            #expect(try await client.send(.get, "events?session=\(key)").json()["events"]?.names == ["a"])
            #expect(try await client.send(.get, "events").json()["events"]?.names == [])
        }
    }

    /// Tests texts that look like a session's key but are not where SDKs put their API key.
    @Test(arguments: ["property", "invite_token", "user", "referer", "query", "unknown"])
    func anotherTextDoesNotReplaceTheKey(place: String) async throws {
        try await withControl { client in
            let (key, other) = (try await client.open(), try await client.open())
            let text = place == "unknown" ? "tps_" + String(repeating: "a", count: 24) : other
            let isProperty = ["property", "invite_token", "unknown"].contains(place)
            let item = """
                {"type":"track","event":"a","userId":"\(place == "user" ? text : "u")","properties":\
                {"\(place)":"\(isProperty ? text : "")"}}
                """
            // The app's API key can be a session's key, or any other key.
            for own in [key, "k"] {
                let answer = try await client.send(
                    .post, "/v1/batch" + (place == "query" ? "?page=/\(text)&ref=\(text)" : ""),
                    #"{"batch":[\#(item)],"writeKey":"\#(own)"}"#,
                    headers: place == "referer" ? [.referer: "http://x/?k=\(text)"] : [:])
                #expect(answer.status == 200, "\(answer.text)")
                let session = own == key ? key : "default"
                #expect(try await client.send(.get, "events?session=\(session)").json()["events"]?.names == ["a"])
            }
            #expect(try await client.send(.get, "events?session=\(other)").json()["events"]?.names == [])
        }
    }

    /// Tests credentials that clients write differently: in lower case, or without padding.
    @Test(arguments: ["basic", "Basic"])
    func theKeySelectsTheSessionInAnyBasicCredentials(scheme: String) async throws {
        try await withControl { client in
            let key = try await client.open()
            let text = Data("\(key):".utf8).base64EncodedString().replacing("=", with: "")
            let answer = try await client.send(
                .post, "/v1/batch", #"{"batch":[\#(item)]}"#, headers: [.authorization: "\(scheme) \(text)"])
            #expect(answer.status == 200)
            #expect(try await client.send(.get, "events?session=\(key)").json()["events"]?.names == ["a"])
        }
    }

    @Test func aRecordingNeedsAnExistingSession() async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "events?session=typo", #"{"name":"a"}"#)
            #expect(answer.status == 404)
            #expect(answer.text == #"{"error":"no session has this key; the session may have been removed"}"#)
            try await client.post(#"{"name":"a"}"#, session: "default")
            #expect(try await client.send(.get, "health").json()["events"] == 1)
        }
    }

    /// Tests an event id that arrives in two sessions. Each session gets an event with this id, and numbers its events
    /// from 1.
    @Test func sessionsAreKeptApart() async throws {
        try await withControl { client in
            let (first, second) = (try await client.open(), try await client.open())
            _ = try await client.segment(item, prefix: "/s/\(first)")
            _ = try await client.segment(item, prefix: "/s/\(second)")
            // This request of the first session is late: the session of the next test is already open.
            _ = try await client.segment(
                item.replacing(#""a""#, with: #""late""#).replacing(#""1""#, with: #""2""#), prefix: "/s/\(first)")
            let events = try await client.send(.get, "events?session=\(first)").json()["events"]
            #expect(events?.names == ["a", "late"])
            #expect(events?.all("seq") == [1, 2])
            #expect(try await client.send(.get, "events?session=\(second)").json()["events"]?.names == ["a"])
            #expect(try await client.send(.get, "retries?session=\(second)").json()["retries"] == [])
            #expect(try await client.send(.get, "sessions").json()["sessions"]?.all("events") == [0, 2, 1])
        }
    }

    @Test func aRemovedSessionIsNotFound() async throws {
        try await withControl { client in
            let key = try await client.open()
            #expect(try await client.send(.delete, "sessions/\(key)").status == 204)
            let late = try await client.segment(item, prefix: "/s/\(key)")
            #expect(late.status == 404)
            #expect(late.text == #"{"error":"no session has this key; the session may have been removed"}"#)
            for answer in [
                try await client.send(.get, "sessions/\(key)"), try await client.send(.delete, "sessions/\(key)"),
                try await client.send(.get, "events?session=\(key)"),
                try await client.send(.post, "wait", #"{"session":"\#(key)"}"#),
            ] {
                #expect(answer.status == 404)
                #expect(answer.text == #"{"error":"no session has the key \"\#(key)\"","field":"session"}"#)
            }
            // The collector lists the late request as rejected, and stores its event in no session.
            let rejected = try await client.send(.get, "rejected").json()["rejected"]
            #expect(rejected?.array?.count == 1)
            #expect(
                try await client.send(.get, "health").text.hasPrefix(
                    #"{"status":"ok","requests":1,"events":0,"rejected":1,"#))
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

    @Test func theDefaultSessionCannotBeRemoved() async throws {
        try await withControl { client in
            let answer = try await client.send(.delete, "sessions/default")
            #expect(answer.status == 409)
            #expect(
                answer.text == """
                    {"error":"the default session cannot be removed; POST /trackproof/v1/reset empties it"}
                    """)
        }
    }

    @Test func resetEmptiesOneSession() async throws {
        try await withControl { client in
            let key = try await client.open()
            _ = try await client.segment(item, prefix: "/s/\(key)")
            _ = try await client.segment(item)
            _ = try await client.send(.post, "failures", #"{"session":"\#(key)","status":500}"#)
            #expect(try await client.send(.post, "reset", #"{"session":"\#(key)"}"#).status == 204)
            #expect(try await client.send(.get, "events?session=\(key)").json()["events"]?.names == [])
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["a"])
            // The reset also removes the known ids, the sequence numbers and the planned failures.
            #expect(try await client.segment(item, prefix: "/s/\(key)").status == 200)
            let events = try await client.send(.get, "events?session=\(key)").json()["events"]
            #expect(events?.all("seq") == [1])
        }
    }
}
