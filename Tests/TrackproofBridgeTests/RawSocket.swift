import Foundation
import Testing
import Trackproof
import TrackproofPlatform

/// A plain socket. A test uses it in place of the writer or the reader of a bridge.
final class RawSocket: Sendable {
    let descriptor: Int32

    init(accepting descriptor: Int32) {
        self.descriptor = descriptor
        limitReading()
    }

    /// Connects to an address in the format of `TRACKPROOF_BRIDGE`.
    init(_ address: String) throws {
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        self.descriptor = descriptor
        var name = sockaddr_in(port: UInt16(address.split(separator: ":")[2]) ?? 0)
        let result = call(&name) { connect(descriptor, $0, $1) }
        try #require(result == 0)
        limitReading()
    }

    deinit { close(descriptor) }

    private func limitReading() { limitWaiting(of: descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Platform.sendBytes(descriptor, $0, bytes.count) } ?? 0
            }
            // The other end has closed the connection. Some tests cause this on purpose.
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends sending. The socket can still receive.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until `mark` arrives, or until the other end closes the connection.
    func read(until mark: String? = nil) -> String {
        let mark = mark.map { Data($0.utf8) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.readBytes(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
            // The mark can begin in the bytes before.
            if let mark, Data(bytes.suffix(count + mark.count)).range(of: mark) != nil { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads and drops `count` bytes, or all bytes until the other end closes the connection.
    func skip(_ count: Int) {
        var rest = count
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while rest > 0 {
            let count = Platform.readBytes(descriptor, &buffer, min(rest, buffer.count))
            if count <= 0 { return }
            rest -= count
        }
    }

    /// Whether the other end closes the connection within the time limit of reading.
    var isClosedByPeer: Bool {
        var byte: UInt8 = 0
        let count = Platform.readBytes(descriptor, &byte, 1)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }
}

/// A listening socket that accepts a connection when the test asks for it.
final class RawListener {
    private let descriptor: Int32
    let address: String

    /// Listens at a free port.
    init() throws {
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        self.descriptor = descriptor
        // Without this, the system may enlarge the buffer to dozens of megabytes, and no test could fill it.
        var buffer: Int32 = 1 << 18
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
        var name = sockaddr_in(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = call(&name) { name, _ in
            bind(descriptor, name, size) | listen(descriptor, 16) | getsockname(descriptor, name, &size)
        }
        address = "tcp://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func accept() throws -> RawSocket {
        limitWaiting(of: descriptor)
        let connection = systemAccept(descriptor)
        try #require(connection >= 0)
        return RawSocket(accepting: connection)
    }
}

/// Sets a time limit for reading and accepting, so that a test fails instead of hanging.
private func limitWaiting(of descriptor: Int32) {
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

/// Calls `body` with a socket's address, as a pointer and a size, for a system call.
private func call(_ name: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafeMutablePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
