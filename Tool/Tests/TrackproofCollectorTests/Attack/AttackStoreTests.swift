import Foundation
import TestSupport
import Testing

/// Tests of requests that keep the store busy, and of a shutdown under load.
@Suite(.blocking, .serialized) struct AttackStoreTests {
    /// Tests retries that alternate between the ids of two requests. The collector must not read a stored request again
    /// for each id.
    @Test func interleavedRetriesAreReadInTime() throws {
        let server = try AttackServer()
        func lines(_ ids: some Sequence<String>) -> String {
            ids.map { "{\"name\":\"e\",\"id\":\"\($0)\"}\n" }.joined()
        }
        let (one, other) = ((0..<5_000).map { "a\($0)" }, (0..<5_000).map { "b\($0)" })
        #expect(try server.post("/trackproof/v1/events", lines(one)).status == 200)
        #expect(try server.post("/trackproof/v1/events", lines(other)).status == 200)
        let start = ContinuousClock.now
        #expect(
            try server.post("/trackproof/v1/events", lines(zip(one, other).flatMap { [$0, $1] })).status == 200)
        #expect((ContinuousClock.now - start).inSeconds < 5)
        try server.expectHealthy(acknowledged: 10_000)
    }

    @Test func aShutdownUnderLoadLosesNoAcknowledgedEvent() async throws {
        let server = try AttackServer()
        let (started, start) = (DispatchSemaphore(value: 0), 8)
        async let counts = onThreads(start) { _ in
            let client = try AttackClient(server)
            var acknowledged = 0
            let body = String(repeating: "{\"name\":\"e\"}\n", count: 20)
            let request =
                "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                + body
            while try client.exchange(request).status == 200 {
                acknowledged += 20
                if acknowledged == 200 { started.signal() }
            }
            return acknowledged
        }
        // One client below waits for events, one client reads a stream, and one client sends only a part of a request.
        // These clients must not delay the shutdown.
        let end = try {
            let waiting = try AttackClient(server)
            let body = #"{"name":"never","within":600}"#
            waiting.send(
                "POST /trackproof/v1/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            let stream = try AttackClient(server)
            stream.send("GET /trackproof/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let half = try AttackClient(server)
            half.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n")
            for _ in 0..<start { _ = started.wait(timeout: .now() + 20) }
            let end = server.terminate()
            return withExtendedLifetime((waiting, stream, half)) { end }
        }()
        let acknowledged = try await counts.reduce(0, +)
        #expect(end.seconds < 6)
        #expect(end.status == 0)
        let events = try {
            let again = try AttackServer(store: server.store)
            let text = try again.get("/trackproof/v1/health").text
            return text.split(separator: "\"events\":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? -1
        }()
        // The shutdown can interrupt one request of each client. The collector can store such a request without
        // answering it.
        #expect(
            (acknowledged...(acknowledged + start * 20)).contains(events),
            "\(acknowledged) acknowledged, \(events) stored")
        #expect(acknowledged >= start * 200)
    }

    /// Tests the limit on stored events. Each request to a full store removes old events.
    @Test func keepEventsLimitsTheNumberOfStoredEvents() throws {
        let server = try AttackServer("--keep-events", "10000")
        let client = try AttackClient(server)
        let body = String(repeating: "{\"name\":\"e\"}\n", count: 100)
        let request =
            "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body
        for _ in 0..<150 { #expect(try client.exchange(request).status == 200) }
        let text = try server.get("/trackproof/v1/health").text
        let events = text.split(separator: "\"events\":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? -1
        #expect((9_800...10_000).contains(events), "\(events)")
    }

    @Test func theSizeOfAnEventsAnswerIsLimited() throws {
        let server = try AttackServer()
        let large = "{\"name\":\"\(String(repeating: "e", count: 8 << 20))\"}"
        for _ in 0..<6 { #expect(try server.post("/trackproof/v1/events", large).status == 200) }
        let reply = try server.get("/trackproof/v1/events")
        #expect(reply.status == 200)
        #expect(reply.body.count < 32 << 20)
        #expect(reply.text.suffix(20).contains("\"whole\":false"))
        try server.expectHealthy(acknowledged: 6)
    }
}
