import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofBridgeProtocol

/// A socket that is connected to the reader of a bridge.
///
/// One thread sends events, and another thread receives the barriers that the reader sends. Both threads hold a
/// reference to the connection. When both threads have released the connection, `deinit` closes the descriptor.
final class Connection: Sendable {
    /// The longest time that the initializer waits for the connection, in nanoseconds.
    ///
    /// If the reader is not busy, connecting on this machine takes a fraction of this time.
    private static let timeout: UInt64 = 100_000_000

    private let descriptor: Int32
    private let port: UInt16
    /// Whether the initializer has established the connection. If not, the connection is in progress.
    let isConnected: Bool

    /// Connects to a port on 127.0.0.1.
    ///
    /// If too many connections already wait for the reader, the initializer only begins to connect. In that case,
    /// ``finishConnecting()`` waits for the connection.
    init(port: UInt16) throws(BridgeError) {
        self.port = port
        descriptor = socket(AF_INET, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeError(port: port, code: errno) }
        Platform.prepareSocket(descriptor)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        isConnected = try Self.begin(descriptor, port)
    }

    deinit { Platform.closeDescriptor(descriptor) }

    /// Waits until the connection is established. Does nothing if the initializer has established it.
    func finishConnecting() throws(BridgeError) {
        if isConnected { return }
        let code = Platform.outcomeOfConnecting(descriptor, until: nil) ?? 0
        guard code == 0 else { throw BridgeError(port: port, code: code) }
    }

    /// Begins to connect, and waits for the connection until ``timeout``.
    ///
    /// - Returns: Whether the connection is established.
    private static func begin(_ descriptor: Int32, _ port: UInt16) throws(BridgeError) -> Bool {
        let address = sockaddr_in(port: port)
        // This call of `connect` does not block, so no signal can interrupt it. All later calls block.
        Platform.setNonBlocking(descriptor)
        var code = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? 0 : errno
            }
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        if code == EINPROGRESS {
            let deadline = Platform.monotonicNanoseconds() + timeout
            guard let outcome = Platform.outcomeOfConnecting(descriptor, until: deadline) else { return false }
            code = outcome
        }
        guard code == 0 else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError(port: port, code: code)
        }
        return true
    }

    /// Sends all bytes, and waits as long as necessary.
    ///
    /// - Returns: `false` if the connection has failed, for example because the reader has closed it.
    func send(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = UnsafeRawBufferPointer(bytes)
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = Platform.sendBytes(descriptor, base, rest.count)
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }

    /// Calls `body` with the number of each barrier that arrives, and returns when the reader has closed its end.
    func receiveBarriers(_ body: (Int64) -> Void) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            let count = Platform.readBytes(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            line += buffer[..<count]
            for number in Self.takeBarriers(&line) { body(number) }
        }
    }

    /// Removes the complete lines from `bytes` and returns the numbers of the barriers among them.
    private static func takeBarriers(_ bytes: inout [UInt8]) -> [Int64] {
        var numbers: [Int64] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                var cursor = JSONCursor(base, from: 0, to: end, isFinal: true)
                do throws(JSONFailure) {
                    if case .barrier(let number) = try cursor.bridgeLine().line { numbers.append(number) }
                } catch {
                    BridgeDiagnostics.report(#"cannot read a line from the test: expected {"barrier":N}"#)
                }
            }
            bytes.removeFirst(end + 1)
        }
        // A reader sends only short lines. Without this limit, a long line could fill the memory.
        if bytes.count > 4_096 { bytes = [] }
        return numbers
    }

    /// Tells the reader that no more bytes follow.
    func closeSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

extension BridgeError {
    /// Creates an error from the error number of a system call that connects to a port.
    fileprivate init(port: UInt16, code: Int32) {
        self.init("\(BridgeAddress.tcp(port: port))", code: code)
    }
}
