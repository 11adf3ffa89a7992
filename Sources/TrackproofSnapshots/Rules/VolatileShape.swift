public import Trackproof
import struct Foundation.UUID

/// The shape that a parameter's value must have if the value varies between runs.
public enum VolatileShape: Sendable, Hashable {
    /// Any value except null. Null means that there is no value.
    case any
    /// Any string.
    case string
    /// Any whole number.
    case integer
    /// Any number, whole or not.
    case number
    /// `true` or `false`.
    case bool
    /// A string that is a UUID.
    case uuid
    /// An RFC 3339 time of any year, or a number of seconds or milliseconds since 1970 for a time from 2001 to 2286.
    case timestamp
    /// A string that is an absolute URL.
    case url
    /// A string in which the pattern is found.
    case pattern(Pattern)

    /// Creates a shape from the text that a snapshot contains for it, or returns `nil` if `text` is not a shape.
    ///
    /// - Throws: ``PatternError`` if `text` is a pattern between slashes that ``Pattern`` does not accept.
    public init?(_ text: String) throws(PatternError) {
        if let named = Self.named.first(where: { $0.text == text }) {
            self = named
            return
        }
        let scalars = text.unicodeScalars
        guard scalars.count > 2, scalars.first == "/", scalars.last == "/" else { return nil }
        self = .pattern(try Pattern(String(scalars.dropFirst().dropLast())))
    }

    /// The shapes that have a name.
    static let named: [VolatileShape] = [.any, .string, .integer, .number, .bool, .uuid, .timestamp, .url]

    /// The text that a snapshot contains for the shape, such as `uuid`.
    public var text: String {
        switch self {
        case .any: "any"
        case .string: "string"
        case .integer: "integer"
        case .number: "number"
        case .bool: "bool"
        case .uuid: "uuid"
        case .timestamp: "timestamp"
        case .url: "url"
        case .pattern(let pattern): "/\(pattern.source)/"
        }
    }

    /// The string, such as `<uuid>`, that replaces a value of this shape in a snapshot's events.
    ///
    /// The string shows to a reader of the snapshot that the value varies.
    public var placeholder: EventValue { .string(placeholderText) }

    var placeholderText: String { "<\(text)>" }
}

extension VolatileShape {
    /// Returns whether a value has the shape.
    public func fits(_ value: EventValue) -> Bool { ShapeMatcher(self).matches(value) }

    /// Returns whether a value that has the same type as `value` can have this shape.
    func accepts(typeOf value: EventValue) -> Bool {
        switch (self, value) {
        case (_, .null): false
        case (.any, _), (.string, .string), (.uuid, .string), (.url, .string), (.pattern, .string),
            (.timestamp, .string), (.timestamp, .integer), (.timestamp, .number),
            (.integer, .integer), (.number, .integer), (.number, .number), (.bool, .bool):
            true
        default: false
        }
    }
}

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
