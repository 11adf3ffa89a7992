internal import Trackproof

/// The place of an event: the event's number in a file, a test or a session.
///
/// If only a part of a file was read, the number counts from the beginning of that part.
@_spi(Tooling) public struct EventPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file as the caller gave it, or the name of a test or a session.
    public let origin: String
    /// The offset in the file at which the part begins, in bytes. 0 if the part begins at the beginning of the file.
    public let part: UInt64
    /// The number of the event in the part, from 1. 0 if the place is unknown.
    public let number: Int

    /// Creates a place.
    public init(_ origin: String, part: UInt64 = 0, number: Int) {
        self.origin = origin
        self.part = part
        self.number = number
    }

    /// The place of events that do not come from a file, such as events in the rows of a table.
    package static let unknown = EventPlace("", number: 0)

    /// Returns whether `left` comes first: by origin, then by part and number.
    public static func < (left: EventPlace, right: EventPlace) -> Bool {
        let origins = (ExactText(left.origin), ExactText(right.origin))
        return (origins.0, left.part, left.number) < (origins.1, right.part, right.number)
    }

    /// The place in one word: `run.ndjson#14`, or `run.ndjson@4096#14` if the number counts from byte 4096.
    public var description: String {
        if number == 0 { return "" }
        return part == 0 ? "\(origin)#\(number)" : "\(origin)@\(part)#\(number)"
    }
}
