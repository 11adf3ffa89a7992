import Foundation
import Testing

/// A socket to a server: it sends any bytes, in any pace, and need not read.
final class AttackClient {
    private let socket: Int32
    private var received: [UInt8] = []

    /// - Parameter receiveBuffer: how much of a reply the system takes before anyone reads it.
    init(_ server: AttackServer, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
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

    /// Sends bytes; returns whether the server took all of them.
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

    func exchange(_ text: String) throws -> AttackReply {
        send(text)
        return try reply()
    }

    /// The next reply, as far as the server sent it.
    func reply(hasBody: Bool = true) throws -> AttackReply {
        let separator = Array("\r\n\r\n".utf8)
        while received.firstRange(of: separator) == nil, receive() {}
        guard let end = received.firstRange(of: separator) else { return AttackReply(head: "", body: []) }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeSubrange(..<end.upperBound)
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard hasBody, let length else { return AttackReply(head: head, body: []) }
        while received.count < length, receive() {}
        let body = Array(received.prefix(length))
        received.removeFirst(body.count)
        return AttackReply(head: head, body: body)
    }

    /// Whether the server closes the connection within so many seconds; what it sends until then is read.
    func isClosed(within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) > 0 else { continue }
            if !receive() { return true }
        }
        return false
    }

    /// Reads some; returns whether there was any.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

/// What the server answered.
struct AttackReply: Sendable {
    let head: String
    let body: [UInt8]

    /// 0 where there was none.
    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }
}
