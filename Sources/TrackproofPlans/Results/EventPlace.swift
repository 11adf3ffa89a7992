/// The place of an event: a file, or another origin, and the event's number in it.
@_spi(Tooling) public struct EventPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file as the caller gave it, or the name of a test or a session.
    public let origin: String
    /// The number of the event there, from 1.
    public let number: Int

    /// Creates a place.
    public init(_ origin: String, number: Int) {
        self.origin = origin
        self.number = number
    }

    /// Returns whether `left` comes first: in the order of the origins' names, then of the numbers.
    public static func < (left: EventPlace, right: EventPlace) -> Bool {
        left.origin == right.origin ? left.number < right.number : left.origin < right.origin
    }

    /// The place in one word: `run.ndjson#14`.
    public var description: String { "\(origin)#\(number)" }
}
