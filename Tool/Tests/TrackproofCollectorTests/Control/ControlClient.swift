import Foundation
import HTTPTypes
import Testing
import Trackproof
import TrackproofJSON

/// A client of the control API.
struct ControlClient: Sendable {
    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    /// Sends a request and reads its answer.
    ///
    /// - Parameter path: A path within the control API, or an absolute path if it begins with `/`.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", headers: HTTPFields = [:]
    ) async throws -> HTTP.Reply {
        try await send(method, path, bytes: Array(body.utf8), headers: headers)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8], headers: HTTPFields = [:]
    ) async throws -> HTTP.Reply {
        let names = headers.map { ($0.name.rawName, $0.value) }
        return try await HTTP.send(method.rawValue, url(path), bytes, headers: Dictionary(names) { $1 })
    }

    /// Reads a stream until `isEnough` returns true for the text so far.
    func stream(
        _ path: String, headers: [String: String] = [:],
        until isEnough: @escaping @Sendable (String) async throws -> Bool
    ) async throws -> String {
        var bytes = Data()
        for try await piece in try HTTP.pieces(url(path), headers: headers) {
            bytes += piece
            let text = String(decoding: bytes, as: UTF8.self)
            if try await isEnough(text) { return text }
        }
        throw URLError(.networkConnectionLost)
    }

    private func url(_ path: String) -> String { address + (path.hasPrefix("/") ? path : "/trackproof/v1/" + path) }
}

extension HTTP.Reply {
    func json() throws -> ControlJSON { ControlJSON(try EventValue(json: Array(body), of: "answer")) }
}
