import Foundation
import TrackproofBridgeReader

/// A message to a webhook, which the program `curl` sends.
///
/// `curl` uses the proxy and the certificate authorities that the environment names, as the user expects. `URLSession`
/// cannot do this on Linux: it knows no authorities besides those of the system, and refuses addresses such as
/// `http://[::1]`.
struct WebhookRequest {
    let url: URL
    let headers: [String: String]
    let body: String
    /// The environment variables that name the proxy and the trusted authorities.
    let environment: [String: String]

    struct Answer {
        var outcome: WebhookPoster.Outcome
        /// Whether the same request can succeed later.
        var isTemporary: Bool
        /// The pause that the server asks for, in seconds, or `nil` if it asks for no pause.
        var retryAfter: Double?

        static func unreachable(_ reason: String, isTemporary: Bool) -> Answer {
            Answer(outcome: .unreachable(reason: reason), isTemporary: isTemporary)
        }
    }

    /// The environment variable that names a file with the trusted authorities, for OpenSSL and other programs.
    private static let authorities = "SSL_CERT_FILE"
    /// The maximum number of bytes that are read of the answer's headers.
    private static let maxOutput = 1 << 20
    /// The beginning of the line with the status and the length of the answer, which is the last line that `curl` prints.
    private static let marker = "trackproof "

    /// Sends the request. Blocks the thread until the answer has arrived, or the time is over.
    func send(within seconds: Double) -> Answer {
        guard seconds > 0 else { return .unreachable("no answer in time", isTemporary: true) }
        do {
            let folder = try PrivateFolder()
            defer { folder.remove() }
            let file = folder.path + "/body"
            try Data(body.utf8).write(to: URL(fileURLWithPath: file))
            let (status, output) = try run(options(seconds, body: file))
            return answer(status, output)
        } catch {
            return .unreachable("curl cannot be run: \(error.localizedDescription)", isTemporary: false)
        }
    }

    /// Returns the text of a configuration file for `curl`.
    ///
    /// `curl` reads this text from its standard input, because other users can see the arguments of a process.
    private func options(_ seconds: Double, body: String) -> String {
        var options = [
            ("stderr", "-"), ("url", url.absoluteString), ("data-binary", "@" + body), ("max-time", "\(seconds)"),
            ("proto", "=http,https"), ("output", "/dev/null"), ("dump-header", "-"),
            ("write-out", "\n" + Self.marker + "%{http_code} %{size_download}\n"),
            // Without this line, `curl` waits a second before it sends a large body.
            ("header", "Expect:"),
        ]
        // `curl` itself prefers other variables.
        if let file = environment[Self.authorities], !file.isEmpty { options.append(("cacert", file)) }
        // Without TLS, the address names this machine.
        if url.scheme != "https" { options.append(("noproxy", "*")) }
        options += headers.sorted { $0.key < $1.key }.map { ("header", "\($0): \($1)") }
        let flags = ["silent", "show-error", "globoff", "path-as-is", "http1.1", "tlsv1.2", "suppress-connect-headers"]
        return (flags + options.map { "\($0) = \(Self.quoted($1))" }).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }

    /// Runs `curl`, and returns its exit status and its output.
    private func run(_ options: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // With `-q`, the user's configuration file of `curl` has no effect.
        process.arguments = ["curl", "-q", "--config", "-"]
        process.environment = environment.filter { !Secrets.ownVariables.contains($0.key) }
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(options.utf8))
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.read(upToCount: Self.maxOutput) ?? Data()
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private func answer(_ status: Int32, _ output: String) -> Answer {
        let lines = output.split(whereSeparator: \.isNewline)
        let numbers = lines.last { $0.hasPrefix(Self.marker) }.map { $0.split(separator: " ").compactMap { Int($0) } }
        guard let numbers, numbers.count == 2, numbers[0] > 0 else {
            let isOfAnotherHost = output.contains("subject name")
            let (reason, isTemporary) = Self.reason(status, isOfAnotherHost: isOfAnotherHost)
            return .unreachable(reason, isTemporary: isTemporary)
        }
        let (code, length) = (numbers[0], numbers[1])
        if 200..<300 ~= code { return Answer(outcome: .delivered, isTemporary: false) }
        let name = "retry-after:"
        let pause = lines.last { $0.lowercased().hasPrefix(name) }?.dropFirst(name.count)
        return Answer(
            outcome: .refused(status: code, length: length), isTemporary: code == 429 || code >= 500,
            retryAfter: pause.flatMap { RetryAfter.seconds(String($0)) })
    }

    /// Returns the reason why there is no answer, and whether the same request can succeed later.
    ///
    /// The reason does not contain the address, which can be secret. Source of the numbers: the section "EXIT CODES" of
    /// the manual of `curl`.
    private static func reason(_ status: Int32, isOfAnotherHost: Bool) -> (String, isTemporary: Bool) {
        switch status {
        case 1, 8: ("the answer is not HTTP", true)
        case 5: ("the name of the proxy is unknown", true)
        case 6: ("the name of the host is unknown", true)
        case 7: ("the server cannot be reached", true)
        case 28: ("no answer in time", true)
        case 35: ("the server does not answer with TLS", true)
        case 52, 56: ("the server closed the connection", true)
        case 51, 60: ("the server's certificate is \(isOfAnotherHost ? "for another host" : "not trusted")", false)
        case 77: ("\(authorities) names no file with certificates", false)
        case 97: ("the proxy did not connect to the server", true)
        case 127: ("curl is not installed", false)
        default: ("curl ended with status \(status)", true)
        }
    }
}
