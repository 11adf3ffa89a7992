public import Foundation

extension Date: EventValueConvertible {
    /// A string: RFC 3339 in UTC with milliseconds, as `2026-11-21T09:30:00.000Z`.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Duration: EventValueConvertible {
    /// A number: the seconds, as 1.5.
    public var eventValue: EventValue? {
        EventValue(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
    }
}

extension URL: EventValueConvertible {
    /// A string: the absolute URL.
    public var eventValue: EventValue? { EventValue.string(absoluteString) }
}

extension UUID: EventValueConvertible {
    /// A string of 36 characters.
    public var eventValue: EventValue? { EventValue.string(uuidString) }
}

extension Decimal: EventValueConvertible {
    /// A string, since a number would lose digits.
    public var eventValue: EventValue? { EventValue.string(description) }
}

extension Data: EventValueConvertible {
    /// A string: base64.
    public var eventValue: EventValue? { EventValue.string(base64EncodedString()) }
}

extension Locale: EventValueConvertible {
    /// A string: the identifier, as `en_US`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension TimeZone: EventValueConvertible {
    /// A string: the identifier, as `Europe/Berlin`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension NSNumber: EventValueConvertible {
    /// A bool, an integer or a number, as it was made; a decimal number is a string.
    public var eventValue: EventValue? { EventValue(self) }
}

extension CGFloat: EventValueConvertible {
    /// A number; a string where it is not finite.
    public var eventValue: EventValue? { EventValue(Double(self)) }
}

extension CGPoint: EventValueConvertible {
    /// An array, as its encoding is: x and y.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(x)), EventValue(Double(y))]) }
}

extension CGSize: EventValueConvertible {
    /// An array, as its encoding is: width and height.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(width)), EventValue(Double(height))]) }
}

extension CGRect: EventValueConvertible {
    /// An array, as its encoding is: the origin and the size.
    public var eventValue: EventValue? {
        EventValue.array([origin.eventValue ?? EventValue.null, size.eventValue ?? EventValue.null])
    }
}
