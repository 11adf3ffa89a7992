internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Tells a client that waits with its body to go on, unless the body is too large: `Expect: 100-continue`.
///
/// curl, for one, waits a second with a body of more than a megabyte. Source: RFC 9110, 10.1.1.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let mostBytes: Int

    init(_ limits: CollectorLimits) { mostBytes = limits.bodyBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), awaitsWord(head) {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }

    private func awaitsWord(_ request: HTTPRequest) -> Bool {
        guard request.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= mostBytes
    }
}
