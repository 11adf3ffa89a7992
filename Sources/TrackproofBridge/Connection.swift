internal import Dispatch
internal import Trackproof
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A connected socket to the reader of a bridge: one thread sends, another waits for what the reader asks.
final class Connection: Sendable {
    private let descriptor: Int32

    init(_ address: BridgeAddress) throws(BridgeError) {
        switch address {
        case .tcp(let port): descriptor = try Self.connect(port: port)
        case .unix(let path): descriptor = try Self.connect(path: path)
        case .file: preconditionFailure("a file is no connection")
        }
    }

    private static func connect(port: UInt16) throws(BridgeError) -> Int32 {
        let what = "tcp://127.0.0.1:\(port)"
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeError(what, code: errno) }
        Platform.prepareSocket(descriptor)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try open(descriptor, &address, what)
        return descriptor
    }

    private static func connect(path: String) throws(BridgeError) -> Int32 {
        let what = "unix:\(path)"
        var status = stat()
        guard lstat(path, &status) == 0 else { throw BridgeError(what, code: errno) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw BridgeError("\(what): not a socket") }
        guard status.st_uid == geteuid() else { throw BridgeError("\(what): belongs to another user") }
        let descriptor = socket(AF_UNIX, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeError(what, code: errno) }
        Platform.prepareSocket(descriptor)
        var address = sockaddr_un(path: path)
        try open(descriptor, &address, what)
        // The path could have been replaced between the look and the connection.
        guard Platform.peerUser(of: descriptor) == geteuid() else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError("\(what): belongs to another user")
        }
        return descriptor
    }

    private static func open<Address>(
        _ descriptor: Int32, _ address: inout Address, _ what: String
    ) throws(BridgeError) {
        let code = withUnsafePointer(to: &address) { pointer -> Int32 in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Platform.connectSocket(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError(what, code: code)
        }
    }

    /// Sends all bytes, however long that takes; false where the reader is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = Platform.sendBytes(descriptor, base, rest.count)
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }

    /// Calls `body` for each barrier that the reader asks for.
    func onBarrier(_ body: @escaping @Sendable (Int64) -> Void) {
        // Keeps the connection, and so its descriptor, until the reader's end is closed.
        DispatchQueue(label: "trackproof.bridge.receive").async { [self] in
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 512)
            while true {
                let count = Platform.readBytes(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                line += buffer[..<count]
                for number in Self.takeBarriers(&line) { body(number) }
            }
        }
    }

    /// Takes whole lines out; a reader that sends anything but barriers is not answered.
    private static func takeBarriers(_ bytes: inout [UInt8]) -> [Int64] {
        var numbers: [Int64] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                var cursor = JSONCursor(base, from: 0, to: end, isFinal: true)
                do throws(JSONFailure) {
                    if case .barrier(let number) = try cursor.bridgeLine().line { numbers.append(number) }
                } catch {
                    BridgeDiagnostics.report("the reader of the bridge sent something else than a barrier")
                }
            }
            bytes.removeFirst(end + 1)
        }
        // A line without an end is no line of ours.
        if bytes.count > 4_096 { bytes = [] }
        return numbers
    }

    /// Sends nothing more. The reader then closes its end, which ends the waiting thread.
    func close() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    deinit {
        Platform.closeDescriptor(descriptor)
    }
}
