package import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The name, kind, parameters and source of the events that `expectCount` counts.
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
        let event = recorded.event
        return recorded.source == source && isNamed(event)
            && (parameters.elements.isEmpty || expectation(event.displayName, event.kind).matches(event))
    }

    fileprivate func isNamed(_ event: Event) -> Bool {
        event.isNamed(name, kind)
    }

    fileprivate func expectation(_ name: String, _ kind: EventKind) -> ExpectedEvent {
        let compiled = parameters.compiled
        return ExpectedEvent(anyWith: compiled.values, name, kind, rule: compiled.rule(), compiled.signature)
    }

    /// The end of a failure message, such as `: screen movies {…}`; empty if `expectCount` counts all events.
    fileprivate var description: String {
        var what = [kind?.rawValue ?? "", name?.safeForDisplay ?? ""].filter { !$0.isEmpty }
        if !parameters.elements.isEmpty { what.append(parameters.description) }
        return what.isEmpty ? "" : ": " + what.joined(separator: " ")
    }
}

extension TestRecorder {
    private func count(_ counted: CountedEvents) -> Int {
        let source = counted.source
        if counted.name == nil, counted.kind == nil, counted.parameters.elements.isEmpty {
            return withIndex { $0.count(of: source) }
        }
        let names =
            counted.name.map { name in EventKind.allCases.map { (name: name, kind: $0) } }
            ?? withIndex { $0.names(of: source) }
        return names.filter { counted.kind == nil || $0.kind == counted.kind }.reduce(0) { sum, one in
            sum
                + (counted.parameters.elements.isEmpty
                    ? withIndex { $0.log(one.name, one.kind, of: source) }.count
                    : count(counted.expectation(one.name, one.kind), of: source))
        }
    }

    /// Expects that exactly `count` recorded events have the name, kind, parameters and source in `counted`.
    ///
    /// - Parameter reason: The reason why no more events can arrive; `nil` if no reason is known.
    package func expect(_ count: Int, of counted: CountedEvents, reason: String? = nil, at site: CallSite) {
        begin(at: site)
        guard isValid(names: [counted.name].compactMap { $0 }, kind: counted.kind, at: site) else { return }
        guard isValid(counted.parameters.problems, of: counted.parameters.description, at: site) else { return }
        let found = self.count(counted)
        if found == count {
            return failForUncertainty(
                "cannot tell whether more events were tracked\(counted.description)", about: counted.source,
                with: counted.parameters, at: site, where: counted.isNamed)
        }
        let log = log(of: counted.source)
        fail(
            """
            \(found.counted("event")) instead of \(count)\(counted.description)
            \(reason.map { $0 + "\n" } ?? "")\(log.lookalikeHint(of: counted.name))\(EventTable(log: log).text)
            """, at: site)
    }
}
