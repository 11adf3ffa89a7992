internal import Crypto
internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofReports

/// A type that posts reports to Slack and to webhooks.
///
/// A service that is down must not make a run fail. If posting fails, `Notifier` only prints a message to standard
/// error.
struct Notifier {
    let environment: [String: String]
    let mode: NotifyMode
    var poster = WebhookPoster()

    /// The name of the environment variable that contains the address of the Slack webhook, which is a secret.
    static let slackVariable = "TRACKPROOF_SLACK_WEBHOOK"
    /// The name of the environment variable that contains the key for signing messages to webhooks.
    static let secretVariable = "TRACKPROOF_WEBHOOK_SECRET"

    /// Posts a report to each webhook in `options`, and to Slack if `options` name Slack.
    func send(_ report: Report, _ options: [ReportOption]) {
        for option in options {
            switch option.target {
            case .slack: sendToSlack(report)
            case .webhook(let url): send(report, to: url)
            case .stream, .file: continue
            }
        }
    }

    private func sendToSlack(_ report: Report) {
        guard mode.includes(report) else { return }
        guard let text = environment[Self.slackVariable], !text.isEmpty else {
            return Console.note(
                "nothing was posted to Slack: set \(Self.slackVariable) to the address of the webhook")
        }
        guard let url = ReportOption.webhook(text) else {
            return Console.note(
                "nothing was posted to Slack: \(Self.slackVariable) is not an address that begins with https://")
        }
        note(poster.post(masked(report.slackMessage), to: url), "Slack")
    }

    private func send(_ report: Report, to url: URL) {
        var report = report
        // The message leaves out events and screenshots, because they would make the message large. A JSON report in a
        // file contains them.
        for index in report.runs.indices {
            report.runs[index].recording = nil
            report.runs[index].screenshots = []
        }
        let body = masked(report.members)
        var headers: [String: String] = [:]
        if let secret = environment[Self.secretVariable], !secret.isEmpty {
            let code = HMAC<SHA256>.authenticationCode(
                for: Data(body.utf8), using: SymmetricKey(data: Data(secret.utf8)))
            let hex = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            headers["X-Trackproof-Signature"] = "sha256=" + hex
        }
        note(poster.post(body, to: url, headers: headers), "the webhook")
    }

    private func note(_ outcome: WebhookPoster.Outcome, _ receiver: String) {
        switch outcome {
        case .delivered: break
        case .refused(let status, let reply):
            let words = reply.isEmpty ? "" : ": \(reply)"
            Console.note("the report was not posted: \(receiver) answered with status \(status)\(words)")
        case .unreachable(let reason): Console.note("the report was not posted: \(receiver): \(reason)")
        }
    }

    /// Returns the message as JSON, with `***` in place of secrets, as in the logs of CI servers.
    ///
    /// A secret is the value of an environment variable whose name contains a word such as `TOKEN` or `KEY`.
    private func masked(_ message: EventParameters) -> String {
        let secrets = environment.filter { $0.value.utf8.count >= 8 && Self.isSecret($0.key) }.map(\.value)
        func masked(_ value: EventValue) -> EventValue {
            switch value {
            case .string(let text): .string(secrets.reduce(text) { $0.replacing($1, with: "***") })
            case .array(let values): .array(values.map(masked))
            case .object(let members):
                .object(EventParameters(members.map { EventParameter($0.name, masked($0.value)) }))
            case .null, .bool, .integer, .number: value
            }
        }
        return masked(.object(message)).json
    }

    private static func isSecret(_ name: String) -> Bool {
        let words = name.uppercased().split(separator: "_")
        return words.contains { ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "WEBHOOK", "KEY"].contains($0) }
    }
}
