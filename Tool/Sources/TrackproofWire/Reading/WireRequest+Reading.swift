internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

extension WireRequest {
    /// The path without slashes at its end.
    var trimmedPath: Substring {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path
    }

    /// The path's parts: `v1` and `batch`.
    var pathParts: [Substring] { path.split(separator: "/") }

    /// The first header of a name in small letters.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The first pair of the query of that name.
    func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The body as JSON.
    func json(itemLevels: Int = 1) throws(WireRejection) -> EventValue {
        try EventValue(wire: body, itemLevels: itemLevels)
    }
}

extension EventValue {
    /// Reads JSON that stands in a field of a request, or is its body.
    ///
    /// - Parameter itemLevels: how many levels the array stands in whose elements are items.
    init(wire bytes: [UInt8], at place: WirePlace = "", itemLevels: Int = 1) throws(WireRejection) {
        // The text may have been in base64 or behind escapes, so that nobody could weigh it before.
        guard bytes.fitsDecoded else { throw .tooMuch("\(place)") }
        do throws(EventFormatError) {
            // Some of what a request says stands one level deeper in the recording.
            try self.init(wireJSON: bytes, of: "body", within: 1, itemLevels: itemLevels)
        } catch {
            throw WireRejection(field: "\(place)", "line \(error.line), column \(error.column): \(error.message)")
        }
    }
}
