internal import NIOConcurrencyHelpers
internal import Trackproof

/// The sessions, by their keys: each request asks for its own.
final class SessionRegistry: Sendable {
    private let sessions: NIOLockedValueBox<[String: Session]>

    /// Another key of the session of requests that name none.
    private let mainKey: String?

    init(_ sessions: [Session], mainKey: String?) {
        self.sessions = NIOLockedValueBox(Dictionary(sessions.map { ($0.key, $0) }) { first, _ in first })
        self.mainKey = mainKey
    }

    /// The session of a key.
    subscript(key: String) -> Session? {
        key == mainKey ? session(row: Session.main) : sessions.withLockedValue { $0[key] }
    }

    /// The session of a row.
    func session(row id: Int64) -> Session? { sessions.withLockedValue { $0.values.first { $0.id == id } } }

    /// All sessions, in the order in which they were opened.
    var all: [Session] { sessions.withLockedValue { $0.values.sorted { $0.id < $1.id } } }

    func add(_ session: Session) { sessions.withLockedValue { $0[session.key] = session } }

    func remove(_ session: Session) { _ = sessions.withLockedValue { $0.removeValue(forKey: session.key) } }
}
