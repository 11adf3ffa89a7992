import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that follows the requests and the answers on a connection.
///
/// - It closes the connection if the client is too slow. Each request must arrive completely within
///   ``CollectorLimits/requestSeconds``. A client cannot extend this time by sending single bytes. The time also runs
///   while the connection is idle. In addition, the client must receive each part of an answer within
///   ``CollectorLimits/replySeconds``.
/// - It answers `Expect: 100-continue` with `100 Continue`, unless the body is too large (RFC 9110, section 10.1.1).
///   Without that answer, curl waits a second before it sends a body of more than a megabyte.
/// - It ignores upgrades to other protocols, and closes the connection after the answer (RFC 9110, section 7.8). The
///   HTTP decoder reads nothing after a request that asks for an upgrade, so a further request would get no answer. For
///   example, the HTTP client of Java asks for an upgrade by default.
/// - It tells ``OpenConnections`` whether the connection waits for a request.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: CollectorLimits
    private let connections: OpenConnections
    private var requestDeadline: Scheduled<Void>?
    private var replyDeadline: Scheduled<Void>?
    /// The number of parts of answers that the client has not received.
    private var unwritten = 0
    /// The number of requests that began to arrive.
    private var begun = 0
    /// The number of requests that arrived completely.
    ///
    /// This number may be lower than ``answered``, because the server can answer a request that is still arriving.
    private var arrived = 0
    /// The number of requests whose answers the server has written completely.
    private var replied = 0
    /// The number of requests whose answers the client has received completely.
    private var answered = 0
    /// Whether the newest request asks for an upgrade. No request follows such a request.
    private var asksForUpgrade = false
    /// Whether the client may be waiting for `100 Continue`.
    private var awaitsContinue = false

    init(_ admission: Admission) { (limits, connections) = (admission.limits, admission.connections) }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.add(context.channel)
        expectRequest(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        replyDeadline?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { connections.clientClosed(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            begun += 1
            connections.isActive(context.channel)
            awaitsContinue = expectsContinue(head)
            asksForUpgrade = head.method == .connect || head.headerFields[.upgrade] != nil
            // The server closes the connection only if this field has exactly this value.
            if asksForUpgrade { head.headerFields[.connection] = "close" }
            part = .head(head)
        case .body: awaitsContinue = false
        case .end:
            awaitsContinue = false
            arrived += 1
            expectRequest(context)
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        sendContinue(context)
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        if case .head(var head) = part, asksForUpgrade, begun - replied == 1, head.status.kind != .informational {
            head.headerFields[.connection] = "close"
            part = .head(head)
        }
        unwritten += 1
        if replyDeadline == nil { replyDeadline = close(context, in: limits.replySeconds) }
        let isEnd = if case .end = part { true } else { false }
        let promise = promise ?? context.eventLoop.makePromise()
        let box = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in
            let (handler, context) = box.value
            handler.written(context, isEnd: isEnd)
        }
        context.write(wrapOutboundOut(part), promise: promise)
        guard isEnd else { return }
        replied += 1
        sendContinue(context)
    }

    private func written(_ context: ChannelHandlerContext, isEnd: Bool) {
        unwritten -= 1
        replyDeadline?.cancel()
        replyDeadline = nil
        guard context.channel.isActive else { return }
        if unwritten > 0 { replyDeadline = close(context, in: limits.replySeconds) }
        if isEnd {
            answered += 1
            expectRequest(context)
            if answered >= begun { connections.isSettled(context.channel) }
        }
    }

    /// Sends `100 Continue` if the client waits for it.
    ///
    /// The client does not wait if the body has begun to arrive. While an earlier request on the connection is
    /// unanswered, the client would mistake `100 Continue` for the answer to that request.
    private func sendContinue(_ context: ChannelHandlerContext) {
        guard awaitsContinue, begun - replied == 1 else { return }
        awaitsContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func expectsContinue(_ request: HTTPRequest) -> Bool {
        guard request.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
        return request.headerFields[.contentLength].flatMap { Int($0) } ?? 0 <= limits.bodyBytes
    }

    /// Sets the deadline for the client's next request. If the server still has to answer a request, removes the
    /// deadline.
    private func expectRequest(_ context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        if answered < arrived {
            requestDeadline = nil
            connections.isBusy(context.channel)
        } else {
            requestDeadline = close(
                context, in: answered == arrived ? limits.requestSeconds : CollectorLimits.restSeconds)
            connections.isWaiting(context.channel)
        }
    }

    private func close(_ context: ChannelHandlerContext, in seconds: Int) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
    }
}
