import Foundation

/// A client that posts a message to a webhook.
///
/// If the server is busy, has an error or cannot be reached, the client tries again. The time for all tries is limited.
struct WebhookPoster {
    /// The result of posting a message.
    enum Outcome: Equatable {
        case delivered
        /// The server answered with a status other than 200 to 299.
        ///
        /// `length` is the length of the answer's body, in bytes.
        case refused(status: Int, length: Int)
        /// No answer arrived, because the connection failed or the time was over.
        case unreachable(reason: String)
    }

    /// The maximum number of tries.
    var attempts = 4
    /// The time limit for all tries, in seconds.
    var limit = 30.0
    /// The time limit for one try, in seconds.
    var attemptLimit = 10.0
    /// The pause before the second try, in seconds. Each further pause is twice as long.
    var firstPause = 1.0
    /// The environment variables that name the proxy and the trusted authorities.
    var environment = ProcessInfo.processInfo.environment

    /// Posts a message. Blocks the thread until the server accepts or refuses the message, or the time is over.
    func post(_ body: String, to url: URL, headers: [String: String] = [:]) -> Outcome {
        let end = Date().addingTimeInterval(limit)
        let own = ["Content-Type": "application/json; charset=utf-8", "User-Agent": "trackproof"]
        let request = WebhookRequest(
            url: url, headers: headers.merging(own) { $1 }, body: body, environment: environment)
        var pause = firstPause
        for attempt in 1... {
            let answer = request.send(within: min(attemptLimit, end.timeIntervalSinceNow))
            if answer.outcome == .delivered || !answer.isTemporary || attempt >= attempts { return answer.outcome }
            let wait = answer.retryAfter ?? pause
            if end.timeIntervalSinceNow <= wait { return answer.outcome }
            // The pause gives a busy server time to recover.
            Thread.sleep(forTimeInterval: wait)
            pause *= 2
        }
        return .unreachable(reason: "no try")
    }
}

/// The header `Retry-After` of HTTP (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Returns the pause in seconds, or `nil` if the value is neither a number of seconds nor a date.
    static func seconds(_ value: String, now: Date = Date()) -> Double? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if let seconds = Double(value), seconds >= 0, seconds.isFinite { return seconds }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: value).map { max(0, $0.timeIntervalSince(now)) }
    }
}
