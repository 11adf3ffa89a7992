import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An address before a collector's, where the test says what becomes of requests.
///
/// It runs on no thread that tests share: they block those.
final class Gateway: Sendable {
    enum Way: Sendable {
        /// They are answered by the collector.
        case open
        /// They are answered with 503.
        case failing
        /// They are answered once that changes.
        case held
    }

    /// `http://127.0.0.1:PORT`
    let address: String
    private let collector: String
    private let channel: any Channel
    private let session = URLSession(configuration: .ephemeral)
    private let seen: AsyncStream<(way: Way, path: String)>
    private let state: NIOLockedValueBox<State>

    private struct State: Sendable {
        var way = Way.open
        /// The only requests that go this way; nil where all do.
        var path: String?
        var held: [@Sendable () -> Void] = []
    }

    fileprivate init(to collector: String) async throws {
        let (seen, continuation) = AsyncStream.makeStream(of: (way: Way, path: String).self)
        let (state, session) = (NIOLockedValueBox(State()), session)
        let answer: @Sendable (HTTPRequestHead, [UInt8], any Channel) -> Void = { head, body, channel in
            let path = String(head.uri.prefix { $0 != "?" }.split(separator: "/").last ?? "")
            let forward: @Sendable () -> Void = {
                guard let url = URL(string: collector + head.uri) else { return channel.reply(400, []) }
                var request = URLRequest(url: url)
                request.httpMethod = head.method.rawValue
                request.httpBody = body.isEmpty ? nil : Data(body)
                session.dataTask(with: request) { data, response, _ in
                    channel.reply((response as? HTTPURLResponse)?.statusCode ?? 502, Array(data ?? Data()))
                }.resume()
            }
            let way = state.withLockedValue { state in
                let way = state.path == nil || state.path == path ? state.way : .open
                if way == .held { state.held.append(forward) }
                return way
            }
            if way == .open { forward() }
            if way == .failing { channel.reply(503, []) }
            continuation.yield((way, path))
        }
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(GatewayHandler(answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(try #require(channel.localAddress?.port))"
        (self.collector, self.seen, self.state) = (collector, seen, state)
    }

    /// - Parameter path: the end of the only path whose requests go this way; nil where all do.
    func become(_ way: Way, for path: String? = nil) {
        let held = state.withLockedValue { state in
            defer { state.held = [] }
            (state.way, state.path) = (way, path)
            return state.held
        }
        for forward in held { forward() }
    }

    /// Returns when so many requests have come this way, those included that came before.
    func see(_ path: String, _ way: Way, times count: Int = 1) async throws {
        var left = count
        for await request in seen where request == (way, path) {
            left -= 1
            if left == 0 { return }
        }
        throw CancellationError()
    }

    fileprivate func close() async throws {
        become(.failing)
        try await channel.close()
        session.finishTasksAndInvalidate()
    }
}

/// Runs `body` beside a collector, and a gateway to it.
func withGateway(_ body: @escaping @Sendable (Gateway, RunningCollector) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await withCollector(store: folder.file("s.sqlite")) { collector in
        let gateway = try await Gateway(to: collector.address)
        let result: Result<Void, any Error>
        do { result = .success(try await body(gateway, collector)) } catch { result = .failure(error) }
        try await gateway.close()
        try result.get()
    }
}

private final class GatewayHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let answer: @Sendable (HTTPRequestHead, [UInt8], any Channel) -> Void
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ answer: @escaping @Sendable (HTTPRequestHead, [UInt8], any Channel) -> Void) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let buffer): body += buffer.readableBytesView
        case .end: if let head { answer(head, body, context.channel) }
        }
    }
}

extension Channel {
    fileprivate func reply(_ status: Int, _ body: [UInt8]) {
        let head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: status), headers: ["Content-Length": String(body.count)])
        write(HTTPServerResponsePart.head(head), promise: nil)
        write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
        writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
}
