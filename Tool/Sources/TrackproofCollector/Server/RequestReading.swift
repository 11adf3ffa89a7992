import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Trackproof
import TrackproofWire

/// An error for a request that the collector refuses. The client gets the status and the message as the answer.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String
    /// The beginning of the body, or empty if the body is unknown.
    ///
    /// The array has at most `freeBytesPerRequest` bytes, which do not count against the memory budget.
    let body: [UInt8]
    /// Whether the server closes the connection after the answer, because a part of the request may be unread.
    let isLast: Bool
    /// The session to which the request belongs.
    var owner = LostRequests.Owner.anySession
    /// Whether the store failed to keep the request.
    var isUnstored = false

    init(status: HTTPResponse.Status, message: String, body: [UInt8] = [], isLast: Bool = false) {
        self.status = status
        self.message = message
        self.body = Array(body.prefix(CollectorLimits().freeBytesPerRequest))
        self.isLast = isLast || status == .contentTooLarge || status == .serviceUnavailable
    }

    /// Whether the client can tell that the collector does not have the request, and may send the request again.
    var isRepeatable: Bool { status == .serviceUnavailable || status == .requestTimeout }

    /// The losses that this refusal causes if the collector does not list the request.
    var losses: Losses { isUnstored ? Losses(unstored: 1) : Losses(refused: 1, reason: message) }
}

/// A reader that limits the size of each request, and the memory that all requests use together.
struct RequestReading: Sendable {
    let limits: CollectorLimits
    /// The memory that requests and answers share.
    let budget: MemoryBudget

    init(_ limits: CollectorLimits) {
        self.limits = limits
        budget = MemoryBudget(most: limits.bytesInFlight, free: limits.freeBytesPerRequest)
    }

    /// Reads a request completely and passes it to `body`. The request's memory stays reserved while `body` runs.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: ``RefusedRequest`` if the request is too large, if there is not enough memory for it, or if its body
    ///   is not valid HTTP or cannot be decompressed. Also throws any error of `body`.
    func read<Value>(_ request: Request, _ body: (ArrivedRequest) async throws -> Value) async throws -> Value {
        let encoding = request.headers[.contentEncoding] ?? ""
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limits.bodyBytes else { throw tooLarge }
        // A client can send any number as the length. Therefore, the reservation grows only with the bytes that arrive.
        let reservation = budget.reservation()
        defer { withExtendedLifetime(reservation) {} }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(announced, limits.freeBytesPerRequest))
        do {
            for try await part in request.body {
                guard bytes.count + part.readableBytes <= limits.bodyBytes else { throw tooLarge }
                bytes += part.readableBytesView
                try reservation.grow(to: bytes.count)
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
        guard size <= limits.bytesInFlight else { throw tooManyValues(bytes) }
        try reservation.grow(to: size)
        return try await body(ArrivedRequest(request, body: bytes, zipped: zipped))
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        do throws(InflateError) {
            return try bytes.inflated(upTo: limits.inflatedBytes)
        } catch {
            switch error {
            case .tooLarge: throw tooLarge
            case .damaged(let reason):
                throw RefusedRequest(
                    status: .badRequest, message: "the body cannot be decompressed: \(reason)", body: bytes)
            case .cutShort:
                throw RefusedRequest(
                    status: .badRequest, message: "the body cannot be decompressed: it is cut short", body: bytes)
            }
        }
    }

    private var tooLarge: RefusedRequest {
        RefusedRequest(
            status: .contentTooLarge,
            message: "the body is too large: the limit is \(limits.bodyBytes) bytes, "
                + "or \(limits.inflatedBytes) after decompression")
    }

    private func tooManyValues(_ body: [UInt8]) -> RefusedRequest {
        RefusedRequest(
            status: .contentTooLarge,
            message: "the body has too many values: they would take more than \(limits.bytesInFlight) bytes of memory",
            body: body)
    }
}

extension ArrivedRequest {
    /// Creates the arrived request from a request of the HTTP server and its body.
    init(_ request: Request, body: [UInt8], zipped: [UInt8]? = nil) {
        // Browsers send the cookies of a host to all of its ports, so a cookie may be a secret of another server.
        let headers = request.headers.filter { $0.name != .cookie }
        self.init(
            received: .now, method: request.method.rawValue, target: RequestTarget(request.head.path ?? "/"),
            headers: headers.map { ($0.name.canonicalName, $0.value) }, body: body, zipped: zipped)
    }
}
