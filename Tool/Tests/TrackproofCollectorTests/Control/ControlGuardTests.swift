import Foundation
import HTTPTypes
import Testing

/// Tests of access to a collector: clients need its token, and pages of other sites cannot use the control API.
@Suite("Access to the collector", .timeLimit(.minutes(15)))
struct ControlGuardTests {
    private static let token = "s3cret-token-long"

    @Test(arguments: [
        ("127.0.0.1", 200), ("127.9.8.7:80", 200), ("localhost", 200), ("LocalHost:1", 200), ("[::1]:9090", 200),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("127.evil.example", 421), ("localhost.evil", 421),
        ("[::1].evil.example", 421),
        ("[::1]evil", 421), ("localhost:80.evil.example", 421), ("localhost:x", 421),
        ("127.0.0.256", 421), ("10.0.0.1", 421), ("[::2]", 421),
    ])
    func theHostHeaderMustNameThisMachine(host: String, status: Int) async throws {
        try await withControl { client in
            let answer = try await client.send(.get, "health", host: host)
            #expect(answer.status == status)
            guard status == 421 else { return }
            #expect(
                answer.text
                    == #"{"error":"the header `Host` does not name this collector; use its address or localhost"}"#)
            #expect(try await client.send(.get, "/", host: host).status == 421)
        }
    }

    @Test(arguments: ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
    func aPageOfAnotherSiteIsRefused(origin: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "sessions", headers: [.origin: origin])
            #expect(answer.status == 403)
            #expect(answer.text == #"{"error":"pages of other sites may not use the control API"}"#)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(try await client.send(.get, "sessions").json()["sessions"]?.array?.count == 1)
            let own = try await client.send(.post, "sessions", headers: [.origin: client.address])
            #expect(own.status == 201)
        }
    }

    @Test(
        arguments: [
            ([:], 401), ([.authorization: "Bearer s3cret-token-long"], 200),
            ([.authorization: "Bearer s3cret-token-lon"], 401),
            ([.authorization: "Bearer s3cret-token-longs3cret-token-long"], 401),
            ([.authorization: "s3cret-token-long"], 401),
            ([.cookie: "trackproof=s3cret-token-long"], 401), ([.cookie: "trackproof-PORT=s3cret-token-long"], 401),
        ] as [(HTTPFields, Int)])
    func theControlAPIRequiresTheToken(headers: HTTPFields, status: Int) async throws {
        try await withControl(token: Self.token) { client in
            var headers = headers
            headers[.cookie] = headers[.cookie]?.replacing("PORT", with: "\(client.port)")
            for path in ["health", "metrics", "openapi.json", "events", "export", "stream"] where status == 401 {
                let answer = try await client.send(.get, path, headers: headers)
                #expect(answer.status == 401)
                let reason =
                    "the control API needs the header `Authorization: Bearer TOKEN`; "
                    + "at its start, the collector prints where the token is"
                #expect(answer.text == #"{"error":"\#(reason)"}"#)
            }
            #expect(try await client.send(.get, "health", headers: headers).status == status)
        }
    }

    /// Tests an SDK, which cannot send extra headers. It sends the token or a session's key as its API key or in its
    /// path.
    @Test(arguments: ["path", "query", "escaped", "basic", "bearer", "body", "session"])
    func anSDKIsAcceptedWithTheTokenOrASessionKey(place: String) async throws {
        try await withControl(token: Self.token) { client in
            let bearer: HTTPFields = [.authorization: "Bearer \(Self.token)"]
            let opened = try await client.send(.post, "sessions", headers: bearer).json()
            let key = place == "session" ? try #require(opened["session"]?.string) : Self.token
            let basic: HTTPFields = [.authorization: "Basic " + Data("\(key):".utf8).base64EncodedString()]
            let path = ["path", "session"].contains(place) ? "/s/\(key)/v1/batch" : "/v1/batch"
            let answer = try await client.send(
                .post, path + (place == "query" ? "?key=\(key)" : place == "escaped" ? "?data=%22\(key)%22" : ""),
                """
                {"writeKey":"\(place == "body" ? key : "k")","batch":[\
                {"type":"track","event":"a","userId":"u","messageId":"1"}]}
                """, headers: place == "basic" ? basic : place == "bearer" ? bearer : [:])
            #expect(answer.status == 200, "\(answer.text)")
            let session = place == "session" ? key : "default"
            let events = try await client.send(.get, "events?session=\(session)", headers: bearer).json()["events"]
            #expect(events?.names == ["a"])
        }
    }

    @Test(arguments: [
        ("", "k"), ("", "s3cret-token-lon"), ("", "as3cret-token-long"), ("", "s3cret-token-long1"), ("", "default"),
        ("/s/default", "k"),
    ])
    func sdksWithoutTheTokenAreRefused(prefix: String, key: String) async throws {
        try await withControl(token: Self.token) { client in
            // A browser adds cookies by itself, so a cookie does not prove that the sender knows the token.
            let answer = try await client.send(
                .post, prefix + "/v1/batch", #"{"writeKey":"\#(key)","batch":[{"type":"track","event":"a"}]}"#,
                headers: [.cookie: "trackproof=\(Self.token)"])
            #expect(answer.status == 401)
            let reason =
                "the request needs the collector's token or a session's key: as the API key, or in the path (/s/KEY)"
            #expect(answer.text == #"{"error":"\#(reason)"}"#)
        }
    }

    /// Tests that SDKs in browsers may send from pages of any origin.
    @Test func sdksMaySendFromAnyPage() async throws {
        try await withControl { client in
            let origin: HTTPFields = [.origin: "http://shop.example"]
            let preflight = try await client.send(.options, "/v1/batch", headers: origin)
            #expect(preflight.status == 204)
            #expect(preflight.headers[.accessControlAllowOrigin] == "http://shop.example")
            let answer = try await client.send(.post, "events", #"{"name":"a"}"#, headers: origin)
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == "http://shop.example")
        }
    }
}
