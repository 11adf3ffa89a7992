package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Which events a count is about.
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
        return recorded.source == source && (name == nil || event.displayName == name)
            && (kind == nil || event.kind == kind) && parameters.matches(event.parameters)
    }

    /// For messages: `: screen movies {…}`; nothing where any event counts.
    fileprivate var description: String {
        var what = [kind?.rawValue ?? "", name?.safeForDisplay ?? ""].filter { !$0.isEmpty }
        if !parameters.elements.isEmpty { what.append(parameters.description) }
        return what.isEmpty ? "" : ": " + what.joined(separator: " ")
    }
}

extension TestRecorder {
    /// Expects exactly so many events.
    ///
    /// - Parameter reason: why no more can come, where that is known.
    package func expect(_ count: Int, of counted: CountedEvents, reason: String? = nil, at site: CallSite) {
        begin(at: site)
        let log = log(of: counted.source)
        let found = log.count { counted.contains($0.recorded) }
        if found == count { return }
        fail(
            """
            \(found.counted("event")) instead of \(count)\(counted.description)
            \(reason.map { $0 + "\n" } ?? "")\(EventTable(log: log).text)
            """, at: site)
    }
}
