import Foundation
import TestSupport
import Testing

/// Tests of request heads that are large, malformed or contradictory.
@Suite(.blocking, .serialized) struct AttackRequestTests {
    @Test func aRequestWithAnOversizedHeadIsRefused() throws {
        let server = try AttackServer()
        let large = String(repeating: "x", count: 1 << 20)
        let start = "GET /i?e=pv&p=web HTTP/1.1\r\nHost: localhost\r\n"
        for request in [
            start + "X-Large: \(large)\r\n\r\n",
            start + (0..<20_000).map { "X-\($0): 1\r\n" }.joined() + "\r\n",
            "GET /\(large) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /i?e=pv&data=\(large) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "\(large) / HTTP/1.1\r\n\r\n",
        ] {
            let client = try AttackClient(server)
            client.send(request)
            let status = try client.reply().status
            #expect(status == 400 || status == 431 || status == 0)
            #expect(client.isClosed(within: 60))
        }
        try server.expectHealthy(memory: 200)
    }

    @Test func anUnusualTargetCausesNoServerError() throws {
        let server = try AttackServer()
        for target in [
            "/%00", "/s/%00/v1/batch", "/../../../etc/passwd", "/trackproof/../trackproof/v1/health",
            "/trackproof/%2e%2e/", "/s//", "/s/", "/s/../trackproof/v1/health", "/%", "/%zz?%=%&&==",
            "/?" + String(repeating: "&", count: 10_000), "/trackproof/page.css%00.html",
            "/trackproof/v1/requests/99999999999999999999", "//localhost/trackproof/v1/health",
            "http://localhost/trackproof/v1/health", "http://elsewhere.example/", "*",
            "/trackproof/v1/sessions/%2e%2e%2f",
        ] {
            for method in ["GET", "POST", "HEAD", "OPTIONS", "DELETE"] {
                let client = try AttackClient(server)
                client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let reply = try client.reply(hasBody: method != "HEAD")
                #expect((200..<500).contains(reply.status), "\(method) \(target): \(reply.head)")
                #expect(!reply.text.contains("root:"))
            }
        }
        let health = try server.get("/trackproof/v1/health")
        #expect(health.text.contains("\"status\":\"ok\""))
    }

    /// Tests heads with contradictory lengths. A proxy and a server could read different requests from such a head.
    @Test func contradictoryOrInvalidHeadersAreRefused() throws {
        let server = try AttackServer()
        for header in [
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
            "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: chunked, identity\r\n", "Content-Length: 4\r\n Folded: 1\r\n",
            "Content-Length : 4\r\n", "X-Null: a\0b\r\n", "Bad Name: 1\r\n",
        ] {
            let client = try AttackClient(server)
            client.send(
                "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n"
                    + "0\r\n\r\nGET /trackproof/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let reply = try client.reply()
            #expect([0, 400, 413].contains(reply.status), "\(header): \(reply.head)")
            #expect(client.isClosed(within: 60), "\(header)")
        }
        try server.expectHealthy(memory: 200)
    }

    /// Tests that a reply to HEAD has no body. A client would read a body as the beginning of the next reply.
    @Test func repliesToHEADHaveNoBody() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        for target in ["/x", "/i?e=pv&p=web", "/trackproof/v1/health", "/", "/v1/batch"] {
            client.send("HEAD \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.reply(hasBody: false).head.hasPrefix("HTTP/1.1 "), "\(target)")
        }
        let health = try client.exchange("GET /trackproof/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(health.text.contains("\"status\":\"ok\""))
    }

    @Test func pipelinedRequestsAreAllAnswered() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        let body = #"{"name":"e"}"#
        let one =
            "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        client.send(String(repeating: one, count: 200))
        for _ in 0..<200 {
            var reply = try client.reply()
            // The head can arrive before the body. In this case, the server first sends status 100 to ask for the
            // body.
            while reply.status == 100 { reply = try client.reply() }
            #expect(reply.status == 200)
        }
        try server.expectHealthy(acknowledged: 200, memory: 200)
    }

    @Test func requestHeadersCannotInjectReplyHeaders() throws {
        let server = try AttackServer()
        let client = try AttackClient(server)
        let reply = try client.exchange(
            "OPTIONS /v1/batch HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\rSet-Cookie: x=1\r\n"
                + "Access-Control-Request-Headers: a\u{0B}b\r\n\r\n")
        #expect(reply.status == 400 || !reply.head.contains("\rSet-Cookie"), "\(reply.head)")
        try server.expectHealthy(memory: 200)
    }
}
