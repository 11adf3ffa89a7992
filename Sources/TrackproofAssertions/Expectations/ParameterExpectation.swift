@_spi(Tooling) internal import TrackproofSnapshots
public import Trackproof
public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.Decimal
public import struct Foundation.URL
public import struct Foundation.UUID

/// What a parameter is expected to be: a value, or a matcher for a value that varies.
///
/// Plain values stand for themselves, so most expectations read like the event:
///
/// ```swift
/// expectTracked("purchase", ["price": 19.99, "currency": "EUR", "order_id": .uuid])
/// ```
///
/// To use an enum of the app, wrap its value: `["method": .equal(Method.apple)]`. Alternatively, declare once that the
/// enum's values stand for themselves: `extension Method: ParameterExpectation {}`.
public protocol ParameterExpectation: Sendable {
    /// The expectation as a matcher.
    var matcher: ParameterMatcher { get }
}

extension ParameterExpectation where Self: EventValueConvertible {
    /// A matcher for exactly this value. The matcher for `nil` expects that there is no value.
    public var matcher: ParameterMatcher { .equal(self) }
}

extension Bool: ParameterExpectation {}
extension String: ParameterExpectation {}
extension Substring: ParameterExpectation {}
extension Double: ParameterExpectation {}
extension Float: ParameterExpectation {}
extension Int: ParameterExpectation {}
extension Int32: ParameterExpectation {}
extension Int64: ParameterExpectation {}
extension UInt: ParameterExpectation {}
extension UInt32: ParameterExpectation {}
extension UInt64: ParameterExpectation {}
extension Date: ParameterExpectation {}
extension URL: ParameterExpectation {}
extension UUID: ParameterExpectation {}
extension Decimal: ParameterExpectation {}
extension Data: ParameterExpectation {}
extension EventValue: ParameterExpectation {}
extension EventParameters: ParameterExpectation {}
extension Optional: ParameterExpectation where Wrapped: EventValueConvertible {}
extension Array: ParameterExpectation where Element: EventValueConvertible {}
extension Set: ParameterExpectation where Element: EventValueConvertible {}
extension Dictionary: ParameterExpectation where Key == String, Value: EventValueConvertible {}
