import GRDB
import Trackproof

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
