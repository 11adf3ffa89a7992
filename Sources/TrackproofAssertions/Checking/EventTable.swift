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
    private let source: EventSource
    private let usual: UsualParameters

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - source: The source of all events.
    ///   - ignored: The names of the parameters that the test ignores.
    init(log: [LoggedEvent], of source: EventSource = .app, ignoring ignored: [NamePattern] = []) {
        (self.log, self.source) = (log, source)
        usual = UsualParameters(of: log.map(\.event), ignoring: ignored)
    }

    package var text: String {
        let legend = usual.legend(of: log.suffix(Self.rowLimit).map(\.event)).map { "\n" + $0 } ?? ""
        return text(rows: Self.rowLimit) { usual.description(of: $0) } + legend
    }

    /// The table with all events and parameters, for a file in the report of a failed test.
    package var wholeText: String { text(rows: .max) { $0.description.shortened } }

    /// The first of these events and the numbers of all of them, such as `track tap, … (numbers 2, 5)`.
    func summary(of events: [LoggedEvent]) -> String {
        (events.first.map { usual.description(of: $0.event) } ?? "") + (events.count > 1 ? ", …" : "")
            + " (\(events.numbers))"
    }

    /// Returns a message: these lines, without those that are `nil`, and then the table.
    func message(_ lines: [String?]) -> String { text(of: lines + [text]) }

    /// Returns a message of these lines, without those that are `nil`. The message begins with the provider, if the events
    /// come from a provider.
    func text(of lines: [String?]) -> String {
        let place = source.provider.map { "provider \($0.rawValue.safeForDisplay.shortened): " } ?? ""
        return place + lines.compactMap { $0 }.joined(separator: "\n")
    }

    private func text(rows limit: Int, _ describe: (Event) -> String) -> String {
        if log.isEmpty { return "nothing was recorded" }
        let isAnyChecked = log.contains(where: \.isChecked)
        var lines = ["recorded \(log.count.counted("event"))\(isAnyChecked ? " (✓ checked)" : ""):"]
        let hidden = log.count - limit
        if hidden > 0 { lines.append("      … \(hidden.counted("earlier event"))") }
        return (lines + log.suffix(limit).map { Self.row($0, describe) }).joined(separator: "\n")
    }

    private static func row(_ logged: LoggedEvent, _ describe: (Event) -> String) -> String {
        let number = String(logged.number)
        let padding = String(repeating: " ", count: max(0, 4 - number.count))
        var row = "\(logged.isChecked ? "✓" : " ")\(padding)\(number)  \(describe(logged.event))"
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
}

extension String {
    /// The text, shortened to 300 Unicode scalars if it is longer.
    package var shortened: String { cut(to: EventTable.widthLimit) }
}
