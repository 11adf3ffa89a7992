import Foundation
import NIOCore
import NIOPosix
import TrackproofUITesting

/// An app in the test's own process that tracks no events. The test sends the requests of its SDKs.
final class SilentApp: AppUnderTest {
    private(set) var exitDescription: String?
    private let reportsChanges: Bool

    /// - Parameter reportsChanges: Whether the app claims to report changes. In fact, it never reports a change.
    init(reportsChanges: Bool = false) { self.reportsChanges = reportsChanges }

    func launch(arguments: [String], environment: [String: String]) throws {
        let bridge = environment["TRACKPROOF_BRIDGE"] ?? ""
        let token = environment["TRACKPROOF_TOKEN"].map { #","token":"\#($0)""# } ?? ""
        let hello = #"{"hello":1,"writer":"1-a"\#(token)}"# + "\n"
        if bridge.hasPrefix("file:") {
            try hello.write(toFile: String(bridge.trimmingPrefix("file:")), atomically: false, encoding: .utf8)
        } else {
            try Self.connect(to: bridge, sending: hello)
        }
    }

    /// Connects to the bridge and sends `hello`. The connection ends when the reader in the test closes it.
    private static func connect(to address: String, sending hello: String) throws {
        let port = Int(address.trimmingPrefix("tcp://127.0.0.1:")) ?? 0
        let channel = try ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Echo()) }
            }
            .connect(host: "127.0.0.1", port: port).wait()
        try channel.writeAndFlush(ByteBuffer(string: hello)).wait()
    }

    func crash() { exitDescription = "was killed by signal 9" }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { reportsChanges }

    private let unsupported = UnsupportedByDriver("an app without a screen")
    func value(ofElement identifier: String) throws -> String? { throw unsupported }
    func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
    func pressAlertButton(_ title: String) throws { throw unsupported }
    func pasteboardText() throws -> String? { throw unsupported }
    func clearPasteboard() throws { throw unsupported }
}

/// A handler that sends every byte back. The reader sends only barriers, and the answer to a barrier is the same text.
private final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(unwrapInboundIn(data)), promise: nil)
    }
}
