import Foundation
import HTTPTypes
import Testing

/// Tests of what the collector reports besides events: rejected items, retries, requests, the export and metrics.
@Suite("Requests", .timeLimit(.minutes(15)))
struct ControlRequestsTests {
    private func item(_ event: String, _ id: String) -> String {
        #"{"type":"track","event":"\#(event)","userId":"u","messageId":"\#(id)"}"#
    }

    @Test func aRejectedItemHasItsFieldAndReason() async throws {
        try await withControl { client in
            _ = try await client.segment(item("a", "1"), #"{"type":"trak","event":"b"}"#)
            _ = try await client.send(.post, "/nobody/knows", "x")
            let rejected = try await client.send(.get, "rejected").json()["rejected"]
            #expect(rejected?.all("vendor") == ["segment", ""])
            #expect(rejected?.all("field") == ["batch.1.type", ""])
            #expect(
                rejected?.all("reason") == [
                    #""trak" is not one of track, screen, identify, group, page, alias"#,
                    "POST /nobody/knows does not belong to any vendor",
                ])
            #expect(rejected?.all("request") == [1, 2])
            let own = try await client.send(.get, "rejected?vendor=segment").json()
            #expect(own["rejected"]?.all("request") == [1])
        }
    }

    @Test func aRetryIsListedButIsNotAnEvent() async throws {
        try await withControl { client in
            _ = try await client.segment(item("a", "1"))
            _ = try await client.segment(item("a", "1"), item("b", "2"))
            let retries = try await client.send(.get, "retries").json()["retries"]
            #expect(retries?.names == ["a"])
            #expect(retries?.all("request") == [2])
            #expect(retries?.all("seq") == [nil])
            #expect(try await client.send(.get, "events").json()["events"]?.names == ["a", "b"])
        }
    }

