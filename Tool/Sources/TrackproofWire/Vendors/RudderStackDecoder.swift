import Trackproof
import TrackproofVendors

/// The decoder of RudderStack's HTTP API: <https://www.rudderstack.com/docs/api/http-api/>.
///
/// The items have the format of Segment, except that the traits of an identify event are in its member `context`. RudderStack
/// refuses a whole batch because of one wrong item.
package enum RudderStackDecoder: WireDecoder {
    package static let vendor = Vendor.rudderStack.name

    private enum Endpoint {
        case batch
        case beacon
        case single(EventKind)
        /// A request for the settings, which an SDK needs before it sends events.
        case settings

        init?(_ request: WireRequest) {
            let parts = request.pathParts
            switch (parts.first, parts.count) {
            case ("sourceConfig", 1): self = .settings
            case ("v1", 2) where parts[1] == "batch": self = .batch
            // The request that a browser sends when the user leaves the page.
            case ("beacon", 3) where parts[1] == "v1" && parts[2] == "batch": self = .beacon
            case ("v1", 2):
                guard let kind = EventKind(rawValue: String(parts[1])), SegmentItems.kinds.contains(kind) else {
                    return nil
                }
                self = .single(kind)
            default: return nil
            }
        }
    }

    /// Returns whether a request belongs to RudderStack.
    ///
    /// RudderStack and Segment share most paths. At these paths, a request belongs to RudderStack if it has the header
    /// `AnonymousId`, or if its body has `channel` but no `writeKey`. The reason is that RudderStack's SDKs send the
    /// key only in a header.
    package static func recognizes(_ request: WireRequest) -> Bool {
        switch Endpoint(request) {
        case nil: return false
        case .settings, .beacon: return true
        case .batch, .single:
            if request.header("anonymousid") != nil { return true }
            let start = JSONOutline(startOf: request.body)
            guard start.names.contains("channel") || start.itemNames.contains("channel") else { return false }
            return !JSONOutline(request.body).names.contains("writeKey")
        }
    }

    /// Returns the items of a request: a batch or a single item.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        // The default of `maxReqSizeInKB`, rudder-server, `gateway`.
        try request.checkSize(most: 4_096_000, "RudderStack")
        switch Endpoint(request) {
        case .batch, .beacon:
            return try SegmentItems.decode(request, nil, source: .wire(vendor), isRudderStack: true)
                .allOrNothing(at: "batch", isFatal)
        case .single(let kind):
            return try SegmentItems.decode(request, kind, source: .wire(vendor), isRudderStack: true)
        case .settings: return .ignored("a request for settings")
        case nil: throw .unknownPath(request, "RudderStack")
        }
    }

    /// Returns whether RudderStack refuses a whole batch because of a rejection: the item is not an object, or has no id of
    /// a user. RudderStack accepts other wrong items, and drops them later.
    private static func isFatal(_ rejection: WireRejection) -> Bool {
        rejection.field.hasSuffix(".userId") || rejection.isOfItem
    }

    /// Returns `OK`, or the reason if RudderStack refuses the request.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch (Endpoint(request), result) {
        case (nil, _): return .text("404 page not found", status: 404)
        case (.settings, _): return settings
        case (_, .success(let decoding)):
            guard let rejection = decoding.rejections.first(where: isFatal) else { return .text("OK") }
            return .text(rejection.description, status: 400)
        case (_, .failure(let rejection)): return .text(rejection.description, status: 400)
        }
    }

    /// The settings of an enabled source without destinations and without statistics.
    ///
    /// The settings contain every member that rudder-sdk-swift requires.
    private static var settings: WireReply {
        let off: EventParameters = ["enabled": false]
        let statistics: EventParameters = ["errors": off, "metrics": off]
        let source: EventParameters = [
            "id": "trackproof", "name": "trackproof", "writeKey": "any", "workspaceId": "trackproof", "enabled": true,
            "updatedAt": "2026-01-01T00:00:00.000Z", "config": ["statsCollection": statistics] as EventParameters,
            "destinations": EventValue.array([]),
        ]
        return .json(["isHosted": false, "source": source])
    }
}
