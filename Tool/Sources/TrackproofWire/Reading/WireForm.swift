/// The fields of a body as `application/x-www-form-urlencoded`, in their order.
struct WireForm {
    let fields: [(name: String, value: [UInt8])]

    /// Nil for a request whose body is no form: JSON too is sent as one, by `curl -d` for example.
    init?(_ request: WireRequest) {
        let type = request.header("content-type") ?? ""
        guard
            type.lowercased().hasPrefix("application/x-www-form-urlencoded") || request.body.starts(with: "data=".utf8),
            !request.body.beginsAsJSON
        else { return nil }
        fields = request.body.split(separator: UInt8(ascii: "&")).map { field in
            let end = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            let name = Self.decoded(field[..<end])
            return (String(decoding: name, as: UTF8.self), Self.decoded(field[end...].dropFirst()))
        }
    }

    subscript(name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }

    /// What is no escape stands for itself, as browsers and servers have it.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var place = text.startIndex
        while place < text.endIndex {
            let byte = text[place]
            if byte == UInt8(ascii: "%"), place + 2 < text.endIndex, let high = text[place + 1].hexDigit,
                let low = text[place + 2].hexDigit
            {
                bytes.append(high << 4 | low)
                place += 3
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                place += 1
            }
        }
        return bytes
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension [UInt8] {
    /// Whether the first character that says something opens an object or an array.
    var beginsAsJSON: Bool {
        switch first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): true
        default: false
        }
    }
}
