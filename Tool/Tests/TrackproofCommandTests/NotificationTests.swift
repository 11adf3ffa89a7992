import Crypto
import Foundation
import Testing

/// Tests of `--report slack` and `--report webhook=URL` against a real server. They start fifty programs, and
/// wait for servers that do not answer.
@Suite("Reports in a chat", .timeLimit(.minutes(15)))
struct NotificationTests {
    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(
            #"{"name":"login"}"# + "\n" + #"{"name":"purchase","parameters":{"card":"visa"}}"# + "\n", to: "a")
        try place.write(#"{"name":"login"}"# + "\n", to: "b")
        return place
    }

    private func verify(
        _ place: Workplace, _ server: WebhookServer?, _ options: String = "--report slack", recording: String = "b",
        _ variables: [String: String] = [:]
    ) async throws -> Outcome {
        var variables = variables
        if let server { variables["TRACKPROOF_SLACK_WEBHOOK"] = server.url("/services/T0/B0/very-secret") }
        return try await place.shell("trackproof verify \(recording) --snapshot a \(options)", environment: variables)
    }

    @Test func slackGetsTheMessageOfTheFile() async throws {
        let server = try WebhookServer(.status(200, body: "ok"))
        let place = try place()
        let outcome = try await verify(place, server, "--report slack --report slack=message.json --report text")
        #expect(outcome.status == 1)
        #expect(!outcome.errors.contains("posted"), "\(outcome.errors)")
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.head.hasPrefix("POST /services/T0/B0/very-secret HTTP/1.1"))
        #expect(request.head.contains("Content-Type: application/json; charset=utf-8"))
        #expect(try request.body + "\n" == place.read("message.json"))
        #expect(request.body.hasPrefix(#"{"text":"❌ 1 problem with analytics events","blocks":[{"type":"header","#))
    }

