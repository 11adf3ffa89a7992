import Trackproof

/// A request to Amplitude's first HTTP API, which older SDKs use. The events are JSON in a field of a form.
///
/// Browsers and phones post `client`, `e` (the events) and a checksum to `/`. Servers post `api_key` and `event` to
/// `/httpapi`, or `api_key` and `identification` to `/identify`. The events have the same fields as in the HTTP V2 API
/// (see ``AmplitudeDecoder``), except that `timestamp` is the time and `uuid` is the id.
struct AmplitudeForm {
    private let form: WireForm
    /// The field that contains the events.
    let field: String

    /// Creates the form of a request, or returns `nil` if the request does not belong to this API.
    init?(_ request: WireRequest) {
        let names: (key: String, events: String)
        switch request.trimmedPath {
        case "/": names = ("client", "e")
        case "/httpapi": names = ("api_key", "event")
        case "/identify": names = ("api_key", "identification")
        default: return nil
        }
        guard request.method == "POST", !request.body.beginsAsJSON else { return nil }
        form = WireForm(request.body)
        field = names.events
        // Any client may post to `/`. Therefore, a request to `/` belongs to Amplitude only if it has the fields
        // `client` and `e`. Only Amplitude uses `/httpapi` and `/identify`.
        if request.trimmedPath == "/", form[names.key] == nil || form[field] == nil { return nil }
    }

    /// The fields that apply to all events, without the checksum, which contains no information about the events.
    var envelope: EventParameters {
        EventParameters(
            form.fields.filter { $0.name != field && $0.name != "checksum" }
                .map { EventParameter($0.name, .string(String(decoding: $0.value, as: UTF8.self))) })
    }

    /// Returns the events. The field contains an array or a single event.
    func events() throws(WireRejection) -> [EventValue] {
        guard let json = form[field] else { throw .missing(field, "JSON") }
        let value = try EventValue(wire: json, at: .words(field))
        return value.array ?? [value]
    }

    /// Returns the text `success`, or an error with the first rejection.
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
