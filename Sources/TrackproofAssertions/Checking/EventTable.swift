import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The table of recorded events in a failure message. Each row begins with the number of its event.
///
/// A row with the mark `✓` shows an event that an assertion has checked.
package struct EventTable {
    /// The maximum number of rows.
    ///
    /// If more events were recorded, the table shows only the newest events, because the cause of a failure is nearly
    /// always among the newest events.
    static let rowLimit = 40
    /// The maximum length of an event's description in a row, in Unicode scalars.
    static let widthLimit = 300

    let log: [LoggedEvent]

    package var text: String { text(rows: Self.rowLimit) }

    /// The table with all events, for a file in the report of a failed test.
    package var wholeText: String { text(rows: .max) }

    /// Returns a message: these lines, without those that are `nil`, and then the table.
    func message(_ lines: [String?]) -> String {
        (lines.compactMap { $0 } + [text]).joined(separator: "\n")
    }

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
    /// The numbers of the events, as a message shows them: `number 2`, or `numbers 2, 5`.
    var numbers: String {
        (count == 1 ? "number " : "numbers ") + map { String($0.number) }.listed(upTo: 10)
    }

    /// The first event and the numbers of all events, as a message shows them: `track tap, … (numbers 2, 5)`.
    var summary: String {
        (first?.event.description.shortened ?? "") + (count > 1 ? ", …" : "") + " (\(numbers))"
    }
}

extension String {
    /// The text, shortened to 300 Unicode scalars if it is longer.
    package var shortened: String { cut(to: EventTable.widthLimit) }
}
