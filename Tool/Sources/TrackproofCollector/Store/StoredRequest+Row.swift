internal import Foundation
internal import GRDB
internal import Trackproof

extension StoredRequest {
    static let columns = """
        id, session, vendor, received, method, target, headers, firstSequence, events, rejected, retries, reused, body
        """

    init(_ row: Row) {
        let body: Data = row[12]
        id = row[0]
        session = row[1]
        vendor = row[2]
        arrived = ArrivedRequest(
            received: EventTime(millisecondsSince1970: row[3]) ?? .now, method: row[4], target: row[5],
            headers: Self.headers(row[6]), body: Array(body))
        ledger = LedgerLine(
            firstSequence: row[7], events: row[8], rejected: row[9], retries: Self.indexes(row[10]),
            reused: Self.indexes(row[11]))
    }

    /// The request of an id; nil where it is not there, or not any more.
    static func fetch(_ id: Int64, from db: Database) throws -> StoredRequest? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM request WHERE id = ?", arguments: [id]).map {
            StoredRequest($0)
        }
    }

    /// Adds the request to the store; returns its id.
    static func insert(
        _ arrived: ArrivedRequest, session: Int64, vendor: String, ledger: LedgerLine, into db: Database
    ) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO request (session, vendor, received, method, target, headers, firstSequence, events, rejected, \
                retries, reused, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            session, vendor, arrived.received.millisecondsSince1970, arrived.method, arrived.target,
            text(arrived.headers), ledger.firstSequence, ledger.events, ledger.rejected, text(ledger.retries),
            text(ledger.reused), Data(arrived.body),
        ])
        return db.lastInsertedRowID
    }

    // A header's value has no line break: the server refuses such.
    private static func text(_ headers: [(name: String, value: String)]) -> String {
        headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    private static func headers(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "\n").map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), String(line.dropFirst(name.count + 2)))
        }
    }

    private static func text(_ indexes: [Int]) -> String { indexes.map(String.init).joined(separator: ",") }

    private static func indexes(_ text: String) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }
}
