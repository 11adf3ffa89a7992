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
        fields = request.body.formPairs.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
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
