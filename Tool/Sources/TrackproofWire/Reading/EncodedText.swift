internal import Foundation
internal import Trackproof

// Text inside text: base64 of JSON, percent-encoding.
extension EventValue {
    /// Reads base64 of JSON, of either alphabet, padded or not.
    init(base64JSON text: String, field: String) throws(WireRejection) {
        guard let bytes = [UInt8](base64: text) else { throw WireRejection(field: field, "is no base64") }
        try self.init(wire: bytes, field: field)
    }
}

extension [UInt8] {
    /// What base64 of either alphabet stands for, padded or not; nil where it is none.
    init?(base64 text: String) {
        var padded = text.replacing("-", with: "+").replacing("_", with: "/")
        if !padded.hasSuffix("=") { padded += String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4) }
        guard let data = Data(base64Encoded: padded) else { return nil }
        self.init(data)
    }
}

extension EventParameters {
    /// Reads `application/x-www-form-urlencoded`: names and values, `+` a space. Of a repeated name the last wins.
    ///
    /// - Parameter place: what rejections call it.
    init(form bytes: some Collection<UInt8>, at place: String) throws(WireRejection) {
        var pairs: [EventParameter] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(formEncoded: parts[0]) else {
                throw WireRejection(field: place, "the name of a field is no UTF-8")
            }
            guard let value = String(formEncoded: parts.count > 1 ? parts[1] : pair.suffix(0)) else {
                throw WireRejection(field: place.isEmpty ? name : place + "." + name, "is no UTF-8")
            }
            pairs.append(EventParameter(name, .string(value)))
        }
        self.init(pairs)
    }

    /// The query of a request.
    init(query: [(name: String, value: String)]) {
        self.init(query.map { EventParameter($0.name, .string($0.value)) })
    }
}

extension String {
    /// Undoes percent-encoding; a percent sign that encodes nothing stands for itself. Nil where the result is no UTF-8.
    fileprivate init?(formEncoded bytes: some Collection<UInt8>) {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "+") {
                decoded.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(code)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        self.init(validating: decoded, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self & 0xDF)
    }
}
