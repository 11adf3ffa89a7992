internal import Trackproof

/// Segment's HTTP API: <https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/>.
package enum SegmentDecoder: WireDecoder {
    /// `segment`.
    package static let vendor = "segment"

    private enum Endpoint {
        case batch
        case single(EventKind)
        /// What an SDK asks before it sends anything.
        case settings(key: String)
        /// What an SDK says of itself.
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
                // Browsers send to the kind's first letter.
                let kind = EventKind.allCases.first { $0.rawValue == word || $0.rawValue.prefix(1) == word }
                guard let kind else { return nil }
                self = .single(kind)
            }
        }
    }

    /// `/v1/…`, where the body is not RudderStack's.
    package static func recognizes(_ request: WireRequest) -> Bool {
        Endpoint(request) != nil && !RudderStackDecoder.recognizes(request)
    }

    /// Reads a batch or one item.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        switch Endpoint(request) {
        case .batch: return try SegmentItems.decode(request, nil, source: .wire(vendor))
        case .single(let kind): return try SegmentItems.decode(request, kind, source: .wire(vendor))
        case .settings: return .ignored("a question for settings")
        case .metrics: return .ignored("what the SDK counts of itself")
        case nil: throw .unknownPath(request, "Segment")
        }
    }

    /// Success whatever the items, as Segment answers: only a body that is no JSON or too large is refused.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch (Endpoint(request), result) {
        case (nil, _): .json(["success": false, "code": "not_found", "message": "Not Found"], status: 404)
        case (.settings(let key), _):
            .json(["integrations": ["Segment.io": ["apiKey": key] as EventParameters] as EventParameters])
        case (_, .success): .json(["success": true])
        case (_, .failure(let rejection)):
            .json(["success": false, "code": "invalid_request", "message": rejection.description], status: 400)
        }
    }
}
