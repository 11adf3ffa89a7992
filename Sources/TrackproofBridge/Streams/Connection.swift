internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform
internal import TrackproofBridgeProtocol

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

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
    private let address: BridgeAddress
    private let progress: Progress

    enum Progress { case connected, underway, refusedForNow }

    /// Connects to an address.
    ///
    /// If too many connections already wait for the reader, the initializer only begins to connect. In that case,
    /// ``finishConnecting()`` waits for the connection.
    init(_ address: BridgeAddress) throws(BridgeError) {
        self.address = address
        switch address {
        case .tcp(let port):
            descriptor = try Self.open(AF_INET, address)
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            var name = sockaddr_in(port: port)
            progress = try Self.begin(descriptor, &name, address)
        case .unix(let path):
            try Self.look(at: path, address)
            descriptor = try Self.open(AF_UNIX, address)
            var name = sockaddr_un(path: path)
            progress = try Self.begin(descriptor, &name, address)
        case .file, .accessibility, .pasteboard, .alert: preconditionFailure("\(address) is not a connection")
        }
        if isConnected { try finishConnecting() }
    }

    deinit { Platform.closeDescriptor(descriptor) }

    /// Whether the initializer has established the connection.
    var isConnected: Bool { progress == .connected }

    /// Waits until the connection is established.
    func finishConnecting() throws(BridgeError) {
        Self.setBlocking(descriptor)
        switch progress {
        case .connected: break
        case .underway:
            let code = Self.waitForOutcome(of: descriptor, until: nil) ?? 0
            guard code == 0 else { throw BridgeError("\(address)", code: code) }
        case .refusedForNow:
            guard case .unix(let path) = address else { break }
            var name = sockaddr_un(path: path)
            var code = Self.connect(descriptor, &name)
            if code == EINPROGRESS { code = Self.waitForOutcome(of: descriptor, until: nil) ?? 0 }
            guard code == 0 else { throw BridgeError("\(address)", code: code) }
        }
        // Checks the owner again. Since the check in `look`, another socket could have replaced the socket at this
        // path.
        if case .unix = address, Platform.peerUser(of: descriptor) != geteuid() {
            throw BridgeError("\(address): belongs to another user")
        }
    }

    private static func look(at path: String, _ address: BridgeAddress) throws(BridgeError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw BridgeError("\(address)", code: errno) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw BridgeError("\(address): not a socket") }
        guard status.st_uid == geteuid() else { throw BridgeError("\(address): belongs to another user") }
    }

    private static func open(_ family: Int32, _ address: BridgeAddress) throws(BridgeError) -> Int32 {
        let descriptor = socket(family, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeError("\(address)", code: errno) }
        Platform.prepareSocket(descriptor)
        return descriptor
    }

    private static func begin<Name>(
        _ descriptor: Int32, _ name: inout Name, _ address: BridgeAddress
    ) throws(BridgeError) -> Progress {
        Platform.setNonBlocking(descriptor)
        var code = connect(descriptor, &name)
        if code == EAGAIN { return .refusedForNow }
        if code == EINPROGRESS {
            let deadline = Platform.monotonicNanoseconds() + timeout
            guard let outcome = waitForOutcome(of: descriptor, until: deadline) else { return .underway }
            code = outcome
        }
        guard code == 0 else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError("\(address)", code: code)
        }
        return .connected
    }

    /// Connects a socket and returns 0 or the error number.
    ///
    /// If a signal interrupts `connect`, this function calls `connect` again. On some systems, the first attempt
    /// continues, and the second call reports the state of the first attempt. On other systems, the second call begins
    /// a new attempt.
    private static func connect<Name>(_ descriptor: Int32, _ name: inout Name) -> Int32 {
        var isRepeated = false
        while true {
            let code = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Platform.connectSocket(descriptor, $0, socklen_t(MemoryLayout<Name>.size)) == 0 ? 0 : errno
                }
            }
            switch code {
            case EINTR: isRepeated = true
            case EISCONN where isRepeated: return 0
            case EALREADY where isRepeated: return EINPROGRESS
            default: return code
            }
        }
    }

    /// Waits for a connection in progress until the monotonic clock reads `deadline`, in nanoseconds.
    ///
    /// - Returns: 0 or the error number, or `nil` if the connection is still in progress.
    private static func waitForOutcome(of descriptor: Int32, until deadline: UInt64?) -> Int32? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            var rest: Int32 = -1
            if let deadline {
                let now = Platform.monotonicNanoseconds()
                rest = now < deadline ? Int32(clamping: (deadline - now + 999_999) / 1_000_000) : 0
            }
            let count = poll(&polled, 1, rest)
            if count > 0 { return pendingError(of: descriptor) }
            if count == 0 { return nil }
            if errno != EINTR { return errno }
        }
    }

    private static func pendingError(of descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
    }

    private static func setBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
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

extension sockaddr_in {
    /// Creates the address of a port on this machine.
    fileprivate init(port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }
}
