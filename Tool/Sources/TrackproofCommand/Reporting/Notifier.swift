import Foundation
import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofReports
import TrackproofConsole
import TrackproofPlanning

/// A type that posts reports to Slack and to webhooks.
///
/// A service that is down must not make a run fail. If posting fails, `Notifier` only prints a message to standard
/// error.
struct Notifier {
    let environment: [String: String]
    let mode: NotifyMode
    var poster = WebhookPoster()

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
        guard let text = environment[EnvironmentVariable.slackWebhook], !text.isEmpty else {
            return Console.note(
                "nothing was posted to Slack: set \(EnvironmentVariable.slackWebhook) to the address of the webhook")
        }
        guard let url = ReportOption.webhook(text) else {
            return Console.note(
                "nothing was posted to Slack: \(EnvironmentVariable.slackWebhook) is not an address that begins with https://"
            )
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
        if let secret = environment[EnvironmentVariable.webhookSecret], !secret.isEmpty {
            let code = SHA256.authenticationCode(for: Array(body.utf8), key: Array(secret.utf8))
            headers["X-Trackproof-Signature"] = "sha256=" + code.hexadecimal
        }
        note(poster.post(body, to: url, headers: headers), "the webhook")
    }

    private func note(_ outcome: WebhookPoster.Outcome, _ receiver: String) {
        switch outcome {
        case .delivered: break
        case .refused(let status, let length):
            // The answer can repeat the secret address or the report, so the message shows only its length.
            let words = length.counted("byte")
            Console.note("the report was not posted: \(receiver) answered with status \(status) and \(words)")
        case .unreachable(let reason):
            Console.note("the report was not posted: \(receiver): \(Secrets(environment).masked(reason))")
        }
    }

    /// Returns the message as JSON, without the secrets in the environment.
    private func masked(_ message: EventParameters) -> String { Secrets(environment).masked(.object(message)).json }
}
