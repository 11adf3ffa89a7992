import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import TrackproofWire

/// The place where a server admits requests and answers, within its ``CollectorLimits``.
///
/// A connection, a request or an answer passes these steps, in this order:
///
/// 1. A server accepts a connection. ``OpenConnections`` closes the connection that has waited longest, if there are too
///    many. ``ConnectionHandler`` closes a connection whose client is too slow.
/// 2. ``read(_:_:)`` limits the size of the request, and reserves its memory.
/// 3. ``longAnswer()`` limits the waits, streams and delayed answers. ``comparison()`` limits the comparisons.
/// 4. ``answer()`` reserves the memory of an answer with stored requests.
///
/// What a step admits is a ``Share`` of a ``Quota``, and ends with the share. If a quota has too little left, the step
/// throws a ``RefusedRequest``, and the client may try again.
struct Admission: Sendable {
    let limits: CollectorLimits
    /// The connections of the server.
    let connections: OpenConnections
    private let memory: Quota
    private let longAnswers: Quota
    private let comparisons: Quota

    init(_ limits: CollectorLimits) {
        self.limits = limits
        connections = OpenConnections(most: limits.connections)
        longAnswers = Self.longAnswers(limits)
        memory = Quota(
            most: limits.bytesInFlight, free: limits.freeBytesPerRequest, refusal: "too many requests at the same time")
        comparisons = Quota(
            most: limits.comparisons,
            refusal: "\(limits.comparisons) comparisons are running already; try again later")
    }

    /// Creates the admission of another server, with connections of its own.
    ///
    /// - Parameter other: The admission of a server in the same process. Both servers share the memory.
    init(sharing other: Admission) {
        (limits, memory, comparisons) = (other.limits, other.memory, other.comparisons)
        connections = OpenConnections(most: limits.connections)
        longAnswers = Self.longAnswers(limits)
    }

    private static func longAnswers(_ limits: CollectorLimits) -> Quota {
        Quota(
            most: limits.longAnswers,
            refusal: "too many waits and streams at the same time (at most \(limits.longAnswers))")
    }

    /// Returns the permission for one long answer, such as a wait.
    func longAnswer() throws(RefusedRequest) -> Quota.Share { try longAnswers.unit() }

    /// Returns the permission for one comparison.
    func comparison() throws(RefusedRequest) -> Quota.Share { try comparisons.unit() }

    /// Returns a share of the memory for one answer. The share is empty at first.
    func answer() -> Quota.Share { memory.share() }

    /// Reads a request completely and passes it to `body`. The request's memory stays reserved while `body` runs.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: ``RefusedRequest`` if the request is too large, if there is not enough memory for it, or if its body
    ///   is not valid HTTP or cannot be decompressed. Also throws any error of `body`.
    func read<Value>(_ request: Request, _ body: (ArrivedRequest) async throws -> Value) async throws -> Value {
        let encoding = request.headers[.contentEncoding] ?? ""
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limits.bodyBytes else { throw tooLarge }
        // A client can send any number as the length. Therefore, the share grows only with the bytes that arrive.
        let share = memory.share()
        defer { withExtendedLifetime(share) {} }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(announced, limits.freeBytesPerRequest))
        do {
            for try await part in request.body {
                guard bytes.count + part.readableBytes <= limits.bodyBytes else { throw tooLarge }
                bytes += part.readableBytesView
                try share.grow(to: bytes.count)
            }
        } catch let error as HTTPParserError {
            throw RefusedRequest(error)
        }
        // Some clients announce compression even for an empty body.
        let isZipped = bytes.isGzipped || ["gzip", "deflate", "x-gzip"].contains(encoding.lowercased())
        var zipped: [UInt8]?
        if isZipped, !bytes.isEmpty {
            zipped = bytes
            bytes = try inflated(bytes)
        }
        let size = bytes.decodedSize
        guard size <= limits.bytesInFlight else {
            throw RefusedRequest(
                status: .contentTooLarge,
                message:
                    "the body has too many values: they would take more than \(limits.bytesInFlight) bytes of memory",
                body: bytes)
        }
        try share.grow(to: size)
        return try await body(ArrivedRequest(request, body: bytes, zipped: zipped))
    }

    private func inflated(_ bytes: [UInt8]) throws(RefusedRequest) -> [UInt8] {
        let problem: String
        do throws(InflateError) {
            return try bytes.inflated(upTo: limits.inflatedBytes)
        } catch {
            switch error {
            case .tooLarge: throw tooLarge
            case .damaged where !bytes.isCompressed:
                throw RefusedRequest(
                    status: .badRequest, message: "the request says that its body is compressed, but the body is not",
                    body: bytes)
            case .damaged(let reason): problem = reason
            case .cutShort: problem = "it is cut short"
            }
        }
        throw RefusedRequest(
            status: .badRequest, message: "the body cannot be decompressed: \(problem)", body: bytes)
    }

    private var tooLarge: RefusedRequest {
        RefusedRequest(
            status: .contentTooLarge,
            message: "the body is too large: the limit is \(limits.bodyBytes) bytes, "
                + "or \(limits.inflatedBytes) after decompression")
    }
}

/// A limited amount of something, such as memory, that requests and answers share.
final class Quota: Sendable {
    private let most: Int
    /// The part of each share that does not count.
    ///
    /// A share of no more than this always succeeds, even if large shares use the complete quota.
    private let free: Int
    /// The message for the client if too little is left.
    private let refusal: String
    private let taken = NIOLockedValueBox(0)

    init(most: Int, free: Int = 0, refusal: String) { (self.most, self.free, self.refusal) = (most, free, refusal) }

    /// A part of the quota. The part becomes free when this object is deallocated.
    final class Share: Sendable {
        private let quota: Quota
        private let own = NIOLockedValueBox(0)

        fileprivate init(_ quota: Quota) { self.quota = quota }

        /// Grows the share to `amount`. Does nothing if the share is already that large.
        ///
        /// - Throws: ``RefusedRequest`` if too little of the quota is left.
        func grow(to amount: Int) throws(RefusedRequest) {
            let isTaken = own.withLockedValue { own in
                let growth = amount - quota.free - own
                guard growth > 0 else { return true }
                guard quota.take(growth) else { return false }
                own += growth
                return true
            }
            if isTaken { return }
            throw RefusedRequest(status: .serviceUnavailable, message: quota.refusal)
        }

        deinit {
            let own = own.withLockedValue { $0 }
            quota.taken.withLockedValue { $0 -= own }
        }
    }

    /// Returns an empty share.
    func share() -> Share { Share(self) }

    /// Returns a share of one unit.
    ///
    /// - Throws: ``RefusedRequest`` if nothing is left.
    func unit() throws(RefusedRequest) -> Share {
        let share = Share(self)
        try share.grow(to: 1)
        return share
    }

    private func take(_ amount: Int) -> Bool {
        taken.withLockedValue { taken in
            guard taken + amount <= most else { return false }
            taken += amount
            return true
        }
    }
}
