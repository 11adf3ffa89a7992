internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A recording as a numbered table for failure messages.
///
/// The mark `✓` stands for an event that an assertion has checked.
package struct EventTable {
    /// The maximum number of rows.
    ///
    /// If more events were recorded, the table shows the last events, because the cause of a failure is nearly always
    /// among them.
    static let rowLimit = 40
    /// The maximum length of an event's description in a row, in Unicode scalars.
    static let widthLimit = 300

    let log: [LoggedEvent]

    package var text: String { text(rows: Self.rowLimit) }

    /// The table with all rows, for a file that is attached to a failed test.
    package var wholeText: String { text(rows: .max) }

    private func text(rows limit: Int) -> String {
        if log.isEmpty { return "nothing was recorded" }
        let isAnyChecked = log.contains(where: \.isChecked)
        var lines = ["recorded \(log.count.counted("event"))\(isAnyChecked ? " (✓ checked)" : ""):"]
        let hidden = log.count - limit
        if hidden > 0 { lines.append("      … \(hidden.counted("earlier event"))") }
        return (lines + log.suffix(limit).map(Self.row)).joined(separator: "\n")
    }

    static func row(_ logged: LoggedEvent) -> String {
        let number = String(logged.number)
        let padding = String(repeating: " ", count: max(0, 4 - number.count))
        var row = "\(logged.isChecked ? "✓" : " ")\(padding)\(number)  \(logged.event.description.shortened)"
        if let error = logged.event.encodingError {
            row += "  (invalid: \(error.safeForDisplay.shortened))"
        }
        return row
    }
}

extension [LoggedEvent] {
    /// The numbers of the events in the table: `number 2`, `numbers 2, 5`.
    var numbers: String {
        let shown = prefix(10).map { String($0.number) }.joined(separator: ", ")
        return (count == 1 ? "number " : "numbers ") + shown + (count > 10 ? ", …" : "")
    }

    /// The first event and the numbers of all events: `track tap, … (numbers 2, 5)`.
    var summary: String {
        (first?.event.description.shortened ?? "") + (count > 1 ? ", …" : "") + " (\(numbers))"
    }
}

extension String {
    /// The text, cut if it is too long for a line of a message.
    package var shortened: String { cut(to: EventTable.widthLimit) }
}