    @Test func anEventWithAReusedIDIsRejected() async throws {
        try await withControl { client in
            _ = try await client.segment(item("a", "1"), item("b", "1"))
            #expect(
                try await client.send(.get, "rejected").json()["rejected"]?.all("reason") == [
                    """
                    an earlier event with other content has the id "1"; the vendor would treat this event as a \
                    retry and drop it
                    """
                ])
        }
    }

    @Test(arguments: ["rejected", "retries"])
    func pagesListEveryItemOnce(path: String) async throws {
        try await withControl { client in
            for number in 1...3 {
                _ = try await client.segment(item("e\(number)", "\(number)"), item("e\(number)", "\(number)"))
                _ = try await client.segment(#"{"type":"no"}"#)
            }
            var requests: [ControlJSON?] = []
            var (next, isComplete) = (Int64(0), false)
            while !isComplete {
                let page = try await client.send(.get, "\(path)?limit=1&after=\(next)").json()
                let found = try #require(page[path]?.all("request"))
                #expect(found.count == 1)
                requests += found
                next = try #require(page["next"]?.integer)
                isComplete = try #require(page["whole"] as ControlJSON?) == true
            }
            #expect(requests == (path == "retries" ? [1, 3, 5] : [2, 4, 6]))
        }
    }

    @Test func aRequestIsShownAsItArrived() async throws {
        try await withControl { client in
            let key = try await client.open()
            let body = #"{"writeKey":"k","batch":[\#(item("é", "1"))]}"#
            let name = try #require(HTTPField.Name("X-Own"))
            _ = try await client.send(.post, "/s/\(key)/v1/batch?x=%20", body, headers: [name: "A: b"])
            let shown = try await client.send(.get, "requests/1").json()
            #expect(shown["session"] == "\(key)")
            #expect(shown["vendor"] == "segment")
            #expect(shown["method"] == "POST")
            #expect(shown["target"] == "/s/\(key)/v1/batch?x=%20")
            #expect(shown["headers"]?.array?.contains(["name": "x-own", "value": "A: b"]) == true)
            #expect(shown["body"] == "\(body)")
            #expect(shown["bodyBase64"] == nil)
            #expect(shown["events"]?.names == ["é"])
            #expect(shown["rejected"] == [])
        }
    }

    @Test func aBinaryBodyIsShownInBase64() async throws {
        try await withControl { client in
            let bytes: [UInt8] = [0xFF, 0x00, 0x80, 0x0A]
            _ = try await client.send(.post, "/nobody/knows", bytes: bytes)
            let shown = try await client.send(.get, "requests/1").json()
            #expect(shown["body"] == nil)
            #expect(shown["bodyBase64"] == "\(Data(bytes).base64EncodedString())")
        }
    }

    @Test(arguments: ["7", "x", "99999999999999999999"])
    func anUnknownRequestIsNotFound(id: String) async throws {
        try await withControl { client in
            let answer = try await client.send(.get, "requests/\(id)")
            #expect(answer.status == 404)
            #expect(answer.text == #"{"error":"no request has the id \"\#(id)\"","field":"id"}"#)
        }
    }

    @Test func theExportIsARecordingInTheOrderOfArrival() async throws {
        try await withControl { client in
            let key = try await client.open("checkout")
            _ = try await client.segment(item("b", "1"), item("a", "2"), prefix: "/s/\(key)")
            try await client.post(#"{"name":"c","time":"2026-01-01T00:00:00Z","anonymous":"x"}"#, session: key)
            _ = try await client.segment(item("b", "1"), prefix: "/s/\(key)")
            let answer = try await client.send(.get, "export?session=\(key)")
            #expect(answer.headers[.contentType] == "application/x-ndjson")
            let lines = answer.text.split(separator: "\n")
            #expect(lines.first?.hasPrefix(#"{"recording":1,"test":"checkout","started":""#) == true)
            #expect(
                lines.dropFirst().map(String.init) == [
                    #"{"name":"b","user":"u","seq":1,"source":"wire:segment","id":"1","context":{"writeKey":"k"}}"#,
                    #"{"name":"a","user":"u","seq":2,"source":"wire:segment","id":"2","context":{"writeKey":"k"}}"#,
                    """
                    {"name":"c","seq":3,"time":"2026-01-01T00:00:00.000Z","source":"wire:trackproof","anonymous":"x"}
                    """,
                ])
            let one = try await client.send(.get, "export?session=\(key)&vendor=trackproof")
            #expect(one.text.split(separator: "\n").count == 2)
        }
    }

    @Test func metricsCountRequestsEventsAndRejectedItems() async throws {
        try await withControl { client in
            _ = try await client.segment(item("a", "1"), #"{"type":"no"}"#)
            _ = try await client.segment(item("a", "1"))
            _ = try await client.segment(item("b", "1"))
            _ = try await client.send(.post, "events", "no gzip", headers: [.contentEncoding: "gzip"])
            let answer = try await client.send(.get, "metrics")
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(
                answer.text == """
                    # HELP trackproof_requests_total Requests that were stored.
                    # TYPE trackproof_requests_total counter
                    trackproof_requests_total{vendor="segment"} 3
                    trackproof_requests_total{vendor="trackproof"} 1
                    # HELP trackproof_events_total Events that were stored, including retries.
                    # TYPE trackproof_events_total counter
                    trackproof_events_total{vendor="segment"} 2
                    trackproof_events_total{vendor="trackproof"} 0
                    # HELP trackproof_rejected_total Items that were rejected, including events with a reused id.
                    # TYPE trackproof_rejected_total counter
                    trackproof_rejected_total{vendor="segment"} 2
                    trackproof_rejected_total{vendor="trackproof"} 1
                    # HELP trackproof_refused_total Requests that the collector refused before it decoded them, and failed TLS handshakes.
                    # TYPE trackproof_refused_total counter
                    trackproof_refused_total 1
                    # HELP trackproof_failed_total Requests that were answered with a planned failure.
                    # TYPE trackproof_failed_total counter
                    trackproof_failed_total 0
                    # HELP trackproof_unstored_total Requests that could not be stored.
                    # TYPE trackproof_unstored_total counter
                    trackproof_unstored_total 0

                    """)
            #expect(
                try await client.send(.get, "health").text
                    == #"{"status":"ok","requests":4,"events":1,"rejected":3,"#
                    + #""lost":{"refused":0,"unstored":0,"removed":0,"deleted":0},"losses":[]}"#)
        }
    }
}
