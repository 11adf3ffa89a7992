internal import Trackproof
internal import TrackproofWire

/// A request as the store has it: as it arrived, and what became of it.
struct StoredRequest: Sendable {
    /// Grows with each request, in the order of arrival; of one that was removed it is not given again. The store gives
    /// it; before that it is 0.
    var id: Int64 = 0
    /// The session's row.
    let session: Int64
    /// The vendor's name; empty if no vendor has such requests.
    let vendor: String
    let arrived: ArrivedRequest
    /// The items in their order; one that is rejected for a request that was rejected as a whole. The store tells
    /// events from retries.
    var items: [StoredItem]
    /// The place of its first event in the session, from 1. The store gives it.
    var firstSequence: Int64 = 1
    /// Why it was rejected as a whole.
    let rejection: WireRejection?
    let answer: Answer
    /// Whether it was turned away before anyone decoded it.
    var isRefused = false
    /// The size of the body, if not all of it was kept.
    var wholeSize: Int?

    /// What the client was answered.
    struct Answer: Sendable, Hashable {
        /// The status; nil if the connection was closed, or for a request from before answers were stored.
        let status: Int?
        /// Whether a test had asked for this answer.
        var isPlanned = false
    }
}

extension StoredRequest {
    /// A request that was decoded.
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

    /// A request that was turned away before it was decoded.
    init(_ arrived: ArrivedRequest, refused reason: String, vendor: String, session: Int64, answer: Answer) {
        self.session = session
        self.vendor = vendor
        self.arrived = arrived
        items = [StoredItem(.rejected)]
        rejection = WireRejection(reason)
        isRefused = true
        self.answer = answer
    }

    /// The same request with another answer.
    ///
    /// - Parameter isTaken: whether the vendor took it all the same. What a vendor did not take has no items.
    init(_ request: StoredRequest, answered answer: Answer, isTaken: Bool) {
        session = request.session
        vendor = request.vendor
        arrived = request.arrived
        items = isTaken ? request.items : []
        rejection = isTaken ? request.rejection : nil
        self.answer = answer
    }

    /// How many of the items had one of these outcomes.
    func count(_ outcomes: StoredItem.Outcome...) -> Int { items.count { outcomes.contains($0.outcome) } }

    /// The part of the body that is kept. Of a request that was rejected as a whole that is the beginning, since anybody
    /// can send such requests, and a small one can unzip to a large one.
    var keptBody: (bytes: [UInt8], isZipped: Bool) {
        guard rejection != nil, arrived.body.count > Self.mostKeptOfRejected else {
            return (arrived.zipped ?? arrived.body, arrived.zipped != nil)
        }
        return (Array(arrived.body.prefix(Self.mostKeptOfRejected)), false)
    }

    private static let mostKeptOfRejected = 64 << 10

    /// How much is kept of the request, if this is kept of its body.
    func bytes(keeping body: [UInt8]) -> Int {
        arrived.headers.reduce(body.count + arrived.target.text.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}
