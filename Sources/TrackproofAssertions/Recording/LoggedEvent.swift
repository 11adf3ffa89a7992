import Trackproof

/// A recorded event, its number, and whether an assertion has checked the event.
package struct LoggedEvent: Sendable {
    /// The position of the event among the events of its source, from 1.
    let number: Int
    let recorded: RecordedEvent
    let isChecked: Bool

    var event: Event { recorded.event }
}
