import Foundation
import GRDB
import Trackproof
import TrackproofWire

extension StoredRequest {
    static let columns = """
        id, session, vendor, received, method, target, headers, firstSequence, items, rejectedField, rejectedReason, \
        answer, isPlanned, bodySize, isZipped, body
        """

    /// The maximum size of a decompressed body, in bytes. No stored body is larger.
    private static let maxInflated = 1 << 30

    init(_ row: Row) throws {
        let kept = try row.bytes(15)
        let isZipped = try row.flag(14)
        id = try row.number(0)
        session = try row.number(1)
        vendor = try row.text(2)
        let body: [UInt8]
        do {
            body = isZipped ? try kept.inflated(upTo: Self.maxInflated) : kept
        } catch {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the body of request \(id) is damaged")
        }
        arrived = ArrivedRequest(
            received: try row.time(3), method: try row.text(4), target: RequestTarget(try row.text(5)),
            headers: Self.headers(try row.text(6)), body: body, zipped: isZipped ? kept : nil)
        firstSequence = try row.number(7)
        items = try Self.items(row, at: 8)
        let field = try row.optionalText(9)
        rejection = try row.optionalText(10).map { WireRejection(field: field ?? "", $0) }
        answer = Answer(status: try row.optionalNumber(11, in: 100...599).map { Int($0) }, isPlanned: try row.flag(12))
        let size = Int(try row.number(13))
        wholeSize = size > body.count ? size : nil
    }

    /// Returns the items that a column of a database row contains.
    static func items(_ row: Row, at column: Int) throws -> [StoredItem] {
        let items = try row.withUnsafeData(atIndex: column) { data in
            data.map { $0.withUnsafeBytes { StoredItem.items(in: $0) } } ?? []
        }
        guard let items else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the items of a request are damaged")
        }
        return items
    }

    /// Returns the request with an id, or `nil` if the store has no such request, for example because it was removed.
    static func fetch(_ id: Int64, from db: Database) throws -> StoredRequest? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM request WHERE id = ?", arguments: [id]).map {
            try StoredRequest($0)
        }
    }

    /// Adds the request to the store.
    ///
    /// - Returns: The totals that the request adds to its session.
    func insert(into db: Database) throws -> SessionTotals {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO request (id, session, vendor, received, method, target, headers, firstSequence, events, \
                retries, rejected, ignored, bytes, items, rejectedField, rejectedReason, answer, isPlanned, \
                bodySize, isZipped, body) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let kept = keptBody
        let totals = SessionTotals(self, bytes: bytes(keeping: kept.bytes))
        try statement.execute(arguments: [
            id, session, vendor, arrived.received.millisecondsSince1970, arrived.method, arrived.target.text,
            Self.text(arrived.headers), firstSequence, totals.events, totals.retries, totals.rejected,
            totals.ignored, totals.amount.bytes, Data(StoredItem.bytes(of: items)), rejection?.field,
            rejection?.reason, answer.status, answer.isPlanned, wholeSize ?? arrived.body.count,
            kept.isZipped, Data(kept.bytes),
        ])
        return totals
    }

    // Line breaks separate the headers. No header contains a line break, because the server refuses such headers.
    private static func text(_ headers: [(name: String, value: String)]) -> String {
        headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    // This method splits bytes instead of characters, because a value may begin with a character that combines with the
    // space before the value.
    private static func headers(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            return (String(Substring(name)), String(Substring(line.dropFirst(name.count + 2))))
        }
    }
}
