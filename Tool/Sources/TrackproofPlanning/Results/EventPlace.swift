import Trackproof
import TrackproofText

/// The place of an event: the event's number in a file, a test or a session.
///
/// A check can start inside a file, at an offset. In this case, the number counts events from this offset.
package struct EventPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path of the file as the caller passed it, or the name of the test or session.
    package let origin: String
    /// The offset in the file, in bytes, from which ``number`` counts. 0 is the beginning of the file.
    package let offset: UInt64
    /// The number of the event: 1 for the first event, or 0 if the place is unknown.
    package let number: Int

    /// Creates a place.
    package init(_ origin: String, offset: UInt64 = 0, number: Int) {
        self.origin = origin
        self.offset = offset
        self.number = number
    }

    /// The place of an event that does not come from a file, for example of an event in a database.
    package static let unknown = EventPlace("", number: 0)

    /// Returns whether `left` is before `right`: first by origin, then by offset, then by number.
    package static func < (left: EventPlace, right: EventPlace) -> Bool {
        let origins = (ExactText(left.origin), ExactText(right.origin))
        return (origins.0, left.offset, left.number) < (origins.1, right.offset, right.number)
    }

    /// The place as text: `run.ndjson#14`, or `run.ndjson@4096#14` if the number counts from byte 4096.
    package var description: String {
        if number == 0 { return "" }
        return offset == 0 ? "\(origin)#\(number)" : "\(origin)@\(offset)#\(number)"
    }
}
