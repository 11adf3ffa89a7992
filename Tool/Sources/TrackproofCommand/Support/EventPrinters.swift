internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// A table for people: number, kind, name, parameters, and the source if it is not the app.
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

/// A JSON array with one event per line.
struct JSONPrinter: EventPrinter {
    private var isFirst = true

    var start: String { "[" }

    mutating func row(_ event: RecordedEvent) -> String {
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + event.json.jsonWithoutLogCommands
    }

    var end: String { isFirst ? "]\n" : "\n]\n" }
}

/// The events as in a recording: one JSON object per line (NDJSON).
struct LinePrinter: EventPrinter {
    var start: String { "" }
    func row(_ event: RecordedEvent) -> String { event.json.jsonWithoutLogCommands + "\n" }
    var end: String { "" }
}

/// Comma-separated values (RFC 4180), with the parameters as JSON in one column.
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
        return columns.map(Self.field).joined(separator: ",").withoutLogCommands() + "\r\n"
    }

    var end: String { "" }

    /// Returns a text as a field of the table, in quotes if necessary.
    ///
    /// Event names can contain any text. If a spreadsheet could run the text as a formula, the method puts an
    /// apostrophe before it.
    private static func field(_ text: String) -> String {
        let text = isFormula(text) ? "'" + text : text
        guard text.unicodeScalars.contains(where: quoted.contains) else { return text }
        return "\"" + text.replacing(scalar: "\"", with: "\"\"") + "\""
    }

    /// The characters that a field can contain only in quotes. Some spreadsheets separate fields by semicolons or tabs.
    private static let quoted: Set<Unicode.Scalar> = ["\"", ",", ";", "\t", "\r", "\n"]
    /// The characters that begin a formula. Some spreadsheets also accept the full-width forms.
    private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    /// Returns whether a spreadsheet may read a field as a formula.
    ///
    /// At the start of a field, some spreadsheets skip invisible characters, combining characters without a base
    /// character, and quotation marks.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        if first == "\t" || first == "\r" || first == "\n" { return true }
        let start = text.unicodeScalars.first { scalar in
            let isInvisible =
                scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.isGraphemeExtend || scalar.isTerminalControl
            return !isInvisible && scalar != "\"" && scalar != "'"
        }
        return start.map(formulaMarks.contains) ?? false
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
