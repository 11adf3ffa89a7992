import Trackproof
import TrackproofVendors

/// The decoder of Segment's HTTP API.
///
/// Source: <https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/>
package enum SegmentDecoder: WireDecoder {
    package static let vendor = Vendor.segment.name

    private enum Endpoint {
        case batch
        case single(EventKind)
        /// A request for the settings, which an SDK needs before it sends events.
        case settings(key: String)
        /// The metrics that an SDK sends about itself.
        case metrics

        init?(_ request: WireRequest) {
            let parts = request.pathParts
            guard parts.count > 1, parts[0] == "v1" else { return nil }
            if parts.count == 4, parts[1] == "projects", parts[3] == "settings" {
                self = .settings(key: String(parts[2]))
                return
            }
            guard parts.count == 2 else { return nil }
            switch parts[1] {
            case "batch", "b", "import": self = .batch
            case "m": self = .metrics
            case let word:
                // Segment's SDK for browsers puts only the first letter of the kind into the path.
                let kind = SegmentItems.kinds.first { $0.rawValue == word || $0.rawValue.prefix(1) == word }
                guard let kind else { return nil }
                self = .single(kind)
            }
        }
    }

    /// Returns whether a request has one of Segment's paths (`/v1/…`) and does not belong to RudderStack.
    package static func recognizes(_ request: WireRequest) -> Bool {
        Endpoint(request) != nil && !RudderStackDecoder.recognizes(request)
    }

    /// Returns the items of a request, which contains a batch or a single item.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        switch Endpoint(request) {
        case .batch:
            try request.checkSize(most: 500 << 10, "Segment")
            return try SegmentItems.decode(request, nil, source: .wire(vendor))
                .allOrNothing(at: "batch") { $0.kind == .tooLarge }
        case .single(let kind):
            try request.checkSize(most: SegmentItems.sizeLimit, "Segment")
            return try SegmentItems.decode(request, kind, source: .wire(vendor))
        case .settings: return .ignored("a request for settings")
        case .metrics: return .ignored("the SDK's own metrics")
        case nil: throw .unknownPath(request, "Segment")
        }
    }

    /// Returns success even if items were rejected, as Segment does.
    ///
    /// Segment rejects a request only if its body is not JSON or is too large. This decoder replies with an error to
    /// any request that it cannot read as a whole.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch (Endpoint(request), result) {
        case (nil, _): .json(["success": false, "code": "not_found", "message": "Not Found"], status: 404)
        case (.settings(let key), _):
            .json(["integrations": ["Segment.io": ["apiKey": key] as EventParameters] as EventParameters])
        case (_, .success(let decoding)):
            decoding.rejections.first { $0.kind == .tooLarge }.map(refusal) ?? .json(["success": true])
        case (_, .failure(let rejection)): refusal(rejection)
        }
    }

    private static func refusal(_ rejection: WireRejection) -> WireReply {
        .json(["success": false, "code": "invalid_request", "message": rejection.description], status: 400)
    }
}
