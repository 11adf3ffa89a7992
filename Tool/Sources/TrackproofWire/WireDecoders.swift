/// All decoders, and the choice between them.
package enum WireDecoders {
    /// Grows with each change of what decoders make of a request: what was stored by an older version is decoded again.
    package static let version = 2

    /// The decoders, in the order in which they are asked: of two that recognize a request the first has it.
    package static let all: [any WireDecoder.Type] = [
        SegmentDecoder.self,
        RudderStackDecoder.self,
        AmplitudeDecoder.self,
        MixpanelDecoder.self,
        PostHogDecoder.self,
        SnowplowDecoder.self,
        GA4Decoder.self,
        MatomoDecoder.self,
        CountlyDecoder.self,
        AppMetricaDecoder.self,
        OTLPLogsDecoder.self,
        RecordingDecoder.self,
    ]

    /// Whether a request may be a vendor's, as far as its method, path and query tell: whose it is the body may say.
    package static func mayBeAVendors(_ request: WireRequest) -> Bool {
        decoder(for: request) != nil || pathsOfSeveral.contains(request.trimmedPath)
    }

    /// Paths at which the body says whose request it is, if it is anybody's.
    private static let pathsOfSeveral: Set<Substring> = [
        "/", "/httpapi", "/identify", "/i", "/batch", "/track", "/engage", "/capture", "/e",
    ]

    /// Whose request it is: the vendor's that the path begins with (`/segment/v1/batch`), else that of the first
    /// decoder that recognizes it.
    ///
    /// - Returns: the decoder, and the request without the vendor's prefix; nil for nobody's.
    package static func decoder(
        for request: WireRequest
    ) -> (decoder: any WireDecoder.Type, request: WireRequest)? {
        let path = request.path
        let prefix = path.dropFirst().prefix { $0 != "/" }
        if path.first == "/", let decoder = all.first(where: { $0.vendor == prefix }) {
            var request = request
            request.path = String(path[prefix.endIndex...])
            if request.path.isEmpty { request.path = "/" }
            return (decoder, request)
        }
        return all.first { $0.recognizes(request) }.map { ($0, request) }
    }
}
