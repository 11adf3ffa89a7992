/// The place of an event: the event's number in a file, a test or a session.
@_spi(Tooling) public struct EventPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file as the caller gave it, or the name of a test or a session.
    public let origin: String
    /// The number of the event in the origin, from 1.
    public let number: Int

    /// Creates a place.
    public init(_ origin: String, number: Int) {
        self.origin = origin
        self.number = number
    }

    /// Returns whether `left` comes first: by origin, then by number.
    public static func < (left: EventPlace, right: EventPlace) -> Bool {
        left.origin == right.origin ? left.number < right.number : left.origin < right.origin
    }

    /// The place in one word: `run.ndjson#14`.
    public var description: String { "\(origin)#\(number)" }
}
