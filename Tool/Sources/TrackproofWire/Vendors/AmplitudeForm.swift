internal import Trackproof

/// Amplitude's first HTTP API, which older SDKs use: JSON in a field of a form.
///
/// Browsers and phones post `client`, `e` (the events) and a checksum to `/`; servers post `api_key` and `event` to
/// `/httpapi`, or `identification` to `/identify`. The events are those of the second API, but that `timestamp` and
/// `uuid` are the time and the id.
struct AmplitudeForm {
    private let fields: [(name: String, value: [UInt8])]
    /// The field that holds the events.
    let field: String

    /// Nil for a request that is not of this API.
    init?(_ request: WireRequest) {
        let names: (key: String, events: String)
        switch request.trimmedPath {
        case "/": names = ("client", "e")
        case "/httpapi": names = ("api_key", "event")
        case "/identify": names = ("api_key", "identification")
        default: return nil
        }
        guard request.method == "POST", !request.body.beginsAsJSON else { return nil }
        let fields = request.body.formPairs.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
        // The bare address has no other use; the other paths are Amplitude's.
        guard
            request.trimmedPath != "/"
                || [names.key, names.events].allSatisfy({ name in
                    fields.contains { $0.0 == name }
                })
        else { return nil }
        self.fields = fields
        field = names.events
    }

    /// What the form says besides of all events; the checksum says nothing.
    var envelope: EventParameters {
        EventParameters(
            fields.filter { $0.name != field && $0.name != "checksum" }
                .map { EventParameter($0.name, .string(String(decoding: $0.value, as: UTF8.self))) })
    }

    /// The events: an array, or one alone.
    func events() throws(WireRejection) -> [EventValue] {
        guard let json = fields.first(where: { $0.name == field })?.value else { throw .missing(field, "JSON") }
        let value = try EventValue(wire: json, at: .words(field))
        return value.array ?? [value]
    }

    /// `success`, or what is wrong.
    static func reply(_ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch result {
        case .success(let decoding):
            guard let rejection = decoding.rejections.first else { return .text("success") }
            return .text("invalid_event: \(rejection)", status: 400)
        case .failure(let rejection) where rejection.kind == .tooLarge: return .text("request_too_large", status: 413)
        case .failure(let rejection): return .text("missing_event: \(rejection)", status: 400)
        }
    }
}
