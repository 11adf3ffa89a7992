import Logging
import NIOConcurrencyHelpers
import Trackproof

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
