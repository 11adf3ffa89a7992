internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A client of a collector's control API. Each call blocks its thread until the collector has answered.
final class CollectorConnection: Sendable {
    private let collector: URL
    private let token: String?
    private let session: URLSession

    init(_ collector: URL, token: String?) {
        self.collector = collector
        self.token = token
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 20
        configuration.httpMaximumConnectionsPerHost = 4
        session = URLSession(configuration: configuration)
    }

    // Lets requests in progress finish: outside of Darwin, the process may crash if it cancels a request that is just
    // ending.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the body of the answer.
    ///
    /// - Throws: ``CollectorError`` if the collector cannot be reached, or answers with a status other than 200 to 299.
    func send(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: EventParameters? = nil
    ) throws(CollectorError) -> [UInt8] {
        var components = URLComponents(
            url: collector.appendingPathComponent("trackproof/v1/" + path), resolvingAgainstBaseURL: false)
        components?.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0.key, value: $0.value) }
        guard let url = components?.url else {
            throw CollectorError("\(collector): expected the address of a collector, such as http://127.0.0.1:9090")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data(EventValue.object($0).json.utf8) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response, error) = answer(to: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode else {
            throw CollectorError(
                "\(collector): the collector cannot be reached: \(error?.localizedDescription ?? "no answer")",
                isSilent: (error as? URLError)?.code == .timedOut)
        }
        let bytes = Array(data ?? Data())
        guard (200..<300).contains(status) else {
            throw CollectorError(
                "\(collector): \(method) \(path): \(Self.reason(bytes) ?? "status \(status)")", isFinal: status == 404)
        }
        return bytes
    }

    /// Sends a request as ``send(_:_:query:_:)`` does, and returns the JSON object in the body of the answer.
    func object(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: EventParameters? = nil
    ) throws(CollectorError) -> EventParameters {
        guard let object = Self.object(try send(method, path, query: query, body)) else {
            throw CollectorError("\(collector): \(method) \(path): the server did not answer like a collector")
        }
        return object
    }

    private func answer(to request: URLRequest) -> (Data?, URLResponse?, (any Error)?) {
        let answer = Lock<(Data?, URLResponse?, (any Error)?)>((nil, nil, nil))
        let isThere = DispatchSemaphore(value: 0)
        session.dataTask(with: request) { data, response, error in
            answer.withLock { $0 = (data, response, error) }
            isThere.signal()
        }.resume()
        isThere.wait()
        return answer.withLock { $0 }
    }

    private static func reason(_ bytes: [UInt8]) -> String? { object(bytes)?["error"]?.string }

    static func object(_ bytes: [UInt8]) -> EventParameters? {
        do throws(EventFormatError) {
            return try EventValue(json: bytes, of: "answer").object
        } catch {
            return nil
        }
    }
}
