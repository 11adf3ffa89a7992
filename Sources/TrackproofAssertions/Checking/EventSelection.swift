package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

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
        prepareAssertion(at: site)
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

extension TestRecorder {
    /// Expects that no selected event was recorded.
    package func expectNotTracked(_ unwanted: EventSelection, at site: CallSite) {
        prepareAssertion(at: site)
        guard isValid(unwanted, at: site) else { return }
        let isUnwanted = unwanted.ignoring(ignored).filter
        let log = log(of: unwanted.source)
        let found = log.filter { isUnwanted($0.event) }
        if found.isEmpty {
            warnAboutMisspelling(unwanted.name, in: log, at: site)
            return failForUncertainty(
                "cannot tell whether the event was tracked: \(unwanted.description)", about: unwanted.source,
                in: log, at: site, where: unwanted.isNamed)
        }
        let lines = [
            "tracked, but should not have been: \(unwanted.description) (\(found.numbers))",
            doubts.otherTestsHint(found),
        ]
        fail(table(log, of: unwanted.source).message(lines), at: site)
    }

    /// Expects that assertions have checked every recorded event of this source.
    package func expectNothingElse(source: EventSource, at site: CallSite) {
        prepareAssertion(at: site)
        let log = log(of: source)
        let left = log.filter { !$0.isChecked }
        if left.isEmpty {
            return failForUncertainty(
                "cannot tell whether anything else was tracked", about: source, in: log, at: site)
        }
        markChecked(all: left)
        let lines = [
            "\(left.count.counted("more event")) than expected: \(table(log).summary(of: left))",
            doubts.otherTestsHint(left),
        ]
        fail(table(log, of: source).message(lines), at: site)
    }
}

extension TestRecorder {
    /// Expects that these events were recorded in this order. Other events may come between them.
    ///
    /// - Parameter order: The events, which all have the source `source`.
    package func expectOrder(_ order: [EventSelection], source: EventSource, at site: CallSite) {
        prepareAssertion(at: site)
        guard order.count > 1 else {
            return fail("an order needs two or more names, not \(order.count)", at: site)
        }
        guard order.allSatisfy({ isValid($0, at: site) }) else { return }
        let order = order.map { $0.ignoring(ignored) }
        let log = log(of: source)
        for event in order { noteForMutation(event, in: log, at: site) }
        var matched: [LoggedEvent] = []
        for event in order {
            let isSelected = event.filter
            let last = matched.last?.number ?? 0
            guard let next = log.first(where: { $0.number > last && isSelected($0.event) }) else {
                let taken = Set(matched.map(\.number))
                let early = log.last { isSelected($0.event) && !taken.contains($0.number) }
                let isRepeated = order[..<matched.count].contains { $0.description.isExactly(event.description) }
                let problem = Self.problem(event.description, isRepeated, early, after: matched.last)
                let lines = [problem, event.name.flatMap { log.lookalikeHint(of: $0) }]
                return fail(table(log, of: source).message(lines), at: site)
            }
            matched.append(next)
        }
    }

    /// Returns why an event of an order is missing after the event before it.
    ///
    /// - Parameters:
    ///   - shown: The description of the missing event.
    ///   - isRepeated: Whether the order contains this event earlier too.
    ///   - early: The last such event that was tracked too early; `nil` if there is none.
    private static func problem(
        _ shown: String, _ isRepeated: Bool, _ early: LoggedEvent?, after previous: LoggedEvent?
    ) -> String {
        guard let previous, early != nil || isRepeated else { return "not tracked: \(shown)" }
        let rule = "\(shown) should follow \(previous.event.displayName.safeForDisplay) (number \(previous.number))"
        guard let early else { return "not tracked again: \(rule)" }
        return "out of order: \(rule), but the last \(shown) is number \(early.number)"
    }
}
