package import Trackproof
import TrackproofJSON

/// An HTTP request from an SDK, with its body decompressed.
package struct WireRequest: Sendable {
    /// The HTTP method in capitals, such as `POST`.
    package var method: String
    /// The path without its query, still percent-encoded, such as `/v1/batch`.
    package var path: String
    /// The decoded pairs of the query, in the order of the query.
    package var query: [(name: String, value: String)]
    /// The headers in the order of the request, with lowercase names.
    package var headers: [(name: String, value: String)]
    /// The body after decompression.
    ///
    /// The collector decompresses a body if `Content-Encoding` names gzip or deflate, or if the body begins with 1F 8B,
    /// the signature of gzip. posthog-js sends gzip without a `Content-Encoding`, and with `compression=gzip-js` in the
    /// query.
    package var body: [UInt8]
    /// The time at which the request arrived.
    package var received: EventTime

    /// Creates a request.
    package init(
        method: String = "POST", path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: [UInt8] = [], received: EventTime = .now
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.received = received
    }
}

/// The reply to an SDK.
package struct WireReply: Sendable, Hashable {
    /// The HTTP status code.
    package var status: Int
    /// The content type, or `nil` if there is no body.
    package var contentType: String?
    /// The body.
    package var body: [UInt8]

    /// Creates a reply.
    package init(status: Int = 200, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}

extension WireRequest {
    /// Throws a rejection if the body is larger than the vendor accepts.
    ///
    /// - Parameters:
    ///   - most: The greatest number of bytes, after decompression.
    ///   - vendor: The vendor's name in messages.
    func checkSize(most: Int, _ vendor: String) throws(WireRejection) {
        guard body.count > most else { return }
        throw WireRejection(
            kind: .tooLarge, "the body has \(body.count) bytes, and \(vendor) accepts at most \(most)")
    }

    /// Throws a rejection if an item of the body is larger than the vendor accepts.
    ///
    /// Counts the bytes of the item only if the whole body is large enough.
    func checkSize(
        of item: EventValue, at place: WirePlace, most: Int, _ vendor: String, kind: WireRejection.Kind = .tooLarge
    ) throws(WireRejection) {
        guard body.count > most, case let size = item.json.utf8.count, size > most else { return }
        throw WireRejection(
            kind: kind, field: "\(place)", "the event has \(size) bytes, and \(vendor) accepts at most \(most)")
    }

    /// The path without the slashes at its end.
    var trimmedPath: Substring {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path
    }

    /// The parts of the path, such as `v1` and `batch`.
    var pathParts: [Substring] { path.split(separator: "/") }

    /// Returns the value of the first header with this name. The name must be in lower case.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Returns the value of the first pair of the query with this name.
    func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Reads the body as JSON.
    ///
    /// - Parameter itemLevels: The maximum number of nested objects and arrays that contain the array of items. It is 1
    ///   if the array is a member of the outermost object.
    func json(itemLevels: Int = 1) throws(WireRejection) -> EventValue {
        try EventValue(wire: body, itemLevels: itemLevels)
    }
}

extension EventValue {
    /// Reads JSON from the body of a request or from one of its fields.
    ///
    /// - Parameter itemLevels: The maximum number of nested objects and arrays that contain the array of items. It is 1
    ///   if the array is a member of the outermost object.
    init(wire bytes: [UInt8], at place: WirePlace = "", itemLevels: Int = 1) throws(WireRejection) {
        // The collector has estimated the memory only for the body itself. The JSON may be base64 or a string inside
        // the body, so this initializer estimates the memory for the JSON too.
        guard bytes.fitsDecoded else { throw .tooMuch("\(place)") }
        do throws(EventFormatError) {
            // Some values are one level deeper in the recording than in the request. Therefore, the reader counts one
            // level more when it checks the limit on nesting.
            try self.init(wireJSON: bytes, of: "body", within: 1, itemLevels: itemLevels)
        } catch {
            throw WireRejection(field: "\(place)", "line \(error.line), column \(error.column): \(error.message)")
        }
    }
}

extension WireReply {
    /// Returns a reply in JSON.
    static func json(_ members: EventParameters, status: Int = 200) -> WireReply {
        WireReply(status: status, contentType: "application/json", body: Array(EventValue.object(members).json.utf8))
    }

    /// Returns a reply in plain text.
    static func text(_ words: String, status: Int = 200) -> WireReply {
        WireReply(status: status, contentType: "text/plain; charset=utf-8", body: Array(words.utf8))
    }
}

extension WireReply {
    /// Returns a reply with the transparent one-pixel image that website trackers load.
    static func pixel(status: Int = 200) -> WireReply {
        let gif: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
            0x00, 0x02, 0x02, 0x44, 0x01, 0x00, 0x3B,
        ]
        return WireReply(status: status, contentType: "image/gif", body: gif)
    }
}
