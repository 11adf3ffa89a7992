internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A recording as a numbered table, for failure messages: `✓` marks what an assertion has checked.
package struct EventTable {
    /// So many rows are shown; of a longer recording the last, where a failure nearly always is.
    static let rowLimit = 40
    /// So many characters are shown of an event.
    static let widthLimit = 300

    let log: [LoggedEvent]

    package var text: String { text(rows: Self.rowLimit) }

    /// With all rows, for a file.
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
            row += "  (not as the code says: \(error.safeForDisplay.shortened))"
        }
        return row
    }
}

extension [LoggedEvent] {
    /// Their numbers in the table: `number 2`, `numbers 2, 5`.
    var numbers: String {
        let shown = prefix(10).map { String($0.number) }.joined(separator: ", ")
        return (count == 1 ? "number " : "numbers ") + shown + (count > 10 ? ", …" : "")
    }

    /// The first of them, and the numbers of all: `track tap, … (numbers 2, 5)`.
    var summary: String {
        (first?.event.description.shortened ?? "") + (count > 1 ? ", …" : "") + " (\(numbers))"
    }
}

extension String {
    /// The text, cut where it is too long for a line that a person reads.
    package var shortened: String { cut(to: EventTable.widthLimit) }
}
