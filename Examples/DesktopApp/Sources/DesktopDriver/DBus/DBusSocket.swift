import Glibc

/// A socket that is connected to a bus and authenticated.
final class DBusSocket: Sendable {
    private let descriptor: Int32

    /// Connects to the bus and authenticates as the current user.
    ///
    /// The client sends its user id. The bus compares this id with the user id that the kernel reports for the socket.
    init(_ address: DBusAddress, until deadline: Deadline) throws(DBusError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("a socket could not be created") }
        try connect(address)
        // If the bus does not read for 10 seconds, a send fails.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        try send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
        let answer = try line(until: deadline)
        guard answer.hasPrefix("OK ") else { throw .disconnected("the bus refused this user: \(answer)") }
        try send(Array("BEGIN\r\n".utf8))
    }

    deinit { close(descriptor) }

    private func connect(_ address: DBusAddress) throws(DBusError) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.name) }
        let offset = MemoryLayout<sockaddr_un>.size - DBusAddress.capacity
        // The size tells the kernel where an abstract name ends. A path ends with a zero byte, which `size` includes.
        let size = socklen_t(offset + address.name.count + (address.name.first == 0 ? 0 : 1))
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                retryingInterrupts { Glibc.connect(descriptor, name, size) }
            }
        }
        guard result == 0 else { throw Self.failure("the bus cannot be reached") }
    }

    /// Reads a line of the handshake. Reads byte by byte, because the bytes after the line can belong to messages.
    private func line(until deadline: Deadline) throws(DBusError) -> String {
        var bytes: [UInt8] = []
        while bytes.count < 1_024 {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard retryingInterrupts({ poll(&polled, 1, deadline.pollMilliseconds) }) > 0 else {
                throw .noAnswer("the bus did not answer in time")
            }
            bytes += try receive(1)
            if bytes.last == UInt8(ascii: "\n") {
                return String(decoding: bytes.dropLast(2), as: UTF8.self)
            }
        }
        throw .disconnected("the bus does not speak D-Bus")
    }

    /// Sends all of the bytes, and blocks until they are sent.
    func send(_ bytes: [UInt8]) throws(DBusError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retryingInterrupts {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer.dropFirst(sent))
                    return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
            }
            guard count > 0 else { throw Self.failure("lost the connection to the bus") }
            sent += count
        }
    }

    /// Waits for exactly `count` bytes and returns them.
    func receive(_ count: Int) throws(DBusError) -> [UInt8] {
        var received = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            while received < count {
                let step = retryingInterrupts {
                    recv(descriptor, buffer.baseAddress.map { $0 + received }, count - received, 0)
                }
                if step < 0 { code = errno }
                guard step > 0 else { break }
                received += step
            }
            size = received
        }
        guard received == count else {
            let reason = code == 0 ? "" : ": \(String(cString: strerror(code)))"
            throw .disconnected("lost the connection to the bus" + reason)
        }
        return bytes
    }

    /// Ends the connection. If a thread waits in ``receive(_:)``, that method throws an error.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private static func failure(_ what: String) -> DBusError {
        .disconnected("\(what): \(String(cString: strerror(errno)))")
    }
}

/// Repeats a system call until no signal interrupts it, and returns its result.
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
