import Foundation
import TestSupport
import Testing

/// Tests of the limits on what the collector stores, and on the memory that its answers need.
@Suite(.blocking, .serialized) struct AttackMemoryTests {
    /// Returns a gzip body of about 30 KiB that expands to 30 MiB.
    /// A bulk request of Matomo, which has no limit for the size of a request.
    private static let bulk = #"{"requests":["?idsite=1&rec=1&e_c=a&e_a=b"]}"#

    private func zipped(_ start: String) -> [UInt8] {
        gzipped(Array(start.utf8) + [UInt8](repeating: 0x20, count: 30 << 20))
    }

    private func post(_ body: [UInt8], to path: String, _ server: AttackServer) throws -> Int {
        try server.post(path, headers: "Content-Encoding: gzip\r\n", body).status
    }

    private func sizeOnDisk(_ server: AttackServer) -> Int {
        ["", "-wal"].reduce(0) { size, end in
            let attributes = try? FileManager.default.attributesOfItem(atPath: server.store + end)
            return size + (attributes?[.size] as? Int ?? 0)
        }
    }

    @Test func aLargeRefusedBodyIsStoredOnlyInPart() throws {
        let server = try AttackServer()
        let (unknown, truncated) = (zipped("x"), zipped("{"))
        for _ in 0..<3 {
            #expect(try post(unknown, to: "/nobody", server) == 404)
            #expect(try post(truncated, to: "/v1/batch", server) == 400)
        }
        #expect(sizeOnDisk(server) < 4 << 20)
        let shown = try server.get("/trackproof/v1/requests/1").text
        #expect(shown.contains(#""bodyBytes":31457281"#), "\(shown.prefix(500))")
        try server.expectHealthy(acknowledged: 0, memory: 400)
    }

    /// Tests that the store keeps a valid body compressed if the body arrived compressed.
    @Test func aLargeGzippedBodyIsStoredCompressed() throws {
        let server = try AttackServer()
        let body = zipped(Self.bulk)
        for _ in 0..<3 { #expect(try post(body, to: "/matomo.php", server) == 200) }
        #expect(sizeOnDisk(server) < 4 << 20)
        try server.expectHealthy(acknowledged: 3, memory: 400)
    }

    @Test func unreadAnswersTakeLimitedMemory() throws {
        let server = try AttackServer("--reply-seconds", "5")
        #expect(try post(zipped(Self.bulk), to: "/matomo.php", server) == 200)
        let line = "{\"name\":\"\(String(repeating: "e", count: 1_000))\"}\n"
        for _ in 0..<2 {
            #expect(try server.post("/trackproof/v1/events", String(repeating: line, count: 8_000)).status == 200)
        }
        let requests = [
            "GET /trackproof/v1/requests/1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /trackproof/v1/events?limit=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /trackproof/v1/export HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /trackproof/v1/stream?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
        let clients = try (0..<80).map { index in
            let client = try AttackClient(server, receiveBuffer: 4_096)
            client.send(requests[index % requests.count])
            return client
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3)
        try server.expectHealthy(acknowledged: 16_001, memory: 900)
        withExtendedLifetime(clients) {}
    }

    /// Tests requests that wait for delayed answers. They need no memory, and use at most half of the connections.
    @Test func delayedAnswersTakeLimitedMemoryAndConnections() throws {
        let server = try AttackServer(files: 200)
        let plan = #"{"delay":60,"count":1000,"vendor":"segment"}"#
        #expect(try server.post("/trackproof/v1/failures", plan).status == 204)
        let event =
            #"{"type":"track","event":"a","userId":"u","properties":{"list":[1\#(String(repeating: ",1", count: 40_000))]}}"#
        let request = "POST /v1/track HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(event.utf8.count)\r\n\r\n"
        let clients = try (0..<100).map { _ in
            let client = try AttackClient(server)
            client.send(request + event)
            return client
        }
        try server.expectHealthy(acknowledged: nil, memory: 600, seconds: 10)
        let large = "{\"name\":\"\(String(repeating: "e", count: 1 << 20))\"}"
        #expect(try server.post("/trackproof/v1/events", large).status == 200)
        withExtendedLifetime(clients) {}
    }

    /// Tests a request that a page of another site sends without a preflight. The collector must not store it.
    @Test func anUnknownRequestFromAnotherSiteIsNotStored() throws {
        let server = try AttackServer()
        let reply = try server.post(
            "/nobody", headers: "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n", "x")
        #expect(reply.status == 403)
        #expect(reply.text == #"{"error":"this path does not belong to any vendor"}"#)
        #expect(try server.get("/trackproof/v1/rejected").text == #"{"rejected":[],"next":0,"whole":true}"#)
        // SDKs in web pages also send cross-site requests, so the collector refuses them only at unknown paths.
        let item = #"{"type":"track","event":"a","userId":"u"}"#
        #expect(try server.post("/v1/track", headers: "Sec-Fetch-Site: cross-site\r\n", item).status == 200)
        #expect(try server.post("/batch", headers: "Sec-Fetch-Site: cross-site\r\n", "{}").status == 400)
        #expect(try server.post("/nobody", headers: "Sec-Fetch-Site: same-origin\r\n", "x").status == 404)
        try server.expectHealthy(acknowledged: 1)
    }
}
