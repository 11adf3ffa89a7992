internal import GRDB
internal import Trackproof

extension WireStore {
    /// Opens a session.
    func openSession(named name: String) async throws -> Session {
        let (key, opened) = (Session.makeKey(), EventTime.now)
        let id = try await update { db, _ in
            try db.execute(
                sql: "INSERT INTO session (key, name, opened) VALUES (?, ?, ?)",
                arguments: [key, name, opened.millisecondsSince1970])
            return db.lastInsertedRowID
        }
        let session = Session(id: id, key: key, name: name, opened: opened)
        sessions.add(session)
        return session
    }

    /// Removes a session and all it received.
    func remove(_ session: Session) async throws {
        try await update { db, ledger in
            try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [session.id])
            ledger.forget(session: session.id)
        }
        sessions.remove(session)
    }

    /// Removes what a session received.
    func reset(_ session: Session) async throws {
        try await update { db, ledger in
            try db.execute(sql: "DELETE FROM request WHERE session = ?", arguments: [session.id])
            ledger.forget(session: session.id)
        }
    }

    /// Removes what is older than the retention allows.
    func removeExpired(before end: EventTime) async throws {
        try await update { db, ledger in try Retention.removeExpired(from: db, &ledger, before: end) }
    }
}
