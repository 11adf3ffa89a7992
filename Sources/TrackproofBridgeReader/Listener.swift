import Trackproof
import TrackproofPlatform

/// A simulation of a system that refuses to bind a socket, such as a sandbox. For tests only.
package enum BindRefusal {
    /// The error number of the refusal, or `nil` outside of tests.
    @TaskLocal package static var code: Int32?
}

/// A socket that listens at a free port of 127.0.0.1.
final class Listener: Sendable {
    /// The number of connections that may wait to be accepted: the most that the system allows.
    private static let backlog = SOMAXCONN

    let descriptor: Int32
    private let isClosed = Lock(false)
    /// The address of the socket, for the environment variable `TRACKPROOF_BRIDGE`.
    let address: String

    init() throws {
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        guard descriptor >= 0 else { throw BridgeReaderError("cannot create a socket", code: errno) }
        self.descriptor = descriptor
        Platform.prepareSocket(descriptor)
        Platform.setNonBlocking(descriptor)
        var name = sockaddr_in(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
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
            return .connection(connection)
        }
    }
}
