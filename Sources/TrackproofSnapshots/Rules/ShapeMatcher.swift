package import Trackproof
internal import struct Foundation.UUID

/// A shape made ready to be tried on many values.
package struct ShapeMatcher {
    private enum Test {
        case shape(VolatileShape)
        case pattern(Regex<AnyRegexOutput>)
    }

    package let shape: VolatileShape
    private let test: Test
    private let placeholder: EventValue?

    package init(_ shape: VolatileShape, acceptsPlaceholder: Bool = false) {
        self.shape = shape
        // A pattern that does not compile cannot have come from `VolatileShape(_:)`; it would match nothing.
        if case .pattern(let pattern) = shape, let regex = try? Regex(pattern) {
            test = .pattern(regex)
        } else {
            test = .shape(shape)
        }
        placeholder = acceptsPlaceholder ? shape.placeholder : nil
    }

    package func matches(_ value: EventValue) -> Bool {
        hasShape(value) || (placeholder != nil && value == placeholder)
    }

    private func hasShape(_ value: EventValue) -> Bool {
        switch (test, value) {
        case (.pattern(let regex), .string(let text)): text.utf8.count <= 4_096 && text.firstMatch(of: regex) != nil
        case (.shape(.any), _): true
        case (.shape(.string), .string), (.shape(.bool), .bool): true
        case (.shape(.integer), .integer), (.shape(.number), .integer): true
        // One that is not finite is the string that files write for it.
        case (.shape(.number), .number(let number)): number.isFinite
        case (.shape(.string), .number(let number)): !number.isFinite
        case (.shape(.uuid), .string(let text)): UUID(uuidString: text) != nil
        case (.shape(.url), .string(let text)): Self.isAbsoluteURL(text)
        case (.shape(.timestamp), .string(let text)): EventTime(text) != nil
        case (.shape(.timestamp), .integer(let number)): Self.isTimestamp(Double(number))
        case (.shape(.timestamp), .number(let number)): Self.isTimestamp(number)
        default: false
        }
    }

    private static func isTimestamp(_ number: Double) -> Bool {
        (1e9..<1e10).contains(number) || (1e12..<1e13).contains(number)
    }

    /// A scheme, a colon and something behind it, without white space (RFC 3986, section 3).
    private static func isAbsoluteURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: 0x3A), colon != text.startIndex else { return false }
        let scheme = text[..<colon]
        guard scheme.first?.isLetter == true, scheme.utf8.allSatisfy({ $0 < 0x80 }),
            scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return false }
        let rest = text[text.index(after: colon)...]
        return !rest.isEmpty && rest != "//" && !text.contains(where: \.isWhitespace)
    }
}
