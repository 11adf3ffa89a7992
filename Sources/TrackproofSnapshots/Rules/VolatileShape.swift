public import Trackproof

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
