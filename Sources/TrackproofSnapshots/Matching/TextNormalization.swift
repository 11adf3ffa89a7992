internal import Foundation

extension String {
    /// The text in the form that all equal texts share: "é" may be one scalar or two, and equals itself either way.
    var normalized: String {
        // Up to U+02FF (in UTF-8 below 0xCC) every text is in that form already.
        if utf8.allSatisfy({ $0 < 0xCC }) || unicodeScalars.allSatisfy(\.isStable) { return self }
        return precomposedStringWithCanonicalMapping
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is one that normalization form C leaves as it is, whatever stands before it: not all that
    /// are, but the letters of the most common scripts.
    fileprivate var isStable: Bool {
        switch value {
        case 0...0x2FF, 0x410...0x44F, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0x1F300...0x1FAFF:
            true
        default: false
        }
    }
}
