internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Answers `Expect: 100-continue` with `100 Continue`, unless the body is too large.
///
/// curl waits a second with a body of more than a megabyte if there is no such answer. A client whose body has begun to
/// arrive does not wait. While an earlier request of the same connection is unanswered, the client would take this answer
/// for that request's.
/// Source: RFC 9110, 10.1.1.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let mostBytes: Int
    /// Whether the client may be waiting.
    private var isAwaited = false
    /// How many requests have begun and are not answered to their end.
    private var unanswered = 0

    init(_ limits: CollectorLimits) { mostBytes = limits.bodyBytes }

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
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= mostBytes
    }
}
