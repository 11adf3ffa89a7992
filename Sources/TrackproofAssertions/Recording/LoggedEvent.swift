internal import Trackproof

/// A recorded event as assertions see it.
package struct LoggedEvent: Sendable {
    /// Its place among the events of its source, from 1.
    let number: Int
    let recorded: RecordedEvent
    /// Whether an assertion has checked it.
    let isChecked: Bool

    var event: Event { recorded.event }

    /// Whether it has this name and kind; nil is any. An event without a name answers to its kind.
    func isCalled(_ name: String?, _ kind: EventKind?) -> Bool {
        (name == nil || event.displayName == name) && (kind == nil || event.kind == kind)
    }
}
