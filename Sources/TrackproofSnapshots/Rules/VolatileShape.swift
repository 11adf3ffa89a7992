public import Trackproof
internal import struct Foundation.UUID

/// What the value of a volatile parameter must look like.
@_spi(Tooling) public enum VolatileShape: Sendable, Hashable {
    /// Anything, so long as it is there.
    case any
    /// Any text.
    case string
    /// Any whole number.
    case integer
    /// Any number, whole or not.
    case number
    /// True or false.
    case bool
    /// A string that is a UUID.
    case uuid
    /// An RFC 3339 time, or seconds or milliseconds since 1970 between 2001 and 2286.
    case timestamp
    /// A string that is an absolute URL.
    case url
    /// A string of at most 4,096 bytes in which the regular expression is found. Write one that does not backtrack
    /// without end: it is tried on whatever the app tracks.
    case pattern(String)

    /// The shape that a snapshot writes as `text`; nil where it is none.
    public init?(_ text: String) {
        switch text {
        case "any": self = .any
        case "string": self = .string
        case "integer": self = .integer
        case "number": self = .number
        case "bool": self = .bool
        case "uuid": self = .uuid
        case "timestamp": self = .timestamp
        case "url": self = .url
        default:
            guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
            let pattern = String(text.dropFirst().dropLast())
            do { _ = try Regex(pattern) } catch { return nil }
            self = .pattern(pattern)
        }
    }

    /// The shape as a snapshot writes it.
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
        case .pattern(let pattern): "/\(pattern)/"
        }
    }

    /// What stands in a snapshot's events for a value of this shape, so that a person sees it varies.
    public var placeholder: EventValue { .string("<\(text)>") }
}

/// A shape made ready to be tried on many values.
package struct ShapeMatcher {
    private enum Test {
        case shape(VolatileShape)
        case pattern(Regex<AnyRegexOutput>)
    }

    private let test: Test
    private let placeholder: EventValue?

    package init(_ shape: VolatileShape, acceptsPlaceholder: Bool = false) {
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
