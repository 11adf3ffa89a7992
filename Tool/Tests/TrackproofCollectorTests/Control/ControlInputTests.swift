import HTTPTypes
import Testing

/// Tests that invalid input is refused with an answer that names the field. No misspelled filter is ignored.
@Suite("Input of the control API", .timeLimit(.minutes(15)))
struct ControlInputTests {
    @Test(arguments: [
        ("events?nmae=a", "nmae", "unknown field"),
        ("events?limit=0", "limit", "expected an integer from 1 to 10000, found \"0\""),
        ("events?limit=x", "limit", "expected an integer from 1 to 10000, found \"x\""),
        ("events?after=-1", "after", "expected an integer from 0 to 9223372036854775807, found \"-1\""),
        (
            "events?kind=tap", "kind",
            "expected one of track, screen, identify, group, page, alias, reset, found \"tap\""
        ),
        ("events?name=a&name=b", "name", "is given more than once"), ("rejected?name=a", "name", "unknown field"),
        ("retries?x", "x", "unknown field"), ("export?limit=3", "limit", "unknown field"),
        ("stream?x=1", "x", "unknown field"),
    ])
    func anInvalidQueryIsRefused(path: String, field: String, message: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.get, path)
            #expect(answer.status == 400)
            #expect(try answer.json() == ["error": "\(message)", "field": "\(field)"])
        }
    }

    @Test(arguments: [
        ("sessions", #"{"nmae":"a"}"#, "nmae", "unknown field"),
        ("sessions", #"{"name":3}"#, "name", "expected a string, found 3"),
        ("sessions", #"{"name":"a\u0000b"}"#, "name", "contains the character U+0000"),
        ("reset", #"{"key":"x"}"#, "key", "unknown field"),
        ("wait", #"{"limit":3}"#, "limit", "unknown field"),
        ("wait", #"{"within":-1}"#, "within", "expected a number of seconds up to 600, found -1"),
        ("wait", #"{"within":"5"}"#, "within", "expected a number of seconds up to 600, found \"5\""),
        ("wait", #"{"count":0}"#, "count", "expected an integer from 1 to 10000, found 0"),
        ("wait", #"{"parameters":[1]}"#, "parameters", "expected an object, found [1]"),
        ("failures", #"{"status":200}"#, "status", "expected an integer from 400 to 599, found 200"),
        ("failures", #"{"drop":1}"#, "drop", "expected true or false, found 1"),
        ("verify?ordre=any", "[]", "ordre", "unknown field"),
        ("verify?order=some", "[]", "order", "expected any or strict, found \"some\""),
    ])
    func anInvalidBodyIsRefused(path: String, body: String, field: String, message: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, path, body)
            #expect(answer.status == 400)
            #expect(try answer.json() == ["error": "\(message)", "field": "\(field)"])
        }
    }

    @Test(arguments: [
        ("{\"name\":\n x}", "line 2, column 2: expected a value, found 'x'"), ("[]", "the body must be an object"),
        ("nonsense", "line 1, column 1: expected a value, found 'n'"),
        ("{", "line 1, column 2: the text ends inside a value"),
        ("\u{0}", "line 1, column 1: expected a value, found byte 0x0"),
    ])
    func aMalformedBodyIsRefused(body: String, message: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.post, "wait", body)
            #expect(answer.status == 400)
            #expect(try answer.json() == ["error": "\(message)"])
        }
    }

    @Test func anEmptyBodyIsAccepted() async throws {
        try await withControl { client in
            let opened = try await client.send(.post, "sessions")
            #expect(opened.status == 201)
            #expect(try await client.send(.post, "reset", " \n").status == 204)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/trackproof/v1/nothing"), (.get, "/trackproof/v2/health"),
        (.put, "/trackproof/v1/nothing"),
    ])
    func anUnknownPathIsNotFound(method: HTTPRequest.Method, path: String) async throws {
        try await withControl { client in
            let answer = try await client.send(method, path)
            #expect(answer.status == 404)
            #expect(answer.text == #"{"error":"there is no \#(method) \#(path)"}"#)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "wait", "POST"), (.put, "health", "GET, HEAD"),
        (.post, "sessions/default", "GET, DELETE, HEAD"),
        (.delete, "events", "GET, POST, OPTIONS, HEAD"), (.options, "export", "GET, HEAD"),
    ])
    func anUnsupportedMethodIsRefused(method: HTTPRequest.Method, path: String, allowed: String) async throws {
        try await withControl { client in
            let answer = try await client.send(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers[.allow] == allowed)
            #expect(answer.text == #"{"error":"/trackproof/v1/\#(path) accepts only \#(allowed)"}"#)
            let head = try await client.send(.head, "health")
            #expect(head.status == 200)
            #expect(head.bytes == [])
        }
    }

    @Test func aTooLargeBodyIsRefused() async throws {
        try await withControl { client in
            let answer = try await client.send(
                .post, "sessions", bytes: zeros(mebibytes: 33), headers: [.contentEncoding: "gzip"])
            #expect(answer.status == 413)
            #expect(
                try answer.json()["error"]
                    == "the body is too large: the limit is 16777216 bytes, or 33554432 after decompression")
        }
    }

    /// Tests a misspelled vendor. Without an error, it would look like a vendor that sent no events.
    @Test(arguments: [
        "events?vendor=segmnt", "rejected?vendor=segmnt", "retries?vendor=segmnt", "export?vendor=segmnt",
    ])
    func anUnknownVendorIsRefused(path: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.get, path)
            #expect(answer.status == 400)
            #expect(
                answer.text == #"""
                    {"error":"expected one of amplitude, appmetrica, countly, ga4, matomo, mixpanel, otlp, posthog, \#
                    rudderstack, segment, snowplow, trackproof, found \"segmnt\"","field":"vendor"}
                    """#)
            let wire = try await client.send(.post, "verify?source=wire:segmnt", "[]")
            #expect(wire.status == 400)
            #expect(wire.text.hasPrefix(#"{"error":"expected one of wire:amplitude, wire:appmetrica, "#))
        }
    }

    /// Tests a control request to a session's address, which is for SDKs only. The request must not become an event.
    @Test func theControlAPIIsNotUnderASessionsAddress() async throws {
        try await withControl { client in
            let key = try await client.open()
            let answer = try await client.send(.post, "/s/\(key)/trackproof/v1/sessions", #"{"name":"x"}"#)
            #expect(answer.status == 404)
            #expect(
                answer.text == """
                    {"error":"the control API is at /trackproof/v1, not below a session's path; name the session in \
                    the query or the body"}
                    """)
            #expect(try await client.send(.get, "events?session=\(key)").json()["events"]?.names == [])
        }
    }
}
