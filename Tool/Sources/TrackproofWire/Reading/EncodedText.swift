package import Trackproof

// Decoding of text that is encoded in other text: JSON in base64 or in a string, and percent-encoding.
extension EventValue {
    /// Reads JSON from base64 in the standard or the URL-safe alphabet, with or without padding.
    init(base64JSON text: String, at place: WirePlace) throws(WireRejection) {
        guard let bytes = [UInt8](base64: Array(text.utf8)) else {
            throw WireRejection(field: "\(place)", "not base64")
        }
        try self.init(wire: bytes, at: place)
    }
}

extension EventValue {
    /// The number, if the value is a string that contains a number. Otherwise, the value itself.
    ///
    /// Some protocols send all values as text. A decoder uses this property for the fields that are numbers.
    var readAsNumber: EventValue {
        guard let first = string?.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return self
        }
        return readAsAnyJSON
    }

    /// The object or array, if the value is a string with the JSON of an object or array. Otherwise, the value itself.
    var readAsJSON: EventValue { string.map { Array($0.utf8).beginsAsJSON } == true ? readAsAnyJSON : self }

    /// The JSON value in the text, if the value is a string that contains JSON. Otherwise, the value itself.
    package var readAsAnyJSON: EventValue {
        guard let text = string else { return self }
        do throws(WireRejection) {
            return try EventValue(wire: Array(text.utf8))
        } catch {
            return self
        }
    }
}

extension EventParameters {
    /// Returns these parameters, with `read` applied to the values whose names satisfy a condition.
    func reading(_ read: (EventValue) -> EventValue, where condition: (String) -> Bool) -> EventParameters {
        guard contains(where: { condition($0.name) }) else { return self }
        return EventParameters(
            map { condition($0.name) ? EventParameter($0.name, read($0.value)) : $0 })
    }
}

extension [UInt8] {
    /// Decodes base64 in the standard or the URL-safe alphabet, with or without padding.
    ///
    /// Returns `nil` if the text is not base64.
    init?(base64 text: [UInt8]) {
        let digits = text[..<(text.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0)]
        // Each group of four digits encodes three bytes. A single digit after these groups has only six bits, too few
        // for a byte.
        guard digits.count % 4 != 1 else { return nil }
        self.init()
        reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let six = digit.base64Digit else { return nil }
            bits = bits << 6 | UInt32(six)
            count += 6
            if count >= 8 {
                count -= 8
                append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
    }

    /// Decodes the percent-encoding of forms, in which `+` encodes a space.
    ///
    /// A `%` without two hexadecimal digits stays as it is. Browsers and servers do the same.
    package init(formEncoded text: ArraySlice<UInt8>) {
        self.init()
        reserveCapacity(text.count)
        var place = text.startIndex
        while place < text.endIndex {
            let byte = text[place]
            if byte == UInt8(ascii: "%"), place + 2 < text.endIndex, let high = text[place + 1].hexDigit,
                let low = text[place + 2].hexDigit
            {
                append(high << 4 | low)
                place += 3
            } else {
                append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                place += 1
            }
        }
    }

    /// The decoded pairs of a body in `application/x-www-form-urlencoded`, in the order of the body.
    var formPairs: [(name: [UInt8], value: [UInt8])] {
        split(separator: UInt8(ascii: "&")).map { pair in
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return ([UInt8](formEncoded: pair[..<end]), [UInt8](formEncoded: pair[end...].dropFirst()))
        }
    }
}

extension UInt8 {
    fileprivate var base64Digit: UInt8? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension EventParameters {
    /// Reads `application/x-www-form-urlencoded`. If a name is repeated, its last value wins.
    ///
    /// - Parameter place: The path of the form in the request. Rejections contain this path.
    init(form bytes: [UInt8], at place: WirePlace) throws(WireRejection) {
        var pairs: [EventParameter] = []
        for pair in bytes.formPairs {
            guard let name = String(validating: pair.name, as: UTF8.self) else {
                throw WireRejection(field: "\(place)", "the name of a field is not UTF-8")
            }
            guard let value = String(validating: pair.value, as: UTF8.self) else {
                throw WireRejection(field: "\(place.member(name))", "not UTF-8")
            }
            pairs.append(EventParameter(name, .string(value)))
        }
        self.init(pairs)
    }

    /// Creates parameters from the query of a request.
    init(query: [(name: String, value: String)]) {
        self.init(query.map { EventParameter($0.name, .string($0.value)) })
    }
}
