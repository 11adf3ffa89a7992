import NIOConcurrencyHelpers
import Trackproof

/// All sessions, in memory, so that the collector finds the session of a request without reading the store.
final class SessionRegistry: Sendable {
    private struct Known {
        var byKey: [String: Session] = [:]
        var byRow: [Int64: Session] = [:]

        mutating func add(_ session: Session) {
            byKey[session.key] = session
            byRow[session.id] = session
        }
    }

    private let sessions: NIOLockedValueBox<Known>

    /// The token, which is a second key of the default session, or `nil` if SDKs need no token.
    private let mainKey: String?

    init(_ sessions: [Session], mainKey: String?) {
        var known = Known()
        for session in sessions { known.add(session) }
        self.sessions = NIOLockedValueBox(known)
        self.mainKey = mainKey
    }

    /// Returns the session with a key, or `nil` if the key is unknown.
    subscript(key: String) -> Session? {
        key == mainKey ? session(row: Session.main) : sessions.withLockedValue { $0.byKey[key] }
    }

    /// Returns the session whose ``Session/id`` is `id`, or `nil` if there is no such session.
    func session(row id: Int64) -> Session? { sessions.withLockedValue { $0.byRow[id] } }

    /// All sessions, in the order in which they were opened.
    var all: [Session] { sessions.withLockedValue { $0.byRow.values.sorted { $0.id < $1.id } } }

    func add(_ session: Session) { sessions.withLockedValue { $0.add(session) } }

    func remove(_ session: Session) {
        sessions.withLockedValue { known in
            known.byKey[session.key] = nil
            known.byRow[session.id] = nil
        }
    }
}
