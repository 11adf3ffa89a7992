internal import HTTPTypes
internal import Hummingbird
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Trackproof

/// A request that is turned away before anyone decodes it.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String
}

/// Takes requests from the network, within limits.
struct RequestReading: Sendable {
    let limits: CollectorLimits
    private let bytesInFlight = NIOLockedValueBox(0)

    init(_ limits: CollectorLimits) { self.limits = limits }

    /// Reads a request to its end and hands it to `body`; as long as that runs the request's size counts.
    ///
    /// - Throws: ``RefusedRequest`` where it is too large or cannot be unzipped.
    func read<Value>(_ request: Request, _ body: (ArrivedRequest) async throws -> Value) async throws -> Value {
        let encoding = request.headers[.contentEncoding] ?? ""
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limits.bodyBytes else { throw tooLarge }
        var reserved = try reserve(announced)
        defer { release(reserved) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(announced)
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limits.bodyBytes else { throw tooLarge }
            let growth = bytes.count + part.readableBytes - reserved
            if growth > 0 { reserved += try reserve(growth) }
            bytes += part.readableBytesView
        }
        if bytes.isGzipped || ["gzip", "deflate", "x-gzip"].contains(encoding.lowercased()) {
            bytes = try inflated(bytes)
        }
        reserved += try reserve(max(bytes.count - reserved, 0))
        return try await body(
            ArrivedRequest(
                received: .now, method: request.method.rawValue, target: request.head.path ?? "/",
                headers: request.headers.map { ($0.name.canonicalName, $0.value) }, body: bytes))
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        do throws(InflateError) {
            return try bytes.inflated(upTo: limits.inflatedBytes)
        } catch {
            switch error {
            case .tooLarge: throw tooLarge
            case .damaged(let reason):
                throw RefusedRequest(status: .badRequest, message: "the body cannot be unzipped: \(reason)")
            case .cutShort:
                throw RefusedRequest(status: .badRequest, message: "the body cannot be unzipped: it is cut short")
            }
        }
    }

    private var tooLarge: RefusedRequest {
        RefusedRequest(
            status: .contentTooLarge,
            message: "the body is too large: at most \(limits.bodyBytes) bytes are taken, "
                + "\(limits.inflatedBytes) unzipped")
    }

    private func reserve(_ count: Int) throws -> Int {
        let isTaken = bytesInFlight.withLockedValue { inFlight in
            guard inFlight + count <= limits.bytesInFlight else { return false }
            inFlight += count
            return true
        }
        guard isTaken else {
            throw RefusedRequest(status: .serviceUnavailable, message: "too many requests at the same time")
        }
        return count
    }

    private func release(_ count: Int) { bytesInFlight.withLockedValue { $0 -= count } }
}
