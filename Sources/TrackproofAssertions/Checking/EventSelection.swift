package import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The events that `expectCount`, `expectNotTracked` or a part of `expectOrder` is about.
package struct EventSelection: Sendable {
    let name: String?
    let kind: EventKind?
    let parameters: ExpectedParameters
    /// The expectation that the events must match, or `nil` if only name, kind and parameters count.
    private let expectation: EventExpectation?
    package let source: EventSource

    /// Selects the events that have this name, this kind and at least these parameters.
    package init(
        _ name: String?, kind: EventKind? = nil, including parameters: ExpectedParameters = [:], source: EventSource
    ) {
        self.name = name
        self.kind = kind
        self.parameters = parameters.partial
        self.source = source
        expectation = nil
    }

    /// Selects the events that equal an event or match an expectation.
    package init(_ event: some EventConvertible, source: EventSource) {
        let expectation = event.expectation
        name = expectation.event.displayName
        kind = expectation.event.kind
        parameters = expectation.parameters
        self.source = source
        self.expectation = expectation
    }

    /// The reasons why the selection is invalid; empty if it is valid.
    fileprivate var problems: [ParameterProblem] { expectation?.problems ?? parameters.problems }

    /// A copy of this selection that ignores parameters whose names fit a pattern.
    func ignoring(_ patterns: [NamePattern]) -> EventSelection {
        expectation.map { EventSelection($0.ignoring(patterns), source: source) } ?? self
    }

    package func contains(_ recorded: RecordedEvent) -> Bool {
        recorded.source == source && filter(recorded.event)
    }

    /// A function that returns whether an event is selected, whatever its source is.
    var filter: (Event) -> Bool {
        if let expected = expectation?.compiled { return expected.matches }
        if parameters.elements.isEmpty { return isNamed }
        let expected = EventExpectation.event("", parameters).compiled
        return { isNamed($0) && expected.matchesParameters(of: $0) }
    }

    func isNamed(_ event: Event) -> Bool { event.isNamed(name, kind) }

    /// The events in a message, such as `screen movies {…}`; empty if all events are selected.
    var description: String {
        if let expectation { return expectation.description }
        var what = [kind?.rawValue ?? "", name?.safeForDisplay ?? ""].filter { !$0.isEmpty }
        if !parameters.elements.isEmpty { what.append(parameters.description) }
        return what.joined(separator: " ")
    }
}

extension Event {
    /// Returns whether the event has this name and this kind. If an argument is `nil`, the function ignores it.
    func isNamed(_ name: String?, _ kind: EventKind?) -> Bool {
        (name.map { displayName.isExactly($0) } ?? true) && (kind == nil || self.kind == kind)
    }
}

extension TestRecorder {
    /// Returns whether an event can have the name and the parameters of the selection. If not, fails the test.
    func isValid(_ selection: EventSelection, at site: CallSite) -> Bool {
        guard isValid(selection.problems, of: selection.description, at: site) else { return false }
        guard let name = selection.name else { return true }
        return isValid(names: [name], kind: selection.kind, at: site)
            && isPlanned(name, selection.kind, of: selection.source, at: site)
    }

    /// Expects that exactly `count` recorded events are in the selection.
    ///
    /// - Parameter reason: The reason why no more events can arrive; `nil` if no reason is known.
    package func expect(_ count: Int, of counted: EventSelection, reason: String? = nil, at site: CallSite) {
        begin(at: site)
        guard isValid(counted, at: site) else { return }
        let counted = counted.ignoring(ignored)
        let log = log(of: counted.source)
        if count > 0 { noteForMutation(counted, in: log, at: site) }
        let what = counted.description.isEmpty ? "" : ": " + counted.description
        let isCounted = counted.filter
        let found = log.count { isCounted($0.event) }
        if found == count {
            warnAboutMisspelling(counted.name, in: log, at: site)
            return failForUncertainty(
                "cannot tell whether more events were tracked\(what)", about: counted.source,
                in: log, at: site, where: counted.isNamed)
        }
        let lines = [
            "\(found.counted("event")) instead of \(count)\(what)", reason,
            counted.name.flatMap { log.lookalikeHint(of: $0) },
        ]
        fail(table(log, of: counted.source).message(lines), at: site)
    }
}
