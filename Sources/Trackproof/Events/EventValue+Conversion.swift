import struct Foundation.Date
import TrackproofText

// The conversions that literals and the encoder of typed events share.
extension EventValue {
    init(_ number: Double) {
        self = number.nonFiniteName.map(EventValue.string) ?? .number(number)
    }

    init(_ number: Float) {
        // Converts the shortest text of the number, so that the `Float` 0.1 becomes the `Double` 0.1. `Double(number)`
        // alone would give 0.10000000149011612.
        self.init(Double(number.description) ?? Double(number))
    }

    init(unsigned number: UInt64) {
        if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let exact = Double(exactly: number) {
            self = .number(exact)
        } else {
            self = .string(String(number))
        }
    }

    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        // RFC 3339 can write the years 0 to 9999. For other years, the value is the number of seconds since 1970.
        if let milliseconds = Int64(exactly: milliseconds), let time = EventTime(millisecondsSince1970: milliseconds) {
            self = .string(time.description)
        } else {
            self.init(date.timeIntervalSince1970)
        }
    }

    /// The value, with its elements sorted if it is an array.
    ///
    /// The order of a set's elements changes each time the app is launched. Without sorting, the app would track a
    /// different array after each launch.
    var sortedArray: EventValue {
        guard case .array(let values) = self else { return self }
        return .array(values.sorted { $0.precedes($1) })
    }

    /// Returns whether the value comes before `other` in a sorted array.
    ///
    /// Two integers or two numbers are sorted by size, two strings by their Unicode scalars, and two other values of
    /// the same type by their descriptions. Values of different types are sorted by the names of their types.
    func precedes(_ other: EventValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): left.precedesExactly(right)
        default: (typeName, description) < (other.typeName, other.description)
        }
    }
}
