import NIOCore
import NIOHTTPTypes

/// A channel handler that closes connections whose clients are too slow.
///
/// Each request must arrive completely within ``CollectorLimits/requestSeconds``. A client cannot extend this time by
/// sending single bytes. The time also runs while the connection is idle. In addition, the client must receive each
/// part of an answer within ``CollectorLimits/replySeconds``.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may continue to send a request that the server has answered already.
    private static let rest = TimeAmount.seconds(1)

    private let request: TimeAmount
    private let reply: TimeAmount
    private let connections: OpenConnections
    private var requestDeadline: Scheduled<Void>?
    private var replyDeadline: Scheduled<Void>?
    private var unwritten = 0
    /// The number of requests that began to arrive.
    private var begun = 0
    /// The number of requests that arrived completely.
    ///
    /// This number may be lower than ``answered``, because the server can answer a request that is still arriving.
    private var arrived = 0
    private var answered = 0

    init(_ limits: CollectorLimits, _ connections: OpenConnections) {
        request = .seconds(Int64(limits.requestSeconds))
        reply = .seconds(Int64(limits.replySeconds))
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        expectRequest(context)
        connections.add(context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        replyDeadline?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            begun += 1
            connections.isActive(context.channel)
        case .body: break
        case .end:
            arrived += 1
            expectRequest(context)
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { connections.clientClosed(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        unwritten += 1
        if replyDeadline == nil { replyDeadline = close(context, in: reply) }
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        let promise = promise ?? context.eventLoop.makePromise()
        let box = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in
            let (handler, context) = box.value
            handler.written(context, isEnd: isEnd)
        }
        context.write(data, promise: promise)
    }

    private func written(_ context: ChannelHandlerContext, isEnd: Bool) {
        unwritten -= 1
        replyDeadline?.cancel()
        replyDeadline = nil
        guard context.channel.isActive else { return }
        if unwritten > 0 { replyDeadline = close(context, in: reply) }
        if isEnd {
            answered += 1
            expectRequest(context)
            if answered >= begun { connections.isSettled(context.channel) }
        }
    }

    /// Sets the deadline for the client's next request. If the server still has to answer a request, removes the
    /// deadline.
    private func expectRequest(_ context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        if answered < arrived {
            requestDeadline = nil
            connections.isBusy(context.channel)
        } else {
            requestDeadline = close(context, in: answered == arrived ? request : Self.rest)
            connections.isWaiting(context.channel)
        }
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
