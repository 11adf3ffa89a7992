public import Foundation
public import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// A client of a collector's control API. Each call blocks its thread until the collector has answered.
public struct CollectorConnection: Sendable {
    private let collector: URL
    private let token: String?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - collector: The address of the collector, such as `http://127.0.0.1:9090`.
    ///   - token: The token of the collector, or `nil` if the collector needs no token.
    public init(_ collector: URL, token: String?) {
        self.collector = collector
        self.token = token
    }

    /// Sends a request and returns the body of the answer.
    ///
    /// - Throws: ``CollectorError`` if the collector cannot be reached, or answers with a status other than 200 to 299.
    public func send(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: EventParameters? = nil
    ) throws(CollectorError) -> [UInt8] {
        var components = URLComponents(
            url: collector.appendingPathComponent("trackproof/v1/" + path), resolvingAgainstBaseURL: false)
        components?.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0.key, value: $0.value) }
        guard let components, components.scheme == "http", let host = components.host, !host.isEmpty else {
            throw CollectorError("\(collector): expected the address of a collector, such as http://127.0.0.1:9090")
        }
        let target = components.percentEncodedPath + (components.percentEncodedQuery.map { "?" + $0 } ?? "")
        let exchange = HTTPExchange(
            method, host: host.trimmingCharacters(in: ["[", "]"]), port: components.port ?? 80, target: target,
            token: token, body: body.map { Array(EventValue.object($0).json.utf8) } ?? [])
        let answer: HTTPExchange.Answer
        do {
            answer = try exchange.answer()
        } catch {
            throw CollectorError(
                "\(collector): the collector cannot be reached: \(error.message)", isSilent: error.isSilent)
        }
        let (status, bytes) = (answer.status, answer.body)
        guard (200..<300).contains(status) else {
            throw CollectorError(
                "\(collector): \(method) \(path): \(Self.reason(bytes) ?? "status \(status)")", isFinal: status == 404)
        }
        return bytes
    }

    /// Sends a request as ``send(_:_:query:_:)`` does, and returns the JSON object in the body of the answer.
    public func object(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: EventParameters? = nil
    ) throws(CollectorError) -> EventParameters {
        guard let object = Self.object(try send(method, path, query: query, body)) else {
            throw CollectorError("\(collector): \(method) \(path): the server did not answer like a collector")
        }
        return object
    }

    /// Reads the entries of a list of the collector, such as `rejected`, page by page.
    ///
    /// The method reads only the entries of requests whose id is greater than `first`.
    ///
    /// - Returns: The entries, and the id of the last request that the list contains.
    public func all(
        _ list: String, query: [String: String], after first: Int64 = 0
    ) throws(CollectorError) -> (values: [EventValue], last: Int64) {
        var values: [EventValue] = []
        var last = first
        while true {
            let page = try object("GET", list, query: query.merging(["after": String(last)]) { $1 })
            values += page[list]?.array ?? []
            let next = page["next"]?.integer ?? last
            guard page["whole"]?.bool == false, next > last else { return (values, next) }
            last = next
        }
    }

    /// Reads the events of a list, such as `retries`, as ``all(_:query:after:)`` does.
    public func allEvents(_ list: String, query: [String: String]) throws -> [RecordedEvent] {
        let events = EventParameters([EventParameter("events", .array(try all(list, query: query).values))])
        return try Recording(Array(events.json.utf8), name: list).events
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

/// An error from a request to a collector.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed, and why.
    public let message: String
    /// Whether the session no longer exists, so that every further attempt would fail too.
    package let isFinal: Bool
    /// Whether the collector did not answer in time. A further attempt may take just as long.
    package let isSilent: Bool

    init(_ message: String, isFinal: Bool = false, isSilent: Bool = false) {
        self.message = message
        self.isFinal = isFinal
        self.isSilent = isSilent
    }

    /// The message.
    public var description: String { message }
}

/// An item of a request that the collector rejected.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// The vendor of the request, or `nil` if the vendor is unknown.
    public let vendor: String?
    /// The reason, after the field that is wrong, such as `batch[0].event: expected a string`.
    public let reason: String

    /// Creates a rejection from an element of the control API's list of rejected items.
    public init?(_ item: EventValue) {
        guard let item = item.object else { return nil }
        let field = item["field"]?.string ?? ""
        vendor = item["vendor"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        reason = (field.isEmpty ? "" : "\(field): ") + (item["reason"]?.string ?? "")
    }

    /// The source of the request and the reason, such as `wire:segment: batch[0].event: expected a string`.
    public var description: String { (vendor.map { "\(EventSource.wire($0)): " } ?? "") + reason }
}
