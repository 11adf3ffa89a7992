internal import Glibc

/// The bytes to and from an X display. For one thread at a time.
final class XSocket {
    private let descriptor: Int32
    /// When the display must have answered; nil: it may take for ever.
    var deadline: Deadline?

    /// - Parameter display: as in `DISPLAY`: a colon and a number, on this machine.
    init(display: String, until deadline: Deadline?) throws(DriverError) {
        self.deadline = deadline
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("no socket") }
        // A display that ends removes the file of its number, which may be another's by then. The abstract name is the
        // kernel's, and stays.
        let path = "/tmp/.X11-unix/X" + display.drop { $0 == ":" }
        let result = Self.connect(descriptor, "\0" + path) == 0 ? 0 : Self.connect(descriptor, path)
        guard result == 0 else { throw Self.failure("the display \(display) cannot be reached") }
    }

    deinit { close(descriptor) }

    private static func connect(_ descriptor: Int32, _ path: String) -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        // An abstract name is as long as it is said to be.
        let size = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                retryingInterrupts { Glibc.connect(descriptor, name, socklen_t(size ?? 0)) }
            }
        }
    }

    /// Sends all of it: a few bytes, for which there always is room.
    func send(_ bytes: [UInt8]) throws(DriverError) {
        let count = retryingInterrupts { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { throw Self.failure("the display is gone") }
    }

    /// Waits for `count` bytes.
    func receive(_ count: Int) throws(DriverError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard retryingInterrupts({ poll(&polled, 1, deadline?.pollMilliseconds ?? -1) }) > 0 else {
                throw .timedOut("the display does not answer")
            }
            let step = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupts { recv(descriptor, buffer.baseAddress.map { $0 + received }, count - received, 0) }
            }
            guard step > 0 else { throw .failed("the display is gone") }
            received += step
        }
        return bytes
    }

    private static func failure(_ what: String) -> DriverError {
        .failed("\(what): \(String(cString: strerror(errno)))")
    }
}
