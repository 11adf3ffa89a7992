/// A value or an explicit null.
///
/// Code that is generated from a tracking plan uses this type where the plan allows null. An argument of the type
/// `Nullable<String>?` has three cases: `nil` leaves the parameter out, ``null`` sends null, and ``value(_:)`` sends a
/// value.
///
/// ```swift
/// analytics.track(.purchase(price: 19.99, coupon: .null))
/// analytics.track(.purchase(price: 19.99, coupon: .value("SUMMER")))
/// ```
public enum Nullable<Wrapped: EventValueConvertible>: EventValueConvertible {
    /// Null.
    case null
    /// A value.
    case value(Wrapped)

    /// The value as a parameter. A value that a literal would leave out becomes null.
    public var eventValue: EventValue? {
        switch self {
        case .null: EventValue.null
        case .value(let value): value.eventValue ?? EventValue.null
        }
    }
}

extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}
