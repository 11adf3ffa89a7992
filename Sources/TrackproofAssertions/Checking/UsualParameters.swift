import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The parameters that do not tell the events of a table apart, so that the table shows them only once.
///
/// These are the parameters that all events have with the same value, such as an app's default parameters, and the
/// parameters that the test ignores. The traits of identity events do not count.
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
