import Glibc

/// A socket that is connected to an X display. Only one thread at a time may use the socket.
final class XSocket {
    private let descriptor: Int32
    /// The moment by which the display must have answered, or `nil` if there is no limit.
    var deadline: Deadline?

    /// Connects to a display on this machine.
    ///
    /// - Parameters:
    ///   - display: A colon and a number, as in the environment variable `DISPLAY`.
    ///   - deadline: The moment by which the display must have answered, or `nil` if there is no limit.
    init(display: String, until deadline: Deadline?) throws(DriverError) {
        self.deadline = deadline
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("a socket could not be created") }
        // Tries the abstract name before the socket file. When a display ends, it removes the socket file of its
        // number, even if a new display with the same number already uses the file. An abstract name has no file.
        let path = "/tmp/.X11-unix/X" + display.drop { $0 == ":" }
        let result = Self.connect(descriptor, "\0" + path) == 0 ? 0 : Self.connect(descriptor, path)
        guard result == 0 else { throw Self.failure("the display \(display) cannot be reached") }
    }

    deinit { close(descriptor) }

    private static func connect(_ descriptor: Int32, _ path: String) -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        // An abstract name has no zero byte at its end, so the kernel needs its exact size.
        let size = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                retryingInterrupts { Glibc.connect(descriptor, name, socklen_t(size ?? 0)) }
            }
        }
    }

    /// Sends all of the bytes. The requests are short, so they always fit into the buffer of the socket.
    func send(_ bytes: [UInt8]) throws(DriverError) {
        let count = retryingInterrupts { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { throw Self.failure("lost the connection to the display") }
    }

    /// Waits for exactly `count` bytes and returns them.
    func receive(_ count: Int) throws(DriverError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard retryingInterrupts({ poll(&polled, 1, deadline?.pollMilliseconds ?? -1) }) > 0 else {
                throw .timedOut("the display did not answer in time")
            }
            let step = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupts { recv(descriptor, buffer.baseAddress.map { $0 + received }, count - received, 0) }
            }
            guard step > 0 else { throw .failed("lost the connection to the display") }
            received += step
        }
        return bytes
    }

    private static func failure(_ what: String) -> DriverError {
        .failed("\(what): \(String(cString: strerror(errno)))")
    }
}
