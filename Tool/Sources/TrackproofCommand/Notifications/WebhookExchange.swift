internal import Foundation
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOHTTP1
internal import TrackproofReports

/// A message to a webhook.
struct WebhookRequest: Sendable {
    let url: URL
    let headers: [String: String]
    let body: String

    /// The host, without the brackets of an IPv6 address.
    var host: String { (url.host ?? "").trimmingCharacters(in: ["[", "]"]) }
    var isSecure: Bool { url.scheme == "https" }
    var port: Int { url.port ?? (isSecure ? 443 : 80) }

    fileprivate var head: HTTPRequestHead {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        let path = parts?.percentEncodedPath ?? ""
        var head = HTTPRequestHead(
            version: .http1_1, method: .POST,
            uri: (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?" + $0 } ?? ""))
        head.headers.add(name: "Host", value: authority)
        head.headers.add(name: "Content-Length", value: "\(body.utf8.count)")
        head.headers.add(name: "Connection", value: "close")
        for (name, value) in headers { head.headers.add(name: name, value: value) }
        if let authorization = url.basicAuthorization {
            head.headers.add(name: "Authorization", value: authorization)
        }
        return head
    }

    private var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return url.port.map { "\(name):\($0)" } ?? name
    }
}

extension URL {
    /// The value of a header for the user and the password in the address, or `nil` if the address has no user.
    var basicAuthorization: String? {
        user(percentEncoded: false).map { user in
            "Basic " + Data("\(user):\(password(percentEncoded: false) ?? "")".utf8).base64EncodedString()
        }
    }
}

/// One request to a webhook and its answer.
///
/// `URLSession` cannot do this on Linux: it knows no authorities besides those of the system, and refuses addresses such
/// as `http://[::1]`.
final class WebhookExchange: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    struct Answer {
        var outcome: WebhookPoster.Outcome
        /// Whether the same request can succeed later.
        var isTemporary: Bool
        /// The pause that the server asks for, in seconds, or `nil` if it asks for no pause.
        var retryAfter: Double?
    }

    struct State {
        var status: Int?
        var retryAfter: String?
        /// The length of the answer's body, in bytes. The body is not kept, because it can repeat secrets of the request.
        var length = 0
        var error: WebhookError?
    }

    private let request: WebhookRequest
    private let state = NIOLockedValueBox(State())
    private let isOver = DispatchSemaphore(value: 0)

    private init(_ request: WebhookRequest) { self.request = request }

    /// Sends a request. Blocks the thread until the answer has arrived, or the time is over.
    static func send(_ request: WebhookRequest, within seconds: Double, _ environment: [String: String]) -> Answer {
        let exchange = WebhookExchange(request)
        let seconds = max(0, seconds)
        do {
            let connection = try WebhookConnection(request, environment)
            let channel = connection.open(within: seconds) { exchange }
            channel.whenFailure { exchange.end($0) }
            let isInTime = exchange.isOver.wait(timeout: .now() + seconds) == .success
            channel.whenSuccess { $0.close(promise: nil) }
            return exchange.state.withLockedValue { $0.answer(isInTime: isInTime) }
        } catch {
            return State(error: WebhookError(error)).answer(isInTime: true)
        }
    }

    private func end(_ error: (any Error)?) {
        state.withLockedValue { $0.error = $0.error ?? error.map { WebhookError($0) } }
        isOver.signal()
    }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { write(context) } }

    func channelActive(context: ChannelHandlerContext) { write(context) }

    private func write(_ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(request.head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: request.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            state.withLockedValue { state in
                state.status = Int(head.status.code)
                state.retryAfter = head.headers.first(name: "Retry-After")
            }
        case .body(let part):
            state.withLockedValue { $0.length += part.readableBytes }
        case .end: end(nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { end(WebhookError("the server closed the connection")) }
}

extension WebhookExchange.State {
    func answer(isInTime: Bool) -> WebhookExchange.Answer {
        guard let status else {
            let error = isInTime ? error ?? WebhookError("no answer") : WebhookError("no answer in time")
            return WebhookExchange.Answer(
                outcome: .unreachable(reason: error.message.displayable), isTemporary: error.isTemporary)
        }
        if (200..<300).contains(status) { return WebhookExchange.Answer(outcome: .delivered, isTemporary: false) }
        return WebhookExchange.Answer(
            outcome: .refused(status: status, length: length), isTemporary: status == 429 || status >= 500,
            retryAfter: retryAfter.flatMap { RetryAfter.seconds($0) })
    }
}
