import Foundation
import Testing

/// Tests that no message to Slack or a webhook contains a secret of the environment, or a part of one. They start
/// the command for each of fifty secrets.
@Suite("Secrets are not posted", .timeLimit(.minutes(15)))
struct SecretTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        /// The values of the environment variables `A_TOKEN` and `B_SECRET`.
        let secrets: [String]
        /// The text or the number in the events.
        let text: String
        var isNumber = false

        var testDescription: String { name }
    }

    private static let plain = "Zq4kW9vTtR7uLx2n"

    static let cases = [
        Case(name: "plain", secrets: [plain], text: plain),
        Case(name: "before a combining mark", secrets: [plain], text: plain + "\u{301}"),
        Case(name: "after a joiner", secrets: [plain], text: "a\u{200D}" + plain + "\u{FE0F}"),
        Case(name: "trailing line break", secrets: [plain + "\n"], text: plain),
        Case(name: "spaces and a Windows line break", secrets: [" " + plain + " \r\n"], text: plain),
        Case(name: "two lines", secrets: ["Hf6eWqZ1\n" + plain], text: "first Hf6eWqZ1 second " + plain),
        Case(name: "short lines", secrets: ["abcdefg\nhijklmn\nopqrstu\n"], text: "abcdefg\nhijklmn\nopqrstu"),
        Case(name: "a password in an address", secrets: ["https://user:\(plain)@host/"], text: plain),
        Case(name: "percent-encoding", secrets: ["Zq4kW9vT/tR7uLx2n+"], text: "Zq4kW9vT%2FtR7uLx2n%2B"),
        Case(name: "overlapping", secrets: ["Zq4kW9vTtR7u", "tR7uLx2nPp8d"], text: "Zq4kW9vTtR7uLx2nPp8d"),
        Case(name: "one inside the other", secrets: ["kW9vTtR7", plain], text: plain),
        Case(name: "overlapping itself", secrets: ["abcabcabc"], text: "abcabcabcabc"),
        Case(name: "quotes and backslashes", secrets: [#"Zq4kW9vT"tR7uLx2n\c:"#], text: #"Zq4kW9vT"tR7uLx2n\c:"#),
        Case(name: "dots", secrets: ["eyJhbGci.Zq4kW9vT.tR7uLx2n"], text: "eyJhbGci.Zq4kW9vT.tR7uLx2n"),
        Case(name: "markup", secrets: ["Zq4kW9vT<&>tR7uLx2n"], text: "Zq4kW9vT<&>tR7uLx2n"),
        Case(name: "a control character", secrets: ["Zq4kW9vT\u{1B}tR7uLx2n"], text: "Zq4kW9vT\u{1B}tR7uLx2n"),
        Case(name: "a number", secrets: ["907123451234"], text: "907123451234", isNumber: true),
    ]

    /// The least length of a part of a secret that counts as a leak, in characters.
    private static let partLength = 6

    private static func parts(of secret: String) -> [String] {
        // Escapes change other characters, so a part has only letters and digits.
        secret.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.flatMap { word in
            word.count < partLength
                ? [] : (0...word.count - partLength).map { String(word.dropFirst($0).prefix(partLength)) }
        }
    }

    private static func json(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    @Test(arguments: cases)
    func noPartOfASecretIsPosted(test: Case) async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace()
        let text = try test.isNumber ? test.text : Self.json(test.text)
        let name = try Self.json(test.text)
        try place.write(
            """
            {"plan": 1, "events": {"p": {"parameters": {"v": {"enum": ["a"]}}}, "q": {"parameters": {"v": {"type": "object",
            "properties": {"a": {"type": "boolean"}}}}}}}
            """, to: "plan.json")
        try place.write(#"{"name":"p"}"# + "\n" + #"{"name":"q"}"# + "\n", to: "s.ndjson")
        let events = [
            #"{"name":"p","parameters":{"v":\#(text)}}"#, #"{"name":\#(name),"parameters":{\#(name):\#(text)}}"#,
            #"{"name":"q","parameters":{"v":{\#(name):[{\#(name):\#(text)}]}}}"#,
        ]
        try place.write(events.map { $0 + "\n" }.joined(), to: "r.ndjson")
        try await expectNothingIsPosted(of: test, place, server)
    }

    /// Tests long texts, which reports cut. The cut leaves the beginning of the secret.
    @Test(arguments: [60, 79, 83, 84, 85, 86, 90, 94, 170, 178, 182, 186, 190, 960, 984, 988, 990])
    func theBeginningOfACutSecretIsNotPosted(length: Int) async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace()
        let text = String(repeating: "x", count: length) + Self.plain + String(repeating: "y", count: 200)
        try place.write(#"{"plan": 1, "events": {"p": {"parameters": {"v": {"enum": ["a"]}}}}}"#, to: "plan.json")
        try place.write(#"{"name":"p"}"# + "\n", to: "s.ndjson")
        try place.write(
            #"{"name":"p","parameters":{"v":"\#(text)"}}"# + "\n" + #"{"name":"\#(text)","parameters":{"\#(text)":1}}"#
                + "\n", to: "r.ndjson")
        try await expectNothingIsPosted(of: Case(name: "cut", secrets: [Self.plain], text: text), place, server)
    }

    private func expectNothingIsPosted(of test: Case, _ place: Workplace, _ server: WebhookServer) async throws {
        var environment = ["TRACKPROOF_SLACK_WEBHOOK": server.url("/")]
        for (name, secret) in zip(["A_TOKEN", "B_SECRET"], test.secrets) { environment[name] = secret }
        let outcome = try await place.shell(
            """
            trackproof verify r.ndjson --snapshot s.ndjson --plan plan.json --report webhook=\(server.url("/")) \
            --report slack
            """, environment: environment)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let bodies = server.requests.map(\.body)
        try #require(bodies.count == 2)
        #expect(bodies.contains { $0.unicodeScalars.contains("***".unicodeScalars) })
        for body in bodies {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(body.utf8)) }
            for part in test.secrets.flatMap(Self.parts) {
                #expect(!body.unicodeScalars.contains(part.unicodeScalars), "\(part): \(body)")
            }
        }
    }

    /// Tests which names of variables say that the value is a secret.
    @Test(arguments: [
        "GITHUB_PAT", "APIKEY", "PGPASSWORD", "API_KEYS", "TOKENS", "SECRETS", "DB_PASS", "MYSQL_PWD", "PRIVATEKEY",
        "CREDENTIALS", "apiToken", "A_KEY_2",
    ])
    func namesOfSecretsAreKnown(name: String) async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace(recording: #"{"name":"\#(Self.plain)"}"# + "\n")
        _ = try await place.shell(
            "trackproof verify r.ndjson --snapshot s.json --report webhook=\(server.url("/"))",
            environment: [name: Self.plain])
        let body = try #require(server.requests.first?.body)
        #expect(!body.contains(Self.plain) && body.contains("***"), "\(body)")
    }

    /// Tests that the names of the folders and other variables are not secrets.
    @Test(arguments: ["OLDPWD", "COMPAT", "KEYBOARD", "BYPASSED"])
    func otherVariablesAreNoSecrets(name: String) async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace(recording: #"{"name":"\#(Self.plain)"}"# + "\n")
        _ = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "s.json", "--report", "webhook=\(server.url("/"))",
            environment: [name: Self.plain])
        #expect(try #require(server.requests.first?.body).contains(Self.plain))
    }

    /// Tests a revision, which a message to Slack cuts after the beginning of the secret.
    @Test func theBeginningOfASecretInARevisionIsNotPosted() async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace(recording: Fixture.regressed)
        _ = try await place.shell(
            "trackproof verify r.ndjson --snapshot s.json --report slack --history h",
            environment: [
                "TRACKPROOF_SLACK_WEBHOOK": server.url("/"), "A_TOKEN": Self.plain,
                "TRACKPROOF_REVISION": "ab" + Self.plain,
            ])
        let body = try #require(server.requests.first?.body)
        #expect(body.contains("revision ab***…") && !body.contains("Zq4k"), "\(body)")
    }

    /// Tests that the command of a run gets the user's variables, but not the secrets that only trackproof needs.
    @Test func runKeepsItsOwnSecrets() async throws {
        let outcome = try await Workplace().trackproof(
            "run", "--", "env",
            environment: [
                "TRACKPROOF_SLACK_WEBHOOK": "https://127.0.0.1/secret", "TRACKPROOF_WEBHOOK_SECRET": "secret",
                "API_TOKEN": "given",
            ])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("API_TOKEN=given\n"))
        #expect(!outcome.output.contains("secret"))
    }

    /// Tests a server whose answer repeats the secret address.
    @Test(arguments: [403, 404])
    func theBodyOfAnAnswerIsNotPrinted(status: Int) async throws {
        let body = "no hook at /services/T0/B0/very-secret"
        let server = try WebhookServer(.status(status, body: body))
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.shell(
            "trackproof verify r.ndjson --snapshot s.json --report slack",
            environment: ["TRACKPROOF_SLACK_WEBHOOK": server.url("/services/T0/B0/very-secret")])
        #expect(
            outcome.errors.contains(
                "the report was not posted: Slack answered with status \(status) and \(body.utf8.count) bytes\n"))
        #expect(!(outcome.errors + outcome.output).contains("very-secret"))
    }

    /// Tests that only the path of Slack's address is a secret too, because a message can contain the path alone.
    @Test func thePathOfSlacksAddressIsNotPosted() async throws {
        let server = try WebhookServer(.status(200))
        let place = try Workplace(recording: #"{"name":"/services/T0/B0/very-secret"}"# + "\n")
        _ = try await place.shell(
            "trackproof verify r.ndjson --snapshot s.json --report slack --report webhook=\(server.url("/"))",
            environment: ["TRACKPROOF_SLACK_WEBHOOK": server.url("/services/T0/B0/very-secret")])
        #expect(server.requests.count == 2)
        for request in server.requests { #expect(!request.body.contains("very-secret"), "\(request.body)") }
    }
}
