package import Trackproof

/// The unit in which a vendor counts time since 1970.
package enum TimeUnit: String, Sendable, Hashable, CaseIterable {
    case seconds, milliseconds, microseconds, nanoseconds
    /// Numbers below 100,000,000,000 are seconds, and all other numbers are milliseconds.
    ///
    /// The APIs of some vendors accept both units.
    case secondsOrMilliseconds = "seconds-or-milliseconds"

    /// Returns the time in a value, which is an integer, a floating-point number, or a string with such a number.
    ///
    /// - Returns: The time and whether its conversion to milliseconds is exact, or `nil` if the value is not a time in
    ///   this unit.
    package func time(_ value: EventValue) -> VendorTime? {
        switch value {
        case .integer(let count): return time(count)
        case .number(let count): return time(count)
        case .string(let text):
            if let count = Int64(text) { return time(count) }
            return Double(text).flatMap { time($0) }
        default: return nil
        }
    }

    private func time(_ count: Int64) -> VendorTime? {
        let milliseconds: Int64
        var isExact = true
        switch self {
        case .nanoseconds: (milliseconds, isExact) = Self.divide(count, by: 1_000_000)
        case .microseconds: (milliseconds, isExact) = Self.divide(count, by: 1_000)
        case .milliseconds: milliseconds = count
        case .seconds:
            let (product, overflows) = count.multipliedReportingOverflow(by: 1_000)
            if overflows { return nil }
            milliseconds = product
        case .secondsOrMilliseconds:
            return count.magnitude < 100_000_000_000 ? Self.seconds.time(count) : Self.milliseconds.time(count)
        }
        return EventTime(millisecondsSince1970: milliseconds).map { VendorTime(time: $0, isExact: isExact) }
    }

    private func time(_ count: Double) -> VendorTime? {
        let perMillisecond: Double
        switch self {
        case .nanoseconds: perMillisecond = 1_000_000
        case .microseconds: perMillisecond = 1_000
        case .milliseconds: perMillisecond = 1
        case .seconds: perMillisecond = 0.001
        case .secondsOrMilliseconds:
            return count.magnitude < 100_000_000_000 ? Self.seconds.time(count) : Self.milliseconds.time(count)
        }
        // Each conversion, to milliseconds and back, is a single operation, so it rounds only once. If the result is
        // the original count, the count was a whole number of milliseconds.
        let isSeconds = perMillisecond < 1
        let rounded = (isSeconds ? count * 1_000 : count / perMillisecond).rounded()
        guard let milliseconds = Int64(exactly: rounded),
            let time = EventTime(millisecondsSince1970: milliseconds)
        else { return nil }
        return VendorTime(time: time, isExact: (isSeconds ? rounded / 1_000 : rounded * perMillisecond) == count)
    }

    private static func divide(_ count: Int64, by divisor: Int64) -> (Int64, Bool) {
        let (quotient, remainder) = count.quotientAndRemainder(dividingBy: divisor)
        return (remainder < 0 ? quotient - 1 : quotient, remainder == 0)
    }
}

/// A time from a request or a record, and whether it is exact.
package struct VendorTime: Sendable, Equatable {
    /// The time in milliseconds.
    package let time: EventTime
    /// Whether `time` is exactly the vendor's time, which may be finer than milliseconds.
    package let isExact: Bool

    /// Creates a time.
    package init(time: EventTime, isExact: Bool) {
        self.time = time
        self.isExact = isExact
    }
}
