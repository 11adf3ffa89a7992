internal import NIOCore
internal import NIOHTTPTypes

/// A channel handler that closes connections whose clients are too slow.
///
/// Each request must arrive completely within its time, even if single bytes of it keep arriving. The client must
/// receive each answer within its time. The time for a request also runs while the connection is idle.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may continue with a request that was answered before its end.
    private static let rest = TimeAmount.seconds(1)

    private let request: TimeAmount
    private let reply: TimeAmount
    private let connections: OpenConnections
    private var requestDeadline: Scheduled<Void>?
    private var replyDeadline: Scheduled<Void>?
    private var unwritten = 0
    /// The number of requests that arrived completely. ``answered`` may be higher or lower.
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
        if case .end = unwrapInboundIn(data) {
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
        }
    }

    /// Sets the time for what the client has to send next.
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
