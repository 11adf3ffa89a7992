public import Foundation

extension Date: EventValueConvertible {
    /// A string: RFC 3339 in UTC with milliseconds, such as `2026-11-21T09:30:00.000Z`.
    ///
    /// A date outside the years 0 to 9999 becomes a number: the seconds since 1970.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Duration: EventValueConvertible {
    /// A number: the duration in seconds, such as 1.5.
    public var eventValue: EventValue? {
        EventValue(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
    }
}

extension URL: EventValueConvertible {
    /// A string: the absolute URL.
    public var eventValue: EventValue? { EventValue.string(absoluteString) }
}

extension UUID: EventValueConvertible {
    /// The UUID as a string of 36 characters.
    public var eventValue: EventValue? { EventValue.string(uuidString) }
}

extension Decimal: EventValueConvertible {
    /// A number: the `Double` with the same digits, or the nearest one if the `Decimal` has more than about 15 digits.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Data: EventValueConvertible {
    /// A string: the data in base64.
    public var eventValue: EventValue? { EventValue.string(base64EncodedString()) }
}

extension Locale: EventValueConvertible {
    /// A string: the identifier, such as `en_US`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension TimeZone: EventValueConvertible {
    /// A string: the identifier, such as `Europe/Berlin`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension NSNumber: EventValueConvertible {
    /// A bool, an integer or a number, depending on how the `NSNumber` was created.
    public var eventValue: EventValue? { EventValue(self) }
}

extension CGFloat: EventValueConvertible {
    /// A number, or a string such as `"NaN"` if the `CGFloat` is not finite.
    public var eventValue: EventValue? { EventValue(Double(self)) }
}

extension CGPoint: EventValueConvertible {
    /// An array of x and y, as in the type's `Codable` encoding.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(x)), EventValue(Double(y))]) }
}

extension CGSize: EventValueConvertible {
    /// An array of width and height, as in the type's `Codable` encoding.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(width)), EventValue(Double(height))]) }
}

extension CGRect: EventValueConvertible {
    /// An array of the origin and the size, as in the type's `Codable` encoding.
    public var eventValue: EventValue? {
        EventValue.array([origin.eventValue ?? EventValue.null, size.eventValue ?? EventValue.null])
    }
}
