import Foundation
import TrackproofPlatform

/// An HTTP request to a collector, and the answer.
///
/// `URLSession` is not used, because it is not available everywhere: on Linux, it is a module of its own that triples
/// the time that a program needs to start. It also follows the settings for proxies, which do not apply to a collector.
/// The format is that of RFC 9112.
struct HTTPExchange {
    let host: String
    let port: Int
    /// The request up to its body.
    private let head: String
    private let body: [UInt8]

    /// The complete answer of a server.
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    /// The reason why there is no answer.
    struct Failure: Error {
        let message: String
        /// Whether the server did nothing for too long.
        var isSilent = false

        /// A failure with the system's message for an error number.
        static func system(_ code: Int32) -> Failure { Failure(message: Platform.message(forError: code)) }
        static let malformed = Failure(message: "the server did not answer in HTTP/1.1")
        static let silent = Failure(message: "The request timed out.", isSilent: true)
    }

    /// The longest time in which the server may do nothing, in nanoseconds.
    private static let patience: UInt64 = 20_000_000_000
    /// The maximum size of an answer, in bytes. A page of events is much smaller.
    private static let maxSize = 256 << 20

    /// - Parameters:
    ///   - target: The path and the query, percent-encoded.
    ///   - token: The token of the collector.
    init(_ method: String, host: String, port: Int, target: String, token: String?, body: [UInt8] = []) {
        (self.host, self.port, self.body) = (host, port, body)
        let authority = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        let lines = [
            "\(method) \(target) HTTP/1.1", "Host: \(authority)", "Connection: close",
            "Content-Length: \(body.count)", token.map { "Authorization: Bearer \($0)" },
        ]
        head = lines.compactMap(\.self).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Sends the request and returns the answer. Blocks the thread until then.
    func answer() throws(Failure) -> Answer {
        // A line break in a host name or a token would add a header to the request.
        if head.components(separatedBy: "\r\n").contains(where: { $0.utf8.contains { $0 < 0x20 } }) {
            throw Failure(message: "the address or the token contains a control character")
        }
        let socket = try connected()
        defer { Platform.closeDescriptor(socket) }
        try send(Array(head.utf8) + body, to: socket)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while try read(socket, into: &buffer, &bytes) {
            if bytes.count > Self.maxSize { throw Failure(message: "the answer is too large") }
            // Some servers keep the connection open.
            if let answer = try Self.answer(in: bytes) { return answer }
        }
        guard !bytes.isEmpty else { throw Failure(message: "the server closed the connection without an answer") }
        guard let answer = try Self.answer(in: bytes, isEnded: true) else { throw Self.endedEarly }
        return answer
    }

    private static let endedEarly = Failure(message: "the answer ended early")

    // MARK: The connection

    /// Connects to the first address of the host that accepts the connection.
    private func connected() throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Platform.streamSocket
        var addresses: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &addresses)
        guard code == 0 else { throw Failure(message: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(addresses) }
        var failure = Failure.malformed
        var next = addresses
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
            guard descriptor >= 0 else { throw .system(errno) }
            Platform.prepareSocket(descriptor)
            Platform.setNonBlocking(descriptor)
            do throws(Failure) {
                if connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
                    guard errno == EINPROGRESS else { throw .system(errno) }
                    try Self.check(Platform.outcomeOfConnecting(descriptor, until: Self.deadline))
                }
                return descriptor
            } catch {
                Platform.closeDescriptor(descriptor)
                failure = error
            }
        }
        throw failure
    }

    private func wait(for events: Int32, _ descriptor: Int32) throws(Failure) {
        try Self.check(Platform.wait(for: events, descriptor, until: Self.deadline))
    }

    private static var deadline: UInt64 { Platform.monotonicNanoseconds() + patience }

    /// Throws an error if the outcome of a wait is an error number or `nil`, which means that the time was over.
    private static func check(_ outcome: Int32?) throws(Failure) {
        guard let outcome else { throw .silent }
        if outcome != 0 { throw .system(outcome) }
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Platform.sendBytes(descriptor, $0 + sent, bytes.count - sent) } ?? 0
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, descriptor)
            } else if errno == EPIPE || errno == ECONNRESET {
                // The server has perhaps answered before it read everything.
                return
            } else {
                throw .system(errno)
            }
        }
    }

    /// Appends the bytes that have arrived to `answer`. Returns `false` if the server has closed the connection.
    private func read(
        _ descriptor: Int32, into buffer: inout [UInt8], _ answer: inout [UInt8]
    ) throws(Failure) -> Bool {
        let count = Platform.readBytes(descriptor, &buffer, buffer.count)
        if count > 0 { answer += buffer[..<count] }
        if count >= 0 { return count > 0 }
        guard errno == EAGAIN else { throw .system(errno) }
        try wait(for: POLLIN, descriptor)
        return true
    }

    // MARK: The answer

    /// Returns the answer, or `nil` if some of its bytes have not arrived yet.
    ///
    /// - Parameter isEnded: Whether no more bytes arrive. That is the end of an answer that does not say its length.
    private static func answer(in bytes: [UInt8], isEnded: Bool = false) throws(Failure) -> Answer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let parts = lines[0].split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else { throw .malformed }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        let body = bytes[end.upperBound...]
        if headers["transfer-encoding"]?.lowercased() == "chunked" {
            // Without this line, each arrival would search all chunks again.
            guard body.suffix(lastChunk.count).elementsEqual(lastChunk) || isEnded else { return nil }
            return try joinedChunks(body).map { Answer(status: status, body: $0) }
        }
        if status == 204 { return Answer(status: status, body: []) }
        guard let text = headers["content-length"] else {
            return isEnded ? Answer(status: status, body: Array(body)) : nil
        }
        guard let length = Int(text), length >= 0 else { throw .malformed }
        return body.count < length ? nil : Answer(status: status, body: Array(body.prefix(length)))
    }

    private static let lastChunk = Array("0\r\n\r\n".utf8)

    /// Returns the content of a chunked body, or `nil` if some of its bytes have not arrived yet.
    ///
    /// Each chunk begins with its size in hexadecimal digits.
    private static func joinedChunks(_ bytes: ArraySlice<UInt8>) throws(Failure) -> [UInt8]? {
        var joined: [UInt8] = []
        var rest = bytes
        let lineEnd = Array("\r\n".utf8)
        while let end = rest.firstRange(of: lineEnd) {
            let line = String(decoding: rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let size = Int(line, radix: 16), size >= 0 else { throw .malformed }
            if size == 0 { return joined }
            rest = rest[end.upperBound...]
            guard rest.count >= size + lineEnd.count else { return nil }
            joined += rest.prefix(size)
            rest = rest.dropFirst(size + lineEnd.count)
        }
        return nil
    }
}
