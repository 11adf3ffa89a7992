/// The JSON text in a request from a browser or from an older SDK.
///
/// The JSON is the body, or the field `data` of a form or of the query. The JSON is plain or in base64.
struct WirePayload {
    let bytes: [UInt8]
    /// The field that contained the JSON: `data`, or an empty string for the body.
    let field: String

    init(_ request: WireRequest) throws(WireRejection) {
        let sent: [UInt8]
        if let data = request.queryValue("data"), !data.isEmpty {
            (sent, field) = (Array(data.utf8), "data")
        } else if let form = WireForm(request) {
            guard let data = form["data"] else { throw .missing("data", "JSON, plain or in base64") }
            (sent, field) = (data, "data")
        } else {
            (sent, field) = (request.body, "")
        }
        guard !sent.isEmpty else { throw .missing(field, "JSON") }
        if sent.starts(with: [0x1F, 0x8B]) {
            throw WireRejection(field: field, "expected JSON or base64, found gzip data")
        }
        // 0xC2 0x8B is the character with the number of the second byte of gzip, in UTF-8.
        if sent.starts(with: [0x1F, 0xC2, 0x8B]) {
            throw WireRejection(
                field: field,
                "expected JSON or base64, found gzip data whose bytes were converted to UTF-8 as if they were text")
        }
        if sent.beginsAsJSON {
            bytes = sent
        } else if let decoded = Self.base64(sent) {
            bytes = decoded
        } else {
            throw WireRejection(field: field, "neither JSON nor base64")
        }
    }

    /// Decodes base64 that may end with line breaks. A space counts as `+`, because forms decode `+` to a space.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        var text = text.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        while text.last == 0x0A || text.last == 0x0D { text.removeLast() }
        return [UInt8](base64: text)
    }
}

/// The fields of a body in `application/x-www-form-urlencoded`, in the order of the body.
struct WireForm {
    let fields: [(name: String, value: [UInt8])]

    /// Creates the fields of a request's body, or returns `nil` if the body is not a form.
    ///
    /// A body that begins as JSON is not a form, even if its content type says that it is one. For example, `curl -d`
    /// sends JSON with the content type of a form.
    init?(_ request: WireRequest) {
        let type = request.header("content-type") ?? ""
        guard
            type.lowercased().hasPrefix("application/x-www-form-urlencoded") || request.body.starts(with: "data=".utf8),
            !request.body.beginsAsJSON
        else { return nil }
        self.init(request.body)
    }

    /// Creates the fields of a body that is a form.
    init(_ body: [UInt8]) {
        fields = body.formPairs.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
    }

    subscript(name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }
}

extension [UInt8] {
    /// Whether the first byte after white space opens a JSON object or array.
    var beginsAsJSON: Bool {
        switch first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): true
        default: false
        }
    }
}
