import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL

/// A channel handler that passes on a request that the HTTP parser cannot read, as a request that the collector refuses.
///
/// Without this handler, the collector would neither count nor list such a request, and its answer would have no reason.
/// If a TLS handshake fails, there is no request, so the handler only counts and logs the failure.
///
/// If the parser fails after the head of a request, the error passes this handler. ``Admission`` then refuses the
/// request.
final class UnreadableRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let metrics: CollectorMetrics
    private let refusals: RefusalNotes
    private let start = RequestStart()
    /// Whether the head of a request has arrived, but not the end of the request.
    private var isInRequest = false
    /// Whether a request was unreadable. The parser reads nothing after such a request.
    private var isEnded = false

    init(_ metrics: CollectorMetrics, _ refusals: RefusalNotes) { (self.metrics, self.refusals) = (metrics, refusals) }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(start, position: .before(parser))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isEnded { return }
        switch unwrapInboundIn(data) {
        case .head:
            isInRequest = true
            start.isKept = false
        case .body: break
        case .end:
            isInRequest = false
            start.isKept = true
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isEnded { return }
        if let failure = TLSFailure(error) {
            metrics.count(.refused)
            metrics.lost.add(Losses(refused: 1, reason: failure.message), to: .anySession)
            refusals.note(failure)
        }
        guard let error = error as? HTTPParserError, !isInRequest else { return context.fireErrorCaught(error) }
        isEnded = true
        // The request has no end. Therefore, `ConnectionDeadlines` closes the connection soon after the answer.
        context.fireChannelRead(wrapInboundOut(.head(start.request(refusedFor: error))))
        context.fireChannelReadComplete()
    }
}

/// A channel handler that keeps the first bytes of a request until the parser has read the head of the request.
private final class RequestStart: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of bytes that this handler keeps.
    private static let most = 8 << 10
    /// The maximum length of a method.
    private static let maxOfMethod = 20

    /// The bytes, or empty if the request began in the middle of a read.
    private var bytes: [UInt8] = []
    /// Whether this handler keeps the bytes of the next reads.
    var isKept = true {
        didSet { bytes = [] }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isKept { bytes += unwrapInboundIn(data).readableBytesView.prefix(Self.most - bytes.count) }
        context.fireChannelRead(data)
    }

    /// Returns the request whose first bytes were kept, with the parts of its head that are readable.
    func request(refusedFor error: HTTPParserError) -> HTTPRequest {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        let words = lines.first?.split(separator: " ") ?? []
        var request = HTTPRequest(method: .unknown, scheme: nil, authority: nil, path: nil)
        if words.count > 1, words[0].utf8.count <= Self.maxOfMethod,
            let method = HTTPRequest.Method(String(words[0]))
        {
            request.method = method
            request.path = String(words[1])
            for line in lines.dropFirst().prefix(while: { !$0.isEmpty }) {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
                request.headerFields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
            }
        }
        // No body follows, and the server closes the connection after its answer.
        request.headerFields[.expect] = nil
        request.headerFields[.connection] = "close"
        request.refusal = RefusedRequest(error, start: bytes)
        return request
    }
}

extension HTTPRequest.Method {
    /// The method of a request whose method is unreadable.
    fileprivate static var unknown: Self { Self("UNKNOWN") ?? .get }
}

extension HTTPRequest {
    /// The reason why ``UnreadableRequestHandler`` made this request, or `nil` if a client sent the request.
    ///
    /// The value is in the pseudo header `:protocol`, which a client of HTTP/1 cannot send.
    var refusal: RefusedRequest? {
        get {
            guard let parts = extendedConnectProtocol?.split(separator: " ", maxSplits: 1), parts.count == 2,
                let code = Int(parts[0])
            else { return nil }
            return RefusedRequest(status: .init(code: code), message: String(parts[1]), isLast: true)
        }
        set { extendedConnectProtocol = newValue.map { "\($0.status.code) \($0.message)" } }
    }
}

extension RefusedRequest {
    /// Creates the refusal of a request that the HTTP parser cannot read.
    ///
    /// - Parameter start: The first bytes of the request, or empty if they are unknown.
    init(_ error: HTTPParserError, start: [UInt8] = []) {
        var status = HTTPResponse.Status.badRequest
        let message: String
        if start.starts(with: [0x16, 0x03]) {
            message =
                "the client speaks TLS, but this port answers plain HTTP only; begin the address with http://, or use "
                + "the https address of `trackproof collect --tls`"
        } else if start.starts(with: "PRI * HTTP/2".utf8) {
            message = "the client speaks HTTP/2, as gRPC does, but the collector answers HTTP/1.1 only"
        } else {
            switch error {
            case .invalidEOFState:
                status = .requestTimeout
                message = "the connection ended before the end of the request"
            case .headerOverflow:
                status = .requestHeaderFieldsTooLarge
                message = "the head of the request is too large: the limits are 80 KiB and 1,000 headers"
            case .invalidURL: message = "the target of the request has a character that must be percent-encoded"
            case .invalidHeaderToken: message = "a header has a character that is not allowed"
            case .invalidContentLength, .unexpectedContentLength:
                message = "the header Content-Length is invalid, or another header contradicts it"
            case .invalidChunkSize: message = "the size of a chunk of the body is not a hexadecimal number"
            case .invalidMethod, .invalidConstant, .invalidVersion:
                message = "the first line of the request is not a line of HTTP/1.1"
            // For these errors, the parser has no better words.
            case .unknown, .strictModeAssertion: message = "the request is not valid HTTP"
            default: message = "the request is not valid HTTP (\(error))"
            }
        }
        self.init(status: status, message: message, isLast: true)
    }
}

/// The failure of a TLS handshake. The client cannot send its requests.
struct TLSFailure {
    /// The reason, and what to do about it.
    let message: String

    /// Creates the failure from an error of a channel.
    ///
    /// The result is `nil` if the client only closed the connection, as health checks of load balancers do.
    init?(_ error: any Error) {
        guard case .handshakeFailed(.sslError(let stack)) = error as? NIOSSLError, stack != [.eofDuringHandshake] else {
            return nil
        }
        let text = "\(stack)"
        if text.contains("HTTP_REQUEST") {
            message = "the client speaks plain HTTP, but this port answers TLS only; begin the address with https://"
        } else if text.contains("UNSUPPORTED_PROTOCOL") {
            message = "the client speaks only versions of TLS before 1.2"
        } else {
            // If a client does not trust the certificate, some clients send an alert that BoringSSL cannot decrypt.
            // Therefore, the error does not show the reason reliably.
            message = "the TLS handshake failed; perhaps the client does not trust the certificate ca.pem"
        }
    }
}
