import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import Testing
import Trackproof
import TrackproofJSON

/// A client of the control API. It opens a connection for each request, and sends only the headers that a test gives.
struct ControlClient: Sendable {
    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    /// Sends a request and reads its answer.
    ///
    /// - Parameters:
    ///   - path: A path within the control API, or an absolute path if it begins with `/`.
    ///   - host: The value of the `Host` header, or `nil` for the collector's own host.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", headers: HTTPFields = [:],
        host: String? = nil
    ) async throws -> ControlAnswer {
        try await send(method, path, bytes: Array(body.utf8), headers: headers, host: host)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8], headers: HTTPFields = [:], host: String? = nil
    ) async throws -> ControlAnswer {
        try await exchange(method, path, bytes, headers, host) { parts in
            var answer: ControlAnswer?
            for try await part in parts {
                switch part {
                case .head(let head):
                    answer = ControlAnswer(status: head.status.code, headers: head.headerFields, bytes: [])
                case .body(let buffer): answer?.bytes += buffer.readableBytesView
                case .end: return try #require(answer)
                }
            }
            throw ConnectionDropped()
        }
    }

    /// Reads a stream until `isEnough` returns true for the text so far.
    func stream(
        _ path: String, headers: HTTPFields = [:], until isEnough: @escaping @Sendable (String) async throws -> Bool
    ) async throws -> String {
        try await exchange(.get, path, [], headers, nil) { parts in
            var text = ""
            for try await case .body(let buffer) in parts {
                text += String(buffer: buffer)
                if try await isEnough(text) { return text }
            }
            throw ConnectionDropped()
        }
    }

    private func exchange<Value: Sendable>(
        _ method: HTTPRequest.Method, _ path: String, _ bytes: [UInt8], _ headers: HTTPFields, _ host: String?,
        _ read: @escaping @Sendable (NIOAsyncChannelInboundStream<HTTPResponsePart>) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                    return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        var headers = headers
        headers[.contentLength] = String(bytes.count)
        let head = HTTPRequest(
            method: method, scheme: "http", authority: host ?? "127.0.0.1:\(port)",
            path: path.hasPrefix("/") ? path : "/trackproof/v1/" + path, headerFields: headers)
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(.head(head))
            try await outbound.write(.body(ByteBuffer(bytes: bytes)))
            try await outbound.write(.end(nil))
            return try await read(inbound)
        }
    }
}

/// The error of a connection that ended before the answer was complete.
struct ConnectionDropped: Error {}

struct ControlAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    var bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func json() throws -> ControlJSON { ControlJSON(try EventValue(json: bytes, of: "answer")) }
}
