import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that ignores upgrades to other protocols, and closes the connection after the answer.
///
/// The HTTP decoder reads nothing after a request that asks for an upgrade. Without this handler, a further request on
/// the connection would get no answer. For example, the HTTP client of Java asks for an upgrade by default.
///
/// Source: RFC 9110, section 7.8.
final class UpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Whether the newest request asks for an upgrade. No request follows such a request.
    private var isUpgrade = false
    /// The number of requests that have begun and have no answer yet.
    private var unanswered = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        unanswered += 1
        isUpgrade = head.method == .connect || head.headerFields[.upgrade] != nil
        // The server closes the connection only if this field has exactly this value.
        if isUpgrade { head.headerFields[.connection] = "close" }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.kind != .informational else {
            return context.write(data, promise: promise)
        }
        unanswered -= 1
        if isUpgrade, unanswered == 0 { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
