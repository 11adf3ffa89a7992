import Crypto
import Foundation
import Testing

/// Tests of `--report slack` and `--report webhook=URL` against a real server.
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
