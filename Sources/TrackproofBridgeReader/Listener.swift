internal import Trackproof
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A simulation of a system that refuses to bind a socket, such as a sandbox. For tests only.
package enum BindRefusal {
    /// The error number of the refusal, or `nil` outside of tests.
    @TaskLocal package static var code: Int32?
}

/// A listening socket: a free port of 127.0.0.1, or a path.
final class Listener: Sendable {
    /// The number of connections that may wait to be accepted: the most that the system allows.
    private static let backlog = SOMAXCONN

    let descriptor: Int32
    private let isClosed = Lock(false)
    /// The address of the socket, for the environment variable `TRACKPROOF_BRIDGE`.
    let address: String

    init() throws {
        descriptor = try Self.make(AF_INET)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &name) { pointer -> Int32 in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                if let code = BindRefusal.code { return code }
                guard bind(descriptor, name, size) == 0, listen(descriptor, Self.backlog) == 0,
                    getsockname(descriptor, name, &size) == 0
                else { return errno }
                return 0
            }
        }
        address = "tcp://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        guard code == 0 else { throw BridgeReaderError("cannot listen on 127.0.0.1", code: code) }
    }

    init(path: String) throws {
        guard path.utf8.count <= Platform.longestUnixPath else {
            throw BridgeReaderError("unix:\(path): the path is too long for a unix socket; use tcp instead")
        }
        descriptor = try Self.make(AF_UNIX)
        address = "unix:" + path
        var name = sockaddr_un(path: path)
        let descriptor = descriptor
        let code = withUnsafePointer(to: &name) { pointer -> Int32 in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                if let code = BindRefusal.code { return code }
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                return bind(descriptor, name, size) == 0 && listen(descriptor, Self.backlog) == 0 ? 0 : errno
            }
        }
        guard code == 0 else { throw BridgeReaderError("unix:\(path)", code: code) }
    }

    deinit { close() }

    /// Closes the socket, so that the system refuses new connections.
    func close() {
        isClosed.withLock { isClosed in
            if !isClosed { Platform.closeDescriptor(descriptor) }
            isClosed = true
        }
    }

    enum Accepted {
        case connection(Int32)
        /// No connection waits.
        case nobody
        /// A connection waits, but no descriptor or memory is left for it.
        case exhausted
    }

    private static func make(_ family: Int32) throws -> Int32 {
        let descriptor = socket(family, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeReaderError("cannot create a socket", code: errno) }
        Platform.prepareSocket(descriptor)
        Platform.setNonBlocking(descriptor)
        return descriptor
    }

    /// Whether a connection waits to be accepted.
    var hasQueue: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    /// Accepts the next waiting connection and makes it non-blocking.
    func acceptNext() -> Accepted {
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
                default: return .nobody
                }
            }
            Platform.prepareSocket(connection)
            Platform.setNonBlocking(connection)
            // The system reports the user who connects to a unix socket, and the reader accepts only its own user. Over
            // TCP, only the token authenticates a writer.
            if address.hasPrefix("unix:"), Platform.peerUser(of: connection) != geteuid() {
                Platform.closeDescriptor(connection)
                continue
            }
            return .connection(connection)
        }
    }
}
