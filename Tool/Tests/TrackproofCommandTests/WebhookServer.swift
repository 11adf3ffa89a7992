import Foundation

/// A local HTTP server in place of a chat's server. It sends the replies in order, and then repeats the last reply.
final class WebhookServer: @unchecked Sendable {
    // `@unchecked`: the lock guards all mutable state.

    enum Reply {
        case status(Int, headers: [String] = [], body: String = "")
        /// No answer. The connection stays open until the server ends.
        case silence
        /// No answer. The server closes the connection.
        case end
        /// An answer that is not HTTP.
        case garbage
    }

    struct Request {
        let head: String
        let body: String
        let time = Date()
    }

    private let lock = NSLock()
    private var received: [Request] = []
    private var connections: [Int32] = []
    private let listener: Int32
    private let replies: [Reply]
    let port: UInt16

    init(isIPv6: Bool = false, _ replies: Reply...) throws {
        self.replies = replies
        #if canImport(Glibc)
            let listener = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0)
        #endif
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            try Self.listen(at: &address, listener)
            port = UInt16(bigEndian: address.sin6_port)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            try Self.listen(at: &address, listener)
            port = UInt16(bigEndian: address.sin_port)
        }
        self.listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                self.serve(connection)
            }
        }
    }

    /// Listens at an address, and writes the port to the address.
    private static func listen<Address>(at address: inout Address, _ listener: Int32) throws {
        var size = socklen_t(MemoryLayout<Address>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && Foundation.listen(listener, 16) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isReady else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        // `shutdown` wakes the thread that waits for connections.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for connection in connections { close(connection) }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    var requests: [Request] { lock.withLock { received } }

    private func serve(_ connection: Int32) {
        guard let request = Self.read(connection) else {
            close(connection)
            return
        }
        let reply = lock.withLock {
            received.append(request)
            return replies[min(received.count, replies.count) - 1]
        }
        switch reply {
        case .status(let status, let headers, let body):
            let lines =
                ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
            Self.write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, to: connection)
        case .silence:
            lock.withLock { connections.append(connection) }
            return
        case .garbage: Self.write("hello\r\n\u{0}\r\n\r\n", to: connection)
        case .end: break
        }
        close(connection)
    }

    private static func write(_ text: String, to connection: Int32) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = send(connection, bytes, bytes.count, 0)
        #endif
    }

    private static func read(_ connection: Int32) -> Request? {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = data.firstRange(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
                let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if data.count - end.upperBound >= length {
                    return Request(head: head, body: String(decoding: data[end.upperBound...], as: UTF8.self))
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            data += buffer[..<count]
        }
    }
}
