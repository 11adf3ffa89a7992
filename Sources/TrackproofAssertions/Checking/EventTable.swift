import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The table of recorded events in a failure message. Each row begins with the number of its event. A row with the mark
/// `✓` shows an event that an assertion has checked.
package struct EventTable {
    /// The maximum number of rows. If more events were recorded, the table shows only the newest events, because the
    /// cause of a failure is nearly always among the newest events.
    static let rowLimit = 40
    /// The maximum length of an event's description in a row, in Unicode scalars.
    static let widthLimit = 300

    let log: [LoggedEvent]
    private let source: EventSource
    private let usual: UsualParameters

    /// Creates a table of events with the same source. Leaves out the parameters that the test ignores.
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

/// The parameters that do not tell the events of a table apart, so that the table shows them only once. These are the
/// parameters that all events have with the same value, such as an app's default parameters, and the parameters that
/// the test ignores. The traits of identity events do not count.
struct UsualParameters {
    private var common: [EventParameter] = []
    private let ignored: [NamePattern]
    /// The names of the ignored parameters that the events have.
    private var ignoredNames: [String] = []
    /// If there are fewer parameters that all events have, they are shown with each event.
    private static let least = 4

    init(of events: [Event], ignoring ignored: [NamePattern]) {
        self.ignored = ignored
        let events = events.filter { !$0.kind.isIdentity }
        guard let first = events.first else { return }
        common = events.count == 1 ? [] : first.parameters.filter { !isIgnored($0) }
        for event in events where !common.isEmpty {
            common.removeAll { event.parameters[$0.name] != $0.value }
        }
        if common.count < Self.least { common = [] }
        if ignored.isEmpty { return }
        for parameter in events.flatMap(\.parameters) where isIgnored(parameter) {
            if !ignoredNames.contains(parameter.name) { ignoredNames.append(parameter.name) }
        }
    }

    /// Returns the event on one line. The usual parameters are only counted, as in `track tap {id: 1, + 13 usual}`.
    func description(of event: Event) -> String {
        let count = event.kind.isIdentity ? 0 : event.parameters.count(where: isUsual)
        if count == 0 { return event.description.shortened }
        var rest = event
        rest.parameters = EventParameters(event.parameters.filter { !isUsual($0) })
        let shown = rest.description
        if rest.parameters.isEmpty { return "\(shown.shortened) {+ \(count) usual}" }
        return shown.shortened == shown
            ? "\(shown.dropLast()), + \(count) usual}" : "\(shown.shortened) (+ \(count) usual)"
    }

    /// The line that names the usual parameters; `nil` if no event has enough of them.
    func legend(of events: [Event]) -> String? {
        guard events.contains(where: { !$0.kind.isIdentity && $0.parameters.contains(where: isUsual) }) else {
            return nil
        }
        let names = common.map { "\($0.name.safeForDisplay): \($0.value)" } + ignoredNames.map(\.safeForDisplay)
        return "usual: \(names.joined(separator: ", "))".shortened
    }

    private func isIgnored(_ parameter: EventParameter) -> Bool { ignored.contains { $0.matches(parameter.name) } }

    private func isUsual(_ parameter: EventParameter) -> Bool {
        common.contains { $0.name.isExactly(parameter.name) } || isIgnored(parameter)
    }
}
