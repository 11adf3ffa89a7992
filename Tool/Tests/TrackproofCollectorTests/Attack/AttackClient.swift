import Foundation
import Testing

/// A client socket that sends any bytes at any pace, and reads only if the test calls a method that reads.
final class AttackClient {
    private let socket: Int32
    private var received: [UInt8] = []

    /// - Parameter receiveBuffer: The size of the system's receive buffer, in bytes, or `nil` for the default.
    convenience init(_ server: AttackServer, receiveBuffer: Int32? = nil) throws {
        try self.init(port: server.port, receiveBuffer: receiveBuffer)
    }

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        // On a busy machine, a debug build reads the largest bodies for more than 20 seconds.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(socket)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { close(socket) }

    /// Sends bytes. Returns whether the connection accepted all of them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Closes the connection for sending. The client can still receive.
    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    func exchange(_ text: String) throws -> AttackReply {
        send(text)
        return try reply()
    }

    /// Reads the next reply. If the connection ends early, the reply is incomplete.
    func reply(hasBody: Bool = true) throws -> AttackReply {
        let separator = Array("\r\n\r\n".utf8)
        while received.firstRange(of: separator) == nil, receive() {}
        guard let end = received.firstRange(of: separator) else { return AttackReply(head: "", body: []) }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeSubrange(..<end.upperBound)
        if hasBody, head.lowercased().contains("\r\ntransfer-encoding: chunked") {
            return AttackReply(head: head, body: chunks())
        }
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard hasBody, let length else { return AttackReply(head: head, body: []) }
        while received.count < length, receive() {}
        let body = Array(received.prefix(length))
        received.removeFirst(body.count)
        return AttackReply(head: head, body: body)
    }

    /// Reads the chunks of a body until the chunk of size 0.
    private func chunks() -> [UInt8] {
        let separator = Array("\r\n".utf8)
        var body: [UInt8] = []
        while true {
            while received.firstRange(of: separator) == nil, receive() {}
            guard let end = received.firstRange(of: separator),
                let size = Int(String(decoding: received[..<end.lowerBound], as: UTF8.self), radix: 16)
            else { return body }
            while received.count < end.upperBound + size + 2, receive() {}
            body += received.dropFirst(end.upperBound).prefix(size)
            received.removeFirst(min(end.upperBound + size + 2, received.count))
            if size == 0 { return body }
        }
    }

    /// Returns whether the server closes the connection within `seconds`. Reads what the server sends until then.
    func isClosed(within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) > 0 else { continue }
            if !receive() { return true }
        }
        return false
    }

    /// Reads the next bytes. Returns whether bytes arrived.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

/// A reply of the server.
struct AttackReply: Sendable {
    let head: String
    let body: [UInt8]

    /// The status, or 0 if there is no reply.
    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }
}
