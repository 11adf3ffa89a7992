internal import NIOCore
internal import NIOHTTPTypes

/// Cuts clients that keep a connection busy with nothing: each request must arrive whole in its time, however many of
/// its bytes drip in, and what is written must be taken in its time. Between requests the time of the next runs.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// So long a client may go on with a request that was answered before its end.
    private static let rest = TimeAmount.seconds(1)

    private let request: TimeAmount
    private let reply: TimeAmount
    private let connections: OpenConnections
    private var requestDeadline: Scheduled<Void>?
    private var replyDeadline: Scheduled<Void>?
    private var unwritten = 0
    /// How many requests arrived whole, and how many were answered: either may be ahead.
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
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { connections.clientLeft(context.channel) }
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
