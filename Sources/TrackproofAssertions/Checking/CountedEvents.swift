package import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The name, kind, parameters and source of the events that `expectCount` and `expectNotTracked` count.
package struct CountedEvents: Sendable {
    let name: String?
    let kind: EventKind?
    let parameters: ExpectedParameters
    let source: EventSource

    package init(name: String?, kind: EventKind?, parameters: ExpectedParameters, source: EventSource) {
        self.name = name
        self.kind = kind
        self.parameters = parameters.partial
        self.source = source
    }

    package func contains(_ recorded: RecordedEvent) -> Bool {
        recorded.source == source && filter(recorded.event)
    }

    /// A function that returns whether an event has the name, kind and parameters.
    fileprivate var filter: (Event) -> Bool {
        if parameters.elements.isEmpty { return isNamed }
        let expected = EventExpectation.event("", parameters).compiled
        return { isNamed($0) && expected.matchesParameters(of: $0) }
    }

    func isNamed(_ event: Event) -> Bool { event.isNamed(name, kind) }

    /// The events in a message, such as `screen movies {…}`; empty if all events are counted.
    var description: String {
        var what = [kind?.rawValue ?? "", name?.safeForDisplay ?? ""].filter { !$0.isEmpty }
        if !parameters.elements.isEmpty { what.append(parameters.description) }
        return what.joined(separator: " ")
    }
}

extension TestRecorder {
    /// Expects that exactly `count` recorded events have the name, kind, parameters and source in `counted`.
    ///
    /// - Parameter reason: The reason why no more events can arrive; `nil` if no reason is known.
    package func expect(_ count: Int, of counted: CountedEvents, reason: String? = nil, at site: CallSite) {
        begin(at: site)
        guard isValid(names: [counted.name].compactMap { $0 }, kind: counted.kind, at: site) else { return }
        guard isValid(counted.parameters.problems, of: counted.parameters.description, at: site) else { return }
        let log = log(of: counted.source)
        let what = counted.description.isEmpty ? "" : ": " + counted.description
        let isCounted = counted.filter
        let found = log.count { isCounted($0.event) }
        if found == count {
            return failForUncertainty(
                "cannot tell whether more events were tracked\(what)", about: counted.source,
                with: counted.parameters, at: site, where: counted.isNamed)
        }
        let lines = [
            "\(found.counted("event")) instead of \(count)\(what)", reason,
            counted.name.flatMap { log.lookalikeHint(of: $0) },
        ]
        fail(EventTable(log: log).message(lines), at: site)
    }
}
