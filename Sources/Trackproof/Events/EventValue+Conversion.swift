internal import struct Foundation.Date

// The conversions that literals and the encoder of typed events share.
extension EventValue {
    init(_ number: Double) {
        self = number.nonFiniteName.map(EventValue.string) ?? .number(number)
    }

    init(_ number: Float) {
        // By way of the shortest text, which is what the programmer wrote.
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
        // Years 0 to 9999, which RFC 3339 can write; a date beyond them is its number of seconds.
        if let milliseconds = Int64(exactly: milliseconds), let time = EventTime(millisecondsSince1970: milliseconds) {
            self = .string(time.description)
        } else {
            self.init(date.timeIntervalSince1970)
        }
    }

    /// An array in the order of its values, which is stable from run to run as a set's is not.
    var sortedArray: EventValue {
        guard case .array(let values) = self else { return self }
        return .array(values.sorted { $0.precedes($1) })
    }

    /// Numbers by their size, all else by its description; each type apart, so that the order is one for all.
    func precedes(_ other: EventValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): left.precedesExactly(right)
        default: (typeName, description) < (other.typeName, other.description)
        }
    }
}
