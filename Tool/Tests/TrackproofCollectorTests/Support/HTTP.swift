import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

enum HTTP {
    struct Reply: Sendable {
        let status: Int
        let retryAfter: String?
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let session = URLSession(configuration: configuration)

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        configuration.httpMaximumConnectionsPerHost = 64
        return configuration
    }

    static func get(_ url: String) async throws -> Reply { try await send("GET", url) }

    static func post(_ url: String, _ body: String) async throws -> Reply {
        try await send("POST", url, Array(body.utf8))
    }

    static func delete(_ url: String) async throws -> Reply { try await send("DELETE", url) }

    /// Returns the body of an answer, piece by piece as it arrives.
    static func pieces(_ url: String, headers: [String: String] = [:]) throws -> AsyncThrowingStream<Data, any Error> {
        let request = try request("GET", url, [], headers)
        return AsyncThrowingStream { continuation in
            let session = URLSession(
                configuration: configuration, delegate: Pieces(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in session.invalidateAndCancel() }
            task.resume()
        }
    }

    private static func request(
        _ method: String, _ url: String, _ body: [UInt8], _ headers: [String: String]
    ) throws -> URLRequest {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if !body.isEmpty { request.httpBody = Data(body) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    static func send(
        _ method: String, _ url: String, _ body: [UInt8] = [], headers: [String: String] = [:]
    ) async throws -> Reply {
        let (body, response) = try await session.data(for: try request(method, url, body, headers))
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Reply(
            status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"), body: body)
    }
}

private final class Pieces: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
