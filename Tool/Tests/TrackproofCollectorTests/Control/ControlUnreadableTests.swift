import Foundation
import HTTPTypes
import _TrackproofTestSupport
import Testing

/// Tests requests that the HTTP parser cannot read. An SDK's events are lost with such a request.
@Suite("Unreadable requests", .blocking, .timeLimit(.minutes(15)))
struct ControlUnreadableTests {
    private static let tooLarge = "the head of the request is too large: the limits are 80 KiB and 1,000 headers"
    private static let badLength = "the header Content-Length is invalid, or another header contradicts it"
    private static let badLine = "the first line of the request is not a line of HTTP/1.1"

    /// The bytes of a request, and what the collector must report.
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let status: Int
        let line: String
        let reason: String

        init(_ text: String, _ status: Int, _ line: String, _ reason: String) {
            self.init(Array(text.utf8), status, line, reason)
        }

        init(_ bytes: [UInt8], _ status: Int, _ line: String, _ reason: String) {
            (self.bytes, self.status, self.line, self.reason) = (bytes, status, line, reason)
        }

        var testDescription: String { "\(String(decoding: bytes.prefix(60), as: UTF8.self)) (\(bytes.count))" }
    }

    private static let host = "Host: localhost\r\nCookie: secret=1\r\n"
    private static let start = "POST /v1/track HTTP/1.1\r\n" + host

    @Test(arguments: [
        Case(
            "POST /v1/track?x=café HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", 400, #"POST "/v1/track?x=café""#,
            "the target of the request has a character that must be percent-encoded"),
        Case("\(start)X: \(String(repeating: "a", count: 90_000))\r\n\r\n", 431, #"POST "/v1/track""#, tooLarge),
        Case(
            start + (0..<2_000).map { "X-\($0): 1\r\n" }.joined() + "\r\n", 431, #"POST "/v1/track""#, tooLarge),
        Case("\(start)Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", 400, #"POST "/v1/track""#, badLength),
        Case("\(start)Content-Length: x\r\n\r\n", 400, #"POST "/v1/track""#, badLength),
        Case(
            "\(start)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, #"POST "/v1/track""#,
            "the request is not valid HTTP"),
        Case(
            "\(start)Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400, #"POST "/v1/track""#,
            "the size of a chunk of the body is not a hexadecimal number"),
        Case("\(start)Bad Name: 1\r\n\r\n", 400, #"POST "/v1/track""#, "a header has a character that is not allowed"),
        Case("POST /v1/track HTTP/2.0\r\n\r\n", 400, #"POST "/v1/track""#, badLine),
        Case("EHLO localhost\r\n", 400, #"EHLO "localhost""#, badLine),
        Case([0x00, 0x01, 0x0A, 0x0A], 400, #"UNKNOWN "/""#, badLine),
        Case(
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, #"PRI "*""#,
            "the client speaks HTTP/2, as gRPC does, but the collector answers HTTP/1.1 only"),
        // The beginning of the first message of TLS.
        Case(
            [0x16, 0x03, 0x01, 0x00, 0x2D, 0x01, 0x00, 0x00, 0x29, 0x03, 0x03], 400, #"UNKNOWN "/""#,
            """
            the client speaks TLS, but this port answers plain HTTP only; begin the address with http://, or use the \
            https address of `trackproof collect --tls`
            """),
    ])
    func anUnreadableRequestIsAnsweredCountedLoggedAndListed(_ one: Case) async throws {
        let folder = try TemporaryFolder()
        let (_, outcome) = try await withCollector(store: folder.file("s.sqlite")) { collector async throws in
            let client = ControlClient(port: try #require(URL(string: collector.address)?.port))
            let (reply, isClosed) = try exchange(one.bytes, client)
            #expect(reply.status == one.status)
            #expect(reply.text == #"{"error":"\#(one.reason)"}"#)
            #expect(isClosed)
            #expect(try await client.send(.get, "metrics").text.contains("\ntrackproof_refused_total 1\n"))
            #expect(try await client.send(.get, "rejected").json()["rejected"]?.all("reason") == ["\(one.reason)"])
            let request = try await client.send(.get, "requests/1").json()
            let method = try #require(request["method"]?.string)
            let target = try #require(request["target"]?.string)
            #expect(#"\#(method) "\#(target)""# == one.line)
            #expect(request["vendor"]?.string == (target.hasPrefix("/v1/track") ? "segment" : ""))
            #expect(request["answer"]?["status"]?.integer == Int64(one.status))
            #expect(request["headers"]?.all("name").contains("cookie") == false)
        }
        // The log does not show the query, which can contain values of events.
        let line = one.line.replacing(/\?.*"/, with: "?…\"")
        #expect(outcome.errors.contains("\(line) was refused: \(one.reason)\n"), "\(outcome.errors)")
    }

    private func exchange(
        _ bytes: [UInt8], _ client: ControlClient, endsSending: Bool = false
    ) throws -> (AttackReply, isClosed: Bool) {
        let connection = try AttackClient(port: UInt16(client.port))
        connection.send(bytes)
        if endsSending { connection.endSending() }
        return (try connection.reply(), connection.isClosed(within: 60))
    }

    private func exchange(_ text: String, _ client: ControlClient) throws -> AttackReply {
        try exchange(Array(text.utf8), client).0
    }

    /// Tests requests that name a session in the path or in a header.
    @Test func anUnreadableRequestBelongsToItsSession() async throws {
        try await withControl { client in
            let key = try await client.open()
            let credentials = Data("\(key):".utf8).base64EncodedString()
            _ = try exchange("POST /s/\(key)/v1/é HTTP/1.1\r\n\r\n", client)
            _ = try exchange("POST /v1/é HTTP/1.1\r\nAuthorization: Basic \(credentials)\r\n\r\n", client)
            let rejected = try await client.send(.get, "rejected?session=\(key)").json()["rejected"]
            #expect(rejected?.array?.count == 2)
            #expect(try await client.send(.get, "rejected").json()["rejected"] == [])
        }
    }

    /// Tests that clients without access cannot fill the store.
    @Test func withATokenOnlyUnreadableRequestsWithAccessAreStored() async throws {
        let token = "a-token-that-is-long"
        try await withControl(token: token) { client async throws in
            #expect(try exchange("POST /v1/é HTTP/1.1\r\n\r\n", client).status == 400)
            let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
            #expect(try await client.send(.get, "health", headers: bearer).json()["rejected"] == 0)
            #expect(try exchange("POST /s/\(token)/v1/é HTTP/1.1\r\n\r\n", client).status == 400)
            #expect(try await client.send(.get, "health", headers: bearer).json()["rejected"] == 1)
        }
    }

    /// Tests a client that sends its requests without waiting for answers.
    @Test func requestsBeforeAnUnreadableRequestAreAnswered() async throws {
        try await withControl { client in
            let event = #"{"name":"e"}"#
            let post = "POST /trackproof/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n\(event)"
            let connection = try AttackClient(port: UInt16(client.port))
            connection.send(post + post + "POST /é HTTP/1.1\r\n\r\n" + post)
            let statuses = try [connection.reply().status, connection.reply().status, connection.reply().status]
            #expect(statuses == [200, 200, 400])
            #expect(
                try await client.send(.get, "health").text.hasPrefix(
                    #"{"status":"ok","requests":3,"events":2,"rejected":1,"#))
        }
    }

    /// Tests clients that close the connection too early. Such a client may send the request again.
    @Test(arguments: ["POST /v1/tra", "\(start)Content-Length: 9\r\n\r\n{"])
    func aRequestThatIsCutShortIsLoggedAndCountedButNotListed(_ text: String) async throws {
        let reason = "the connection ended before the end of the request"
        let folder = try TemporaryFolder()
        let (_, outcome) = try await withCollector(store: folder.file("s.sqlite")) { collector async throws in
            let client = ControlClient(port: try #require(URL(string: collector.address)?.port))
            let (reply, _) = try exchange(Array(text.utf8), client, endsSending: true)
            #expect(reply.status == 408)
            #expect(reply.text == #"{"error":"\#(reason)"}"#)
            #expect(try await client.send(.get, "metrics").text.contains("\ntrackproof_refused_total 1\n"))
            #expect(try await client.send(.get, "rejected").json()["rejected"] == [])
        }
        #expect(outcome.errors.contains("was refused: \(reason)\n"), "\(outcome.errors)")
    }

    /// Tests clients that connect and send nothing, as health checks of load balancers do.
    @Test func aConnectionWithoutARequestIsNotReported() async throws {
        let folder = try TemporaryFolder()
        let (_, outcome) = try await withCollector(store: folder.file("s.sqlite")) { collector async throws in
            let client = ControlClient(port: try #require(URL(string: collector.address)?.port))
            let (reply, isClosed) = try exchange([], client, endsSending: true)
            #expect(reply.status == 0)
            #expect(isClosed)
            #expect(try await client.send(.get, "metrics").text.contains("\ntrackproof_refused_total 0\n"))
        }
        #expect(!outcome.errors.contains("refused"), "\(outcome.errors)")
    }

    /// Tests that the log has few lines for many requests, and that the store keeps little of each.
    @Test func manyUnreadableRequestsFillNeitherTheLogNorTheStore() async throws {
        let folder = try TemporaryFolder()
        let (_, outcome) = try await withCollector(store: folder.file("s.sqlite")) { collector async throws in
            let client = ControlClient(port: try #require(URL(string: collector.address)?.port))
            let text = "POST /v1/track HTTP/1.1\r\nX: \(String(repeating: "a", count: 90_000))\r\n\r\n"
            for _ in 0..<100 { #expect(try exchange(text, client).status == 431) }
            #expect(try await client.send(.get, "health").json()["rejected"] == 100)
        }
        // On a busy machine, the requests take longer than the 10 seconds after which the log repeats a reason.
        #expect((1..<10).contains(outcome.errors.count { $0 == "\n" }), "\(outcome.errors)")
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: folder.file("s.sqlite"))[.size] as? Int)
        #expect(size < 2_000_000)
    }

    /// Tests that a mistake of a test is not listed as a lost request of an SDK.
    @Test func anUnreadableRequestToTheControlAPIIsOnlyAnswered() async throws {
        try await withControl { client in
            let reply = try exchange("GET /trackproof/v1/events?name=é HTTP/1.1\r\n\r\n", client)
            #expect(reply.status == 400)
            #expect(
                reply.text
                    == #"{"error":"the target of the request has a character that must be percent-encoded"}"#)
            #expect(try await client.send(.get, "health").json()["rejected"] == 0)
        }
    }

    @Test func aClientThatStopsSendingDuringAWaitGetsAReason() async throws {
        try await withControl { client in
            let body = #"{"name":"e","atMost":1,"within":600}"#
            let head = "POST /trackproof/v1/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
            let (reply, isClosed) = try exchange(Array("\(head)\r\n\(body)".utf8), client, endsSending: true)
            #expect(reply.status == 408)
            #expect(
                reply.text == """
                    {"error":"the client closed the connection for sending; keep it open until the answer arrives"}
                    """)
            #expect(isClosed)
        }
    }
}
