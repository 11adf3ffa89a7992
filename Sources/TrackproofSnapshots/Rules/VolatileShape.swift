public import Trackproof

/// What the value of a volatile parameter must look like.
@_spi(Tooling) public enum VolatileShape: Sendable, Hashable {
    /// Any value but null, which says that there is none.
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
    /// A string of at most 65,536 bytes in which the pattern is found.
    case pattern(Pattern)

    /// The shape that a snapshot writes as `text`; nil if it is none.
    ///
    /// - Throws: ``PatternError`` if the text is a pattern between slashes that cannot be used.
    public init?(_ text: String) throws(PatternError) {
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
            let scalars = text.unicodeScalars
            guard scalars.count > 2, scalars.first == "/", scalars.last == "/" else { return nil }
            self = .pattern(try Pattern(String(scalars.dropFirst().dropLast())))
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
        case .pattern(let pattern): "/\(pattern.source)/"
        }
    }

    /// What stands in a snapshot's events for a value of this shape, so that a person sees it varies.
    public var placeholder: EventValue { .string(placeholderText) }

    var placeholderText: String { "<\(text)>" }
}

extension VolatileShape {
    /// Whether a value of this type could be of the shape.
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
