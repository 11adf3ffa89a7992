internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Tells a client that waits with its body to go on, unless the body is too large: `Expect: 100-continue`.
///
/// curl, for one, waits a second with a body of more than a megabyte. A client whose body is already here does not wait,
/// and while an earlier request of the same connection is unanswered the word would be taken for that request's.
/// Source: RFC 9110, 10.1.1.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let mostBytes: Int
    /// Whether the client may wait for the word.
    private var isAwaited = false
    /// How many requests have begun and were not answered to the end.
    private var unanswered = 0

    init(_ limits: CollectorLimits) { mostBytes = limits.bodyBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isAwaited = expectsWord(head)
        case .body, .end: isAwaited = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        sendWord(context)
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        guard isEnd else { return }
        unanswered -= 1
        sendWord(context)
    }

    private func sendWord(_ context: ChannelHandlerContext) {
        guard isAwaited, unanswered == 1 else { return }
        isAwaited = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func expectsWord(_ request: HTTPRequest) -> Bool {
        guard request.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= mostBytes
    }
}
