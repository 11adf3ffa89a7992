import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import Trackproof

/// An error for a request that the collector refuses. The client gets the status and the message as the answer.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String
    /// The beginning of the body, or empty if the body is unknown.
    ///
    /// The array has at most `freeBytesPerRequest` bytes, which do not count against the memory of all requests.
    let body: [UInt8]
    /// Whether the server closes the connection after the answer, because a part of the request may be unread.
    let isLast: Bool
    /// The session to which the request belongs.
    var owner = LostRequests.Owner.anySession
    /// Whether the store failed to keep the request.
    var isUnstored = false

    init(status: HTTPResponse.Status, message: String, body: [UInt8] = [], isLast: Bool = false) {
        self.status = status
        self.message = message
        self.body = Array(body.prefix(CollectorLimits().freeBytesPerRequest))
        self.isLast = isLast || status == .contentTooLarge || status == .serviceUnavailable
    }

    /// Whether the client can tell that the collector does not have the request, and may send the request again.
    var isRepeatable: Bool { status == .serviceUnavailable || status == .requestTimeout }

    /// The losses that this refusal causes if the collector does not list the request.
    var losses: Losses { isUnstored ? Losses(unstored: 1) : Losses(refused: 1, reason: message) }

    /// Returns the HTTP response, with the message as JSON. If the status is 503, a header says when to try again.
    func response(_ headers: HTTPFields = [:]) -> Response {
        var response = Response.json(["error": message], status: status)
        response.headers.append(contentsOf: headers)
        if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        if isLast { response.headers[.connection] = "close" }
        return response
    }
}

/// The log messages about requests that the collector refused.
///
/// The collector logs the same reason at most once every 10 seconds. Otherwise, a client that sends many bad requests
/// would fill the log.
final class RefusalNotes: Sendable {
    private struct Note {
        let told: ContinuousClock.Instant
        /// The number of requests that were refused for the same reason since the last log message about this reason.
        var untold = 0
    }

    private let logger: Logger
    private let notes = NIOLockedValueBox<[String: Note]>([:])

    private static let pause = Duration.seconds(10)
    private static let maxReasons = 100

    /// The token. An SDK may send the token in the path of a request, but the log must not show the token.
    private let token: String?

    init(_ logger: Logger, token: String?) { (self.logger, self.token) = (logger, token) }

    func note(_ refusal: RefusedRequest, of request: ArrivedRequest) {
        // The target is quoted because a client can send any text. The log handler escapes characters that could
        // control a terminal or a CI server. The query can contain values of events, which a log must not show.
        var text = request.target.text
        if let query = text.firstIndex(of: "?") { text = text[...query] + "…" }
        if let token { text = text.replacing(token, with: "TOKEN") }
        note(refusal.message, "\(request.method) \(EventValue.string(String(text.prefix(200)))) was refused")
    }

    /// Logs a connection that ended before it could carry requests.
    func note(_ failure: TLSFailure) { note(failure.message, "a connection was refused") }

    private func note(_ reason: String, _ what: String) {
        let now = ContinuousClock.now
        let untold: Int? = notes.withLockedValue { notes in
            if let note = notes[reason], now - note.told < Self.pause {
                notes[reason]?.untold += 1
                return nil
            }
            let untold = notes[reason]?.untold ?? 0
            if notes.count >= Self.maxReasons { notes = [:] }
            notes[reason] = Note(told: now)
            return untold
        }
        guard let untold else { return }
        let more = untold > 0 ? " (and \(untold) more since the last warning)" : ""
        logger.warning("\(what): \(reason)\(more)")
    }
}
