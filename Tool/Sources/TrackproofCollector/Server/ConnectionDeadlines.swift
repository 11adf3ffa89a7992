internal import NIOCore
internal import NIOHTTPTypes

/// Cuts clients that keep a connection busy with nothing: each request must arrive whole in its time, however many of
/// its bytes drip in, and what is written must be taken in its time. Between requests the time of the next runs.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let request: TimeAmount
    private let reply: TimeAmount
    private var requestDeadline: Scheduled<Void>?
    private var replyDeadline: Scheduled<Void>?
    private var unwritten = 0

    init(_ limits: CollectorLimits) {
        request = .seconds(Int64(limits.requestSeconds))
        reply = .seconds(Int64(limits.replySeconds))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        requestDeadline = close(context, in: request)
    }

    func channelInactive(context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        replyDeadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) {
            requestDeadline?.cancel()
            requestDeadline = nil
        }
        context.fireChannelRead(data)
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
        replyDeadline = unwritten == 0 ? nil : close(context, in: reply)
        if isEnd, context.channel.isActive, requestDeadline == nil { requestDeadline = close(context, in: request) }
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
