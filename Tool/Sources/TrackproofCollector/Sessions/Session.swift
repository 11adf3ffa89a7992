import Foundation
import GRDB
import NIOConcurrencyHelpers
import Trackproof

/// A group of requests that belong to one test or one person. A request names its session by the session's key.
struct Session: Sendable, Hashable {
    /// The id of the session's row in the store.
    let id: Int64
    /// The key by which requests name the session, in their path (`/s/KEY/…`) or as the SDK's API key.
    let key: String
    /// The name that helps people to recognize the session.
    let name: String
    let opened: EventTime

    /// The id of the default session, for requests that name no session.
    static let main: Int64 = 1
    static let mainKey = "default"
    /// The prefix of all keys that ``makeKey()`` returns.
    ///
    /// An app can use a session's key as the API key of an SDK. By this prefix, the collector finds the key anywhere in
    /// a request.
    static let keyPrefix = "tps_"
    static let keyLength = 28

    /// Returns a new key that is hard to guess: the prefix and 24 random characters (120 bits).
    static func makeKey() -> String {
        keyPrefix + .random(letters: keyLength - keyPrefix.utf8.count)
    }
}

extension String {
    /// Returns random letters and digits that are hard to guess, without characters that look alike.
    static func random(letters count: Int) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }
}

extension Session {
    static func fetchAll(_ db: Database) throws -> [Session] {
        try Row.fetchAll(db, sql: "SELECT id, key, name, opened FROM session ORDER BY id").map { row in
            Session(
                id: try row.number(0), key: try row.text(1), name: try row.text(2), opened: try row.time(3))
        }
    }
}

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

extension WireStore {
    /// Opens a new session.
    func openSession(named name: String) async throws -> Session {
        let (key, opened) = (Session.makeKey(), EventTime.now)
        let id = try await update { db in
            try db.execute(
                sql: "INSERT INTO session (key, name, opened) VALUES (?, ?, ?)",
                arguments: [key, name, opened.millisecondsSince1970])
            return db.lastInsertedRowID
        }
        let session = Session(id: id, key: key, name: name, opened: opened)
        sessions.add(session)
        return session
    }

    /// Returns the totals of a session.
    func totals(of session: Session) async throws -> SessionTotals {
        try await read { db in try Self.totals(of: session, db) }
    }

    static func totals(of session: Session, _ db: Database) throws -> SessionTotals {
        try Row.fetchOne(db, sql: "SELECT \(SessionTotals.columns) FROM session WHERE id = ?", arguments: [session.id])
            .map { try SessionTotals($0) } ?? SessionTotals()
    }

    /// Returns the totals of all sessions, by ``Session/id``.
    func totals() async throws -> [Int64: SessionTotals] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, \(SessionTotals.columns) FROM session")
            return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.number(0), try SessionTotals($0, from: 1)) })
        }
    }
}
