internal import Foundation
internal import NIOConcurrencyHelpers
internal import TrackproofReports

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

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

    /// Posts a message. Blocks the thread until the server accepts or refuses the message, or the time is over.
    func post(_ body: String, to url: URL, headers: [String: String] = [:]) -> Outcome {
        let end = Date().addingTimeInterval(limit)
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.setValue("trackproof", forHTTPHeaderField: "User-Agent")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }

        var pause = firstPause
        for attempt in 1... {
            let answer = WebhookExchange.send(request, within: min(attemptLimit, end.timeIntervalSinceNow))
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

/// One request to a webhook and its answer.
final class WebhookExchange: NSObject, URLSessionDataDelegate {
    struct Answer {
        var outcome: WebhookPoster.Outcome
        /// Whether the same request can succeed later.
        var isTemporary: Bool
        /// The pause that the server asks for, in seconds, or `nil` if it asks for no pause.
        var retryAfter: Double?
    }

    struct State {
        var status: Int?
        var retryAfter: String?
        var length = 0
        var error: (any Error)?
    }

    private let state = NIOLockedValueBox(State())
    private let isOver = DispatchSemaphore(value: 0)

    static func send(_ request: URLRequest, within seconds: Double) -> Answer {
        let exchange = WebhookExchange()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = max(1, seconds)
        let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
        session.dataTask(with: request).resume()
        // A slow server can keep the request going beyond the time limit. This method then returns before the request
        // ends.
        let isInTime = exchange.isOver.wait(timeout: .now() + max(0, seconds)) == .success
        // The request is not cancelled: on Linux, cancelling a request that is about to end can crash the process.
        session.finishTasksAndInvalidate()
        return exchange.state.withLockedValue { $0.answer(isInTime: isInTime) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The message is only for the server that the user named, so the client does not follow a redirect.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLockedValue { $0.take(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLockedValue { $0.length += data.count }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLockedValue { state in
            state.error = error
            if state.status == nil, let response = task.response { state.take(response) }
        }
        isOver.signal()
    }
}

extension WebhookExchange.State {
    mutating func take(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        status = response.statusCode
        retryAfter = response.value(forHTTPHeaderField: "Retry-After")
    }

    func answer(isInTime: Bool) -> WebhookExchange.Answer {
        guard let status else {
            let reason = isInTime ? error?.localizedDescription ?? "no answer" : "no answer in time"
            return WebhookExchange.Answer(outcome: .unreachable(reason: reason.displayable), isTemporary: true)
        }
        if (200..<300).contains(status) { return WebhookExchange.Answer(outcome: .delivered, isTemporary: false) }
        return WebhookExchange.Answer(
            outcome: .refused(status: status, length: length), isTemporary: status == 429 || status >= 500,
            retryAfter: retryAfter.flatMap { RetryAfter.seconds($0) })
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
