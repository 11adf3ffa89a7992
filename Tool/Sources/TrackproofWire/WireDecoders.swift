/// The decoders of all vendors, and the choice of the decoder for a request.
package enum WireDecoders {
    /// The version of the decoders. Increase the version with every change that affects the result for a request.
    ///
    /// The version is a part of the version of a collector's store, which contains what the decoders found in each request.
    package static let version: Int32 = 7

    /// All decoders. If several decoders recognize a request, the first of these decoders in the list decodes it.
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

    /// Returns whether a request may belong to a vendor, before the collector has read the body.
    ///
    /// At some paths, only the body shows which vendor a request belongs to. For these paths, the result is `true`.
    package static func mayBelongToVendor(_ request: WireRequest) -> Bool {
        decoder(for: request) != nil || ambiguousPaths.contains(request.trimmedPath)
    }

    /// The paths that do not show which vendor a request belongs to, or whether it belongs to any vendor.
    private static let ambiguousPaths: Set<Substring> = [
        "/", "/httpapi", "/identify", "/i", "/batch", "/track", "/engage", "/capture", "/e",
    ]

    /// Returns the decoder of a request.
    ///
    /// If the path begins with a vendor's name (`/segment/v1/batch`), the result is that vendor's decoder. If not, the
    /// result is the first decoder that recognizes the request.
    ///
    /// - Returns: The decoder and the request without the vendor's prefix, or `nil` if no decoder recognizes the
    ///   request.
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
