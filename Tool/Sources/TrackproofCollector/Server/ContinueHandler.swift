import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that answers `Expect: 100-continue` with `100 Continue`, unless the body is too large.
///
/// Without that answer, curl waits a second before it sends a body of more than a megabyte. The handler sends nothing
/// if the body has begun to arrive, because the client no longer waits. It also sends nothing while an earlier request
/// on the connection is unanswered, because the client would mistake `100 Continue` for the answer to that request.
///
/// Source: RFC 9110, section 10.1.1.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let maxBytes: Int
    /// Whether the client may be waiting for `100 Continue`.
    private var isAwaited = false
    /// The number of requests that have begun and are not completely answered.
    private var unanswered = 0

    init(_ limits: CollectorLimits) { maxBytes = limits.bodyBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isAwaited = expectsContinue(head)
        case .body, .end: isAwaited = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        sendContinue(context)
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        guard isEnd else { return }
        unanswered -= 1
        sendContinue(context)
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        guard isAwaited, unanswered == 1 else { return }
        isAwaited = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func expectsContinue(_ request: HTTPRequest) -> Bool {
        guard request.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= maxBytes
    }
}
