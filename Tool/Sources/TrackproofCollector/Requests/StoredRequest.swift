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
    let rejection: WireRejection?
    let answer: Answer
    /// The size of the complete body, in bytes, or `nil` if the store keeps the complete body.
    var wholeSize: Int?

    /// The answer that the client got.
    struct Answer: Sendable, Hashable {
        /// The HTTP status, or `nil` if the collector sent no answer.
        let status: Int?
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
            items = decoding.items.map { StoredItem($0, vendor: decoded.vendor) }
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

    /// Creates a copy of a request, with another answer.
    ///
    /// - Parameter isTaken: Whether the copy contains the items and the rejection of the request.
    init(_ request: StoredRequest, answered answer: Answer, isTaken: Bool) {
        session = request.session
        vendor = request.vendor
        arrived = request.arrived
        items = isTaken ? request.items : []
        rejection = isTaken ? request.rejection : nil
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
