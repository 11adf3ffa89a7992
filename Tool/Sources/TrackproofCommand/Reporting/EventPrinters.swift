import Trackproof
import TrackproofArchives
import TrackproofCSV
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots

/// A printer of a table with the number, kind, name and parameters of each event, and its source if that is not `app`.
struct TablePrinter: EventPrinter {
    private let kindWidth: Int
    private let nameWidth: Int
    private let numberWidth: Int
    private let style: TextStyle
    private var number = 0

    /// Reads the file once to find the widths of the columns.
    init(_ file: EventFile, style: TextStyle = TextStyle()) throws {
        var (kind, name, count) = (4, 4, 0)
        try file.forEach { recorded in
            kind = max(kind, recorded.event.kind.rawValue.count)
            name = max(name, min(40, recorded.event.name.displayable.count))
            count += 1
        }
        (kindWidth, nameWidth, numberWidth) = (kind, name, max(1, String(count).count))
        self.style = style
    }

    var start: String {
        style.heading(
            "#".padded(to: numberWidth) + "  " + "kind".padded(to: kindWidth) + "  " + "name".padded(to: nameWidth)
                + "  parameters") + "\n"
    }

    mutating func row(_ recorded: RecordedEvent) -> String {
        number += 1
        let event = recorded.event
        var line = String(number).leftPadded(to: numberWidth) + "  " + event.kind.rawValue.padded(to: kindWidth)
        line += "  " + event.name.displayable.padded(to: nameWidth)
        var details: [String] = []
        if let user = event.user { details.append("user " + EventValue.string(user).description) }
        if !event.parameters.isEmpty { details.append(event.parameters.description.displayable) }
        if let error = event.encodingError { details.append("invalid: " + error.displayable) }
        if recorded.source != .app { details.append("(" + recorded.source.rawValue.displayable + ")") }
        line += "  " + details.joined(separator: " ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line + "\n"
    }

    var end: String { "" }
}

/// A printer of a JSON array with one event per line.
struct JSONPrinter: EventPrinter {
    private var isFirst = true

    var start: String { "[" }

    mutating func row(_ event: RecordedEvent) -> String {
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + event.json.jsonWithoutLogCommands
    }

    var end: String { isFirst ? "]\n" : "\n]\n" }
}

/// A printer of NDJSON, the format of recordings: one JSON object per line.
struct LinePrinter: EventPrinter {
    var start: String { "" }
    func row(_ event: RecordedEvent) -> String { event.json.jsonWithoutLogCommands + "\n" }
    var end: String { "" }
}

/// A printer of comma-separated values, with the parameters as JSON in one column.
///
/// An event name can be any text, even a formula.
struct CSVPrinter: EventPrinter {
    private var number = 0

    var start: String { "number,kind,name,source,time,user,parameters\r\n" }

    mutating func row(_ recorded: RecordedEvent) -> String {
        number += 1
        let event = recorded.event
        let columns = [
            String(number), event.kind.rawValue, event.name, recorded.source.rawValue,
            recorded.time?.description ?? "", event.user ?? "", event.parameters.json,
        ]
        return columns.map(\.withoutFormula).csvRow.withoutLogCommands()
    }

    var end: String { "" }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
