import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A proxy in front of a collector, with which a test delays or fails requests.
///
/// The proxy runs on its own threads, because tests block the threads that they share.
final class Gateway: Sendable {
    enum Mode: Sendable {
        /// The collector answers the requests.
        case open
        /// The gateway answers the requests with status 503.
        case failing
        /// The requests wait until the mode changes. After that, the collector answers them.
        case held
    }

    /// The address of the gateway: `http://127.0.0.1:PORT`.
    let address: String
    private let collector: String
    private let channel: any Channel
    private let session = URLSession(configuration: .ephemeral)
    private let seen: AsyncStream<(mode: Mode, path: String)>
    private let state: NIOLockedValueBox<State>

    private struct State: Sendable {
        var mode = Mode.open
        /// The last component of the only path to which the mode applies, or `nil` if the mode applies to all paths.
        var path: String?
        var held: [@Sendable () -> Void] = []
    }

    fileprivate init(to collector: String) async throws {
        let (seen, continuation) = AsyncStream.makeStream(of: (mode: Mode, path: String).self)
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
            let mode = state.withLockedValue { state in
                let mode = state.path == nil || state.path == path ? state.mode : .open
                if mode == .held { state.held.append(forward) }
                return mode
            }
            if mode == .open { forward() }
            if mode == .failing { channel.reply(503, []) }
            continuation.yield((mode, path))
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

    /// - Parameter path: The last component of the only path to which the mode applies, or `nil` for all paths.
    func become(_ mode: Mode, for path: String? = nil) {
        let held = state.withLockedValue { state in
            defer { state.held = [] }
            (state.mode, state.path) = (mode, path)
            return state.held
        }
        for forward in held { forward() }
    }

    /// Waits until `count` requests to a path have arrived while the gateway had this mode.
    ///
    /// Requests that arrived before this call count too.
    func waitForRequests(_ path: String, _ mode: Mode, times count: Int = 1) async throws {
        var left = count
        for await request in seen where request == (mode, path) {
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

/// Runs `body` with a collector and a gateway in front of it.
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
