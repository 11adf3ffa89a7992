internal import Foundation
internal import GRDB
internal import Trackproof

extension StoredRequest {
    static let columns = """
        id, session, vendor, received, method, target, headers, firstSequence, events, rejected, retries, reused, \
        refusal, body
        """

    init(_ row: Row) {
        let body: Data = row[13]
        id = row[0]
        session = row[1]
        vendor = row[2]
        arrived = ArrivedRequest(
            received: EventTime(millisecondsSince1970: row[3]) ?? .now, method: row[4], target: row[5],
            headers: Self.headers(row[6]), body: Array(body))
        ledger = LedgerLine(
            firstSequence: row[7], events: row[8], rejected: row[9], retries: Self.indexes(row[10]),
            reused: Self.indexes(row[11]))
        refusal = row[12]
    }

    /// Whether a request is there still.
    static func exists(_ id: Int64, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM request WHERE id = ?)", arguments: [id]) ?? false
    }

    /// The request of an id; nil where it is not there, or not any more.
    static func fetch(_ id: Int64, from db: Database) throws -> StoredRequest? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM request WHERE id = ?", arguments: [id]).map {
            StoredRequest($0)
        }
    }

    /// Adds a request to the store.
    static func insert(
        _ delivery: Delivery, id: Int64, bytes: Int, ledger: LedgerLine, into db: Database
    ) throws {
        let arrived = delivery.arrived
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO request (id, session, vendor, received, method, target, headers, firstSequence, events, \
                rejected, items, bytes, refusal, retries, reused, body) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            id, delivery.session, delivery.vendor, arrived.received.millisecondsSince1970, arrived.method,
            arrived.target, text(arrived.headers), ledger.firstSequence, ledger.events, ledger.rejected, ledger.items,
            bytes, delivery.refusal, text(ledger.retries), text(ledger.reused), Data(arrived.body),
        ])
    }

    // A header's value has no line break: the server refuses such.
    private static func text(_ headers: [(name: String, value: String)]) -> String {
        headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    // By bytes: a value may begin with what joins itself to the character before.
    private static func headers(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            return (String(Substring(name)), String(Substring(line.dropFirst(name.count + 2))))
        }
    }

    private static func text(_ indexes: [Int]) -> String { indexes.map(String.init).joined(separator: ",") }

    private static func indexes(_ text: String) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }
}
