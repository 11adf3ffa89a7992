import Foundation
import GRDB
import Trackproof
import TrackproofWire

/// A request in the store, with the outcomes of its items and with the answer that its client got.
struct StoredRequest: Sendable {
    /// The id, which increases in the order of arrival. It is 0 until the store assigns an id.
    ///
    /// The ids of removed requests are not used again.
    var id: Int64 = 0
    /// The id of the session to which the request belongs, see ``Session/id``.
    let session: Int64
    /// The vendor's name, or an empty text if the request belongs to no known vendor.
    let vendor: String
    let arrived: ArrivedRequest
    /// The items in the order of the body. If the collector rejected the whole request, there is one rejected item.
    ///
    /// The store determines which items are retries when it adds the request.
    var items: [StoredItem]
    /// The position of the request's first event among the events of the session, starting at 1. The store assigns it.
    var firstSequence: Int64 = 1
    /// The reason why the collector rejected the whole request, or `nil` if it did not reject the request.
    var rejection: WireRejection?
    var answer: Answer
    /// The size of the complete body, in bytes, or `nil` if the store keeps the complete body.
    var wholeSize: Int?

    /// The answer that the client got.
    struct Answer: Sendable, Hashable {
        /// The HTTP status, or `nil` if the collector sent no answer.
        var status: Int?
        /// Whether a planned failure determined the answer.
        var isPlanned = false
    }
}

extension StoredRequest {
    /// Creates a stored request from a decoded request.
    init(_ arrived: ArrivedRequest, _ decoded: DecodedRequest, session: Int64, answer: Answer) {
        self.session = session
        vendor = decoded.vendor
        self.arrived = arrived
        self.answer = answer
        switch decoded.result {
        case .success(let decoding):
            let authorization = arrived.headers.first { $0.name == "authorization" }?.value
            items = decoding.items.map { StoredItem($0, vendor: decoded.vendor, authorization: authorization) }
            rejection = nil
        case .failure(let rejection):
            items = [StoredItem(.rejected)]
            self.rejection = rejection
        }
    }

    /// Creates a stored request from a request that the collector refused before decoding it.
    init(_ arrived: ArrivedRequest, refused reason: String, vendor: String, session: Int64, answer: Answer) {
        self.session = session
        self.vendor = vendor
        self.arrived = arrived
        items = [StoredItem(.rejected)]
        rejection = WireRejection(reason)
        self.answer = answer
    }

    /// Returns the number of items that have one of these outcomes.
    func count(_ outcomes: StoredItem.Outcome...) -> Int { items.count { outcomes.contains($0.outcome) } }

    /// The part of the body that the store keeps, and whether that part is compressed.
    ///
    /// If the collector rejected the whole request, the store keeps at most 64 KiB of the decompressed body. Otherwise,
    /// any client could fill the store with large bodies that are small while they are compressed.
    var keptBody: (bytes: [UInt8], isZipped: Bool) {
        guard rejection != nil, arrived.body.count > Self.maxKeptOfRejected else {
            return (arrived.zipped ?? arrived.body, arrived.zipped != nil)
        }
        return (Array(arrived.body.prefix(Self.maxKeptOfRejected)), false)
    }

    private static let maxKeptOfRejected = 64 << 10

    /// Returns the size of the target, the headers and the part of the body that the store keeps, in bytes.
    ///
    /// - Parameter body: The part of the body that the store keeps.
    func bytes(keeping body: [UInt8]) -> Int {
        arrived.headers.reduce(body.count + arrived.target.text.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}

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
