package import Trackproof
import struct Foundation.UUID

/// A check that finds out whether values have a certain shape.
package struct ShapeMatcher {
    package let shape: VolatileShape
    private let placeholder: EventValue?

    package init(_ shape: VolatileShape, acceptsPlaceholder: Bool = false) {
        self.shape = shape
        placeholder = acceptsPlaceholder ? shape.placeholder : nil
    }

    package func matches(_ value: EventValue) -> Bool {
        hasShape(value) || (placeholder != nil && value == placeholder)
    }

    private func hasShape(_ value: EventValue) -> Bool {
        switch (shape, value) {
        case (.pattern(let pattern), .string(let text)): pattern.isFound(in: text)
        // Null means that an event has no value here, so null has no shape.
        case (_, .null): false
        case (.any, _): true
        case (.string, .string), (.bool, .bool): true
        case (.integer, .integer), (.number, .integer): true
        // Files contain infinity and NaN as strings, so these numbers have the shape `string` and not the shape
        // `number`.
        case (.number, .number(let number)): number.isFinite
        case (.string, .number(let number)): !number.isFinite
        case (.uuid, .string(let text)): UUID(uuidString: text) != nil
        case (.url, .string(let text)): Self.isAbsoluteURL(text)
        case (.timestamp, .string(let text)): EventTime(text) != nil
        case (.timestamp, .integer(let number)): Self.isTimestamp(Double(number))
        case (.timestamp, .number(let number)): Self.isTimestamp(number)
        default: false
        }
    }

    private static func isTimestamp(_ number: Double) -> Bool {
        (1e9..<1e10).contains(number) || (1e12..<1e13).contains(number)
    }

    /// Returns whether `text` is an absolute URL: a scheme, a colon and more characters, without white space.
    ///
    /// RFC 3986, section 3, defines the syntax of a URL.
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
