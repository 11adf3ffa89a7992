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

    static func get(_ url: String) async throws -> Reply { try await send(request(url)) }

    static func post(_ url: String, _ body: String) async throws -> Reply {
        var request = try request(url)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try await send(request)
    }

    static func delete(_ url: String) async throws -> Reply {
        var request = try request(url)
        request.httpMethod = "DELETE"
        return try await send(request)
    }

    /// Returns the body of an answer, piece by piece as it arrives.
    static func pieces(_ url: String) throws -> AsyncThrowingStream<Data, any Error> {
        let request = try request(url)
        return AsyncThrowingStream { continuation in
            let session = URLSession(
                configuration: configuration, delegate: Pieces(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in session.invalidateAndCancel() }
            task.resume()
        }
    }

    private static func request(_ url: String) throws -> URLRequest {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private static func send(_ request: URLRequest) async throws -> Reply {
        let (body, response) = try await session.data(for: request)
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
