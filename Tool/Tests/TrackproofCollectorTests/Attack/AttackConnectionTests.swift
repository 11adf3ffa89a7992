import Foundation
import TestSupport
import Testing

/// Tests of slow clients, of idle clients, and of large numbers of clients.
@Suite(.blocking, .serialized) struct AttackConnectionTests {
    /// Tests a client that waits for status 100 before it sends a body. The server sends 100 unless the body is too
    /// large.
    @Test func expectContinueIsAnsweredBeforeTheBody() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        func head(_ length: Int) -> String {
            "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + "Content-Length: \(length)\r\n\r\n"
        }
        for number in 1...2 {
            let body = "{\"name\":\"\(number)\"}"
            client.send(head(body.utf8.count))
            #expect(try client.reply(hasBody: false).head == "HTTP/1.1 100 Continue")
            client.send(body)
            #expect(try client.reply().status == 200)
        }
        client.send(head(17 << 20))
        #expect(try client.reply().status == 413)
    }

    /// Tests requests that ask for another protocol. The collector answers them as usual and closes the connection,
    /// because the HTTP decoder reads nothing after such a request.
    @Test func anUpgradeIsIgnoredAndTheConnectionCloses() throws {
        let server = try AttackServer()
        for head in [
            "POST /v1/batch HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
            "POST /v1/batch HTTP/1.1\r\nConnection: Upgrade, close\r\nUpgrade: TLS/1.0",
            "GET /trackproof/v1/health HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket",
            "CONNECT localhost:443 HTTP/1.1",
        ] {
            let client = try AttackClient(server)
            let body = #"{"batch":[{"type":"track","event":"a","userId":"u"}]}"#
            let isPost = head.hasPrefix("POST")
            let length = isPost ? "Content-Length: \(body.utf8.count)\r\n" : ""
            let reply = try client.exchange("\(head)\r\nHost: localhost\r\n\(length)\r\n\(isPost ? body : "")")
            #expect(head.hasPrefix("CONNECT") ? reply.status != 0 : reply.status == 200, "\(reply.head)")
            #expect(reply.head.lowercased().contains("\r\nconnection: close"), "\(reply.head)")
            #expect(client.isClosed(within: 60), "\(head)")
        }
        try server.expectHealthy(acknowledged: 2)
    }

    @Test func aClientThatSendsItsHeadSlowlyIsDisconnected() throws {
        try expectDisconnection { client in
            for byte in Array("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".utf8) {
                client.send([byte])
                if client.isClosed(within: 0.1) { return true }
            }
            return false
        }
    }

    @Test func aClientThatSendsItsBodySlowlyIsDisconnected() throws {
        try expectDisconnection { client in
            client.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
            for _ in 0..<50 {
                client.send(" ")
                if client.isClosed(within: 0.1) { return true }
            }
            return false
        }
    }

    @Test func aConnectionWithoutARequestIsClosed() throws {
        try expectDisconnection { $0.isClosed(within: 60) }
    }

    @Test func aConnectionThatIsIdleAfterARequestIsClosed() throws {
        try expectDisconnection { client in
            let reply = try client.exchange("GET /trackproof/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return reply.status == 200 && client.isClosed(within: 60)
        }
    }

    @Test func aClientThatSendsARefusedBodyIsDisconnected() throws {
        try expectDisconnection { client in
            let size = 17 << 20
            client.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\n\r\n")
            let reply = try client.reply()
            return reply.status == 413 && client.send([UInt8](repeating: 0x20, count: size))
                && client.isClosed(within: 60)
        }
    }

    /// Tests two requests that arrive together. While the server answers the first request, the time limit for the
    /// second request must not run.
    @Test func aPipelinedRequestDoesNotTimeOut() throws {
        let server = try AttackServer("--request-seconds", "1")
        let client = try AttackClient(server)
        let body = #"{"name":"never","within":2}"#
        client.send(
            String(
                repeating: "POST /trackproof/v1/wait HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", count: 2))
        #expect(try client.reply().text.contains("\"satisfied\":false"))
        #expect(try client.reply().text.contains("\"satisfied\":false"))
    }

    @Test func aClientThatDoesNotReadIsDisconnected() throws {
        let server = try AttackServer("--reply-seconds", "1")
        let line = "{\"name\":\"\(String(repeating: "e", count: 1_000))\"}\n"
        for _ in 0..<4 {
            #expect(try server.post("/trackproof/v1/events", String(repeating: line, count: 5_000)).status == 200)
        }
        let clients = try (0..<5).map { _ in try AttackClient(server, receiveBuffer: 4_096) }
        for client in clients {
            client.send("GET /trackproof/v1/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        let stream = try AttackClient(server, receiveBuffer: 4_096)
        stream.send("GET /trackproof/v1/stream?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // The clients do not read for 3 s. The server waits only 1 s for a client to read.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 3)
        for client in clients + [stream] { #expect(client.isClosed(within: 60)) }
        try server.expectHealthy(acknowledged: 20_000)
    }

    @Test func twoThousandIdleConnectionsDoNotBlockARequest() throws {
        var limit = rlimit()
        getrlimit(Self.fileLimit, &limit)
        limit.rlim_cur = min(max(limit.rlim_cur, 4_096), limit.rlim_max)
        setrlimit(Self.fileLimit, &limit)
        let server = try AttackServer()
        var idle: [AttackClient] = []
        for index in 0..<2_000 {
            let client = try AttackClient(server)
            if index.isMultiple(of: 2) { client.send("POST /v1/batch HTTP/1.1\r\nHost: loc") }
            idle.append(client)
        }
        // The server accepts the idle connections before this request. It keeps at most 1000 connections open.
        try server.expectHealthy(memory: 200)
        #expect(idle[0].isClosed(within: 1))
        #expect(!idle[1_999].isClosed(within: 0.2))
    }

    /// Tests clients that announce large bodies and send only a part of them. The server must still read small
    /// requests.
    @Test func unfinishedLargeRequestsDoNotBlockASmallRequest() throws {
        let server = try AttackServer()
        var clients: [AttackClient] = []
        for _ in 0..<12 {
            let client = try AttackClient(server)
            client.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(16 << 20)\r\n\r\n")
            client.send([UInt8](repeating: 0x20, count: 12 << 20))
            clients.append(client)
        }
        try server.expectHealthy()
        withExtendedLifetime(clients) {}
    }

    @Test func thousandsOfSmallRequestsAreAllStored() async throws {
        let server = try AttackServer()
        let statuses = try await onThreads(16) { thread in
            let client = try AttackClient(server)
            return try (0..<250).map { index in
                let body = #"{"name":"e","id":"\#(thread)-\#(index)"}"#
                return try client.exchange(
                    "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                        + body
                ).status
            }
        }
        #expect(statuses.joined().allSatisfy { $0 == 200 })
        try server.expectHealthy(acknowledged: 4_000, memory: 200)
    }

    private func expectDisconnection(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ attack: (AttackClient) throws -> Bool
    ) throws {
        let server = try AttackServer("--request-seconds", "1")
        let start = ContinuousClock.now
        #expect(try attack(AttackClient(server)), sourceLocation: sourceLocation)
        #expect((ContinuousClock.now - start).inSeconds < 5, sourceLocation: sourceLocation)
        try server.expectHealthy(memory: 200, sourceLocation: sourceLocation)
    }

    #if canImport(Glibc)
        private static let fileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let fileLimit = RLIMIT_NOFILE
    #endif
}
