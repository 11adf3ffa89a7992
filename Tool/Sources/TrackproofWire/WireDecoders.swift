/// All decoders, and the choice between them.
package enum WireDecoders {
    /// The version of the decoders, which grows with each change of what they return for a request.
    ///
    /// Requests that an older version decoded are decoded again.
    package static let version = 3

    /// The decoders in the order in which they are asked. If two recognize a request, the first one decodes it.
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

    /// Returns whether a request may belong to a vendor, judged by its method, path and query.
    ///
    /// At some paths, only the body says which vendor a request belongs to. For these paths, the result is `true`.
    package static func mayBelongToVendor(_ request: WireRequest) -> Bool {
        decoder(for: request) != nil || ambiguousPaths.contains(request.trimmedPath)
    }

    /// The paths at which the body may decide which vendor a request belongs to, if any.
    private static let ambiguousPaths: Set<Substring> = [
        "/", "/httpapi", "/identify", "/i", "/batch", "/track", "/engage", "/capture", "/e",
    ]

    /// Returns the decoder of a request.
    ///
    /// If the path begins with a vendor's name (`/segment/v1/batch`), the decoder is that vendor's. Otherwise, it is
    /// the first decoder that recognizes the request.
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