    /// Tests a chat that refuses the report. The exit status stays the same, and no message contains the chat's
    /// address.
    @Test(arguments: [
        (404, "no_service", "Slack answered with status 404 and 10 bytes"),
        (400, "invalid_blocks\u{1B}[31m", "Slack answered with status 400 and 19 bytes"),
        (302, "", "Slack answered with status 302 and 0 bytes"),
    ])
    func aRefusalIsOnlyAMessage(status: Int, body: String, message: String) async throws {
        let other = try WebhookServer(.status(200))
        let server = try WebhookServer(.status(status, headers: ["Location: \(other.url("/"))"], body: body))
        let outcome = try await verify(place(), server)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("trackproof: the report was not posted: \(message)\n"), "\(outcome.errors)")
        #expect(!(outcome.errors + outcome.output).contains("very-secret"))
        #expect(server.requests.count == 1)
        // The command does not follow a redirection. Otherwise, the report could go to a server that the user did not
        // name.
        #expect(other.requests.isEmpty)
    }

    @Test func aBusyServerIsAskedAgainWhenItSays() async throws {
        let server = try WebhookServer(.status(429, headers: ["Retry-After: 2"]), .status(500), .status(200))
        let outcome = try await verify(place(), server)
        #expect(!outcome.errors.contains("not posted"), "\(outcome.errors)")
        let times = server.requests.map(\.time)
        try #require(times.count == 3)
        #expect(times[1].timeIntervalSince(times[0]) >= 2)
        #expect(times[2].timeIntervalSince(times[1]) >= 0.9)
        #expect(Set(server.requests.map(\.body)).count == 1)
    }

    @Test func aServerWithErrorsIsAskedAgain() async throws {
        let server = try WebhookServer(.status(503, body: "down"))
        let outcome = try await verify(place(), server, recording: "b")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("not posted: Slack answered with status 503 and 4 bytes\n"), "\(outcome.errors)")
        // On a slow computer, the command may reach its time limit before the fourth request.
        #expect((2...4).contains(server.requests.count))
    }

    /// Tests a server that asks for a pause of an hour. The command does not wait and try again.
    @Test func aLongPauseIsNotMade() async throws {
        let server = try WebhookServer(.status(429, headers: ["Retry-After: 3600"], body: "rate_limited"))
        let outcome = try await verify(place(), server)
        #expect(
            outcome.errors.contains("not posted: Slack answered with status 429 and 12 bytes\n"), "\(outcome.errors)")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["silence", "end", "garbage"])
    func aBrokenServerEndsInBoundedTime(kind: String) async throws {
        let server = try WebhookServer(kind == "silence" ? .silence : kind == "end" ? .end : .garbage)
        // The command must end by itself. Otherwise, `shell` would kill it after four minutes, and the status would not
        // be 1.
        let outcome = try await verify(place(), server)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("trackproof: the report was not posted: Slack: "), "\(outcome.errors)")
        #expect(!outcome.errors.contains("very-secret"))
    }

    @Test func withoutAnAddressNothingIsPosted() async throws {
        let outcome = try await verify(place(), nil)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "nothing was posted to Slack: set TRACKPROOF_SLACK_WEBHOOK to the address of the webhook\n"))
        let wrong = try await verify(
            place(), nil, "--report slack", ["TRACKPROOF_SLACK_WEBHOOK": "http://hooks.example.com/very-secret"])
        #expect(
            wrong.errors.contains(
                "TRACKPROOF_SLACK_WEBHOOK is not an address that begins with https://\n"), "\(wrong.errors)")
        #expect(!wrong.errors.contains("very-secret"))
    }

    // MARK: Which runs are posted

    @Test func aPassedRunIsPostedOnlyOnDemand() async throws {
        let server = try WebhookServer(.status(200))
        _ = try await verify(place(), server, recording: "a")
        _ = try await verify(place(), server, "--report slack --notify failure", recording: "a")
        #expect(server.requests.isEmpty)
        _ = try await verify(place(), server, "--report slack --notify always", recording: "a")
        #expect(server.requests.count == 1)
    }

    @Test func aHistoryTellsWhatChanged() async throws {
        let server = try WebhookServer(.status(200))
        let place = try place()
        for recording in ["a", "b", "b", "a", "a"] {
            _ = try await verify(place, server, "--report slack --history history", recording: recording)
        }
        let titles = server.requests.compactMap { $0.body.firstMatch(of: /"text":"([^"]*)"/).map { String($0.1) } }
        #expect(
            titles == ["❌ 1 problem with analytics events", "✅ Analytics recovered: all events are as expected again"])
    }

    /// Tests a run on a machine whose clock was ten years fast. Later runs still change the history.
    @Test func aRunFromTheFutureDoesNotHideLaterRuns() async throws {
        let server = try WebhookServer(.status(200))
        let place = try place()
        _ = try await verify(place, nil, "--report json=r.json --history history", recording: "b")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: place.path + "/history").first)
        let line = try place.read("history/" + file)
        try FileManager.default.removeItem(atPath: place.path + "/history/" + file)
        let future = line.replacing(/"started":"[^"]*"/, with: #""started":"2136-08-01T00:00:00.000Z""#)
        try place.write(future, to: "history/2136-08.ndjson")
        for recording in ["a", "b", "a", "b"] {
            _ = try await verify(place, server, "--report slack --history history", recording: recording)
        }
        let titles = server.requests.compactMap { $0.body.firstMatch(of: /"text":"([^"]*)"/).map { String($0.1) } }
        let (failure, recovery) = (
            "❌ 1 problem with analytics events", "✅ Analytics recovered: all events are as expected again"
        )
        #expect(titles == [recovery, failure, recovery, failure])
        let shown = try await place.trackproof("report", "--history", "history")
        #expect(shown.output.hasPrefix("history: 5 runs\n") || shown.output.hasPrefix("history: 5 runs of "))
        #expect(!shown.output.contains("2136"), "\(shown.output)")
    }

    // MARK: Webhooks

    @Test func aWebhookGetsTheSignedReport() async throws {
        let server = try WebhookServer(.status(204))
        let outcome = try await verify(
            place(), nil, "--report webhook=\(server.url("/hook")) --report json=r.json",
            ["TRACKPROOF_WEBHOOK_SECRET": "key of both"])
        #expect(!outcome.errors.contains("posted"), "\(outcome.errors)")
        let request = try #require(server.requests.first)
        let key = SymmetricKey(data: Data("key of both".utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(request.body.utf8), using: key)
        let hex = code.map { String(format: "%02x", $0) }.joined()
        #expect(request.head.contains("X-Trackproof-Signature: sha256=\(hex)"), "\(request.head)")
        #expect(request.body.hasPrefix(#"{"report":1,"passed":false,"#))
        #expect(!request.body.contains(#""recording":{"#))
    }

    @Test(arguments: ["[::1]", "localhost", "127.0.0.1"])
    func aWebhookOnThisMachineNeedsNoTLS(host: String) async throws {
        let server = try WebhookServer(isIPv6: host == "[::1]", .status(200))
        let outcome = try await verify(
            place(), nil, "--report webhook=HTTP://\(host.uppercased()):\(server.port)/a%20b?c=%2F",
            ["https_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1"])
        #expect(!outcome.errors.contains("posted"), "\(outcome.errors)")
        let head = try #require(server.requests.first?.head)
        #expect(head.hasPrefix("POST /a%20b?c=%2F HTTP/1.1\r\nHost: \(host):\(server.port)\r\n"), "\(head)")
    }

    /// Tests an https server whose certificate is signed by an authority of its own.
    @Test func anAuthorityOfOnesOwnIsTrustedByItsFile() async throws {
        let place = try place()
        let outcome = try await place.shell(
            #"""
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca-key.pem -out ca.pem
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=other -keyout other-key.pem -out other.pem
            openssl req -newkey rsa:2048 -nodes -subj /CN=server -keyout key.pem -out request.pem
            printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' >names
            openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -days 2 -extfile names -out own.pem
            cat key.pem own.pem >server.pem
            """#)
        try #require(outcome.status == 0, "\(outcome.errors)")
        try place.write(Self.secureServer, to: "server.py")
        let posts = try await place.shell(
            #"""
            mkfifo ports
            python3 server.py server.pem >ports & server=$!
            exec 3<ports
            read -r port <&3
            read -r proxy <&3
            post() {
                trackproof verify b --snapshot a --report "webhook=https://$1:$port/" >/dev/null 2>errors
                sed -n 's/^trackproof: the report was not posted: the webhook: //p' errors
            }
            export no_proxy=
            export SSL_CERT_FILE=ca.pem
            for host in localhost 127.0.0.1; do post $host; read -r line <&3; echo "$line"; done
            https_proxy=HTTP://user:pass@127.0.0.1:$proxy post localhost
            read -r line <&3; echo "$line"; read -r line <&3; echo "$line"
            https_proxy=http://127.0.0.1:1 no_proxy=example.com,localhost post localhost; read -r line <&3; echo "$line"
            post 127.1.1.1
            SSL_CERT_FILE=other.pem post localhost
            SSL_CERT_FILE= post localhost
            SSL_CERT_FILE=missing.pem post localhost
            kill $server
            """#)
        #expect(
            posts.output == """
                post 127.0.0.1
                post 127.0.0.1
                connect localhost Basic dXNlcjpwYXNz
                post 127.0.0.1
                post 127.0.0.1
                the server's certificate is for another host
                the server's certificate is not trusted
                the server's certificate is not trusted
                SSL_CERT_FILE names no file with certificates

                """, "\(posts.errors)")
    }

    /// A script with an https server and a proxy. It prints their ports, and then a line for each request.
    private static let secureServer = """
        import http.server, socket, ssl, sys, threading

        class Webhook(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                print("post", self.client_address[0], flush=True)
                self.send_response(204)
                self.end_headers()
            def log_message(self, *_): pass

        class Proxy(Webhook):
            def do_CONNECT(self):
                host, port = self.path.split(":")
                print("connect", host, self.headers["Proxy-Authorization"], flush=True)
                server = socket.create_connection((host, int(port)))
                self.send_response(200)
                self.end_headers()
                def copy(source, target):
                    while data := source.recv(65536): target.sendall(data)
                threading.Thread(target=copy, args=(server, self.connection), daemon=True).start()
                copy(self.connection, server)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])
        class Server(http.server.ThreadingHTTPServer):
            def finish_request(self, request, address):
                self.RequestHandlerClass(context.wrap_socket(request, server_side=True), address, self)
            def handle_error(self, *_): pass
        server, proxy = Server(("0.0.0.0", 0), Webhook), http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        for one in server, proxy: print(one.server_port, flush=True)
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        server.serve_forever()
        """

    @Test func anUnsafeAddressIsRefused() async throws {
        for address in ["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "x", ""] {
            let outcome = try await place().trackproof(
                "verify", "b", "--snapshot", "a", "--report", "webhook=\(address)")
            #expect(outcome.status == 64)
        }
    }

    /// Tests that a report masks secrets in the environment, and values that the plan declares as personal data.
    @Test func secretsAndPersonalValuesAreNotPosted() async throws {
        let server = try WebhookServer(.status(200))
        let place = try place()
        try place.write(
            """
            plan: 1
            events:
              login: {description: A login., parameters: {}}
              purchase: {description: A purchase., parameters: {card: {type: string, pii: card}}}
            """, to: "plan.yaml")
        let outcome = try await place.shell(
            """
            cp b my-token-1234
            trackproof verify my-token-1234 --snapshot a --plan plan.yaml --report webhook=\(server.url("/")) \
            --report html=r.html --report slack=s.json --report junit=r.xml --report markdown=r.md --report json=r.json
            """, environment: ["DEPLOY_TOKEN": "my-token-1234"])
        #expect(outcome.status == 1)
        let body = try #require(server.requests.first?.body)
        #expect(body.contains(#""recording":"***""#), "\(body)")
        #expect(!body.contains("my-token-1234"))
        #expect(body.contains(#"{"card":"(personal data, not shown)"}"#), "\(body)")
        for file in ["r.html", "s.json", "r.xml", "r.md", "r.json"] {
            #expect(try !place.read(file).contains("visa"), "\(file)")
        }
    }
}
