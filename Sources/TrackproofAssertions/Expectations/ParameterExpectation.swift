import TrackproofSnapshots
public import Trackproof
public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.Decimal
public import struct Foundation.URL
public import struct Foundation.UUID

/// An expectation of the value of a parameter: a plain value, or a matcher for a value that varies.
///
/// If a parameter must equal a value, write this value. If the value varies, write a matcher, such as `.uuid`:
///
/// ```swift
/// expectTracked("purchase", ["price": 19.99, "currency": "EUR", "order_id": .uuid])
/// ```
///
/// To expect a value of an enum in the app, write `["method": .equal(Method.apple)]`. To write only
/// `["method": Method.apple]`, let the enum conform to this protocol: `extension Method: ParameterExpectation {}`.
public protocol ParameterExpectation: Sendable {
    /// The expectation as a matcher.
    var matcher: ParameterMatcher { get }
}

extension ParameterExpectation where Self: EventValueConvertible {
    /// A matcher for exactly this value. If this value is `nil`, the matcher expects that the parameter is absent.
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
