package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// The question whether an event was tracked exactly so often, asked of a recording.
package struct TrackedCheck: Sendable {
    let expectation: EventExpectation
    let times: Int
    let source: EventSource

    package init(expectation: EventExpectation, times: Int, source: EventSource) {
        self.expectation = expectation
        self.times = times
        self.source = source
    }

    enum Answer {
        /// These events are the ones.
        case satisfied([LoggedEvent])
        /// There are not enough yet.
        case tooFew([LoggedEvent])
        case tooMany([LoggedEvent])
    }

    /// What is not known if nothing can be recorded any more.
    var question: String { "nobody knows whether it would have been tracked: \(expectation.description.shortened)" }

    /// Which later events are worth another look. It runs on the tracking thread, under the recorder's lock; so it leaves
    /// out the matchers, which may be the test's own code.
    func candidates(after sequence: Int64) -> @Sendable (RecordedEvent) -> Bool {
        { recorded in
            (recorded.sequence ?? 0) > sequence && recorded.source == source && expectation.isSameName(recorded.event)
        }
    }

    func answer(in recorder: TestRecorder) -> Answer {
        let found = recorder.unchecked(expectation.compiled, of: source)
        if found.count == times { return .satisfied(found) }
        return found.count < times ? .tooFew(found) : .tooMany(found)
    }

    /// Why the check failed, for a person.
    ///
    /// - Parameters:
    ///   - known: why the event may have been missed; nil if nothing is known.
    ///   - ofEarlierTests: what to say of events that an earlier test may have tracked.
    ///   - limit: how long was waited, if it was.
    ///   - reason: why the wait ended before its time.
    ///   - hint: what to say of a wait that found too few.
    func failure(
        _ answer: Answer, in log: [LoggedEvent], known: String?, ofEarlierTests: ([LoggedEvent]) -> String?,
        within limit: Duration, reason: String? = nil, hint: String? = nil
    ) -> String {
        let waited = reason == nil ? limit.waited : ""
        let wanted = expectation.description.shortened
        var lines: [String] = []
        switch answer {
        case .satisfied: lines.append(question)
        case .tooMany(let found) where times == 0:
            lines.append("tracked, though it should not be: \(wanted)\(places(found))")
        case .tooMany(let found):
            lines.append("tracked \(found.count.times) instead of \(times.times): \(wanted)\(places(found))")
        case .tooFew(let found) where !found.isEmpty:
            lines.append(
                "tracked \(found.count.times) instead of \(times.times)\(waited): \(wanted)\(places(found))")
        case .tooFew:
            lines.append("not tracked\(waited): \(wanted)")
        }
        if case .tooFew(let found) = answer { lines += hints(found, log, known) }
        if case .tooMany(let found) = answer, let hint = ofEarlierTests(found) { lines.append(hint) }
        if let reason { lines.append(reason) }
        if let hint, limit > .zero, case .tooFew = answer { lines.append(hint) }
        lines.append(EventTable(log: log).text)
        return lines.joined(separator: "\n")
    }

    private func places(_ found: [LoggedEvent]) -> String { found.isEmpty ? "" : " (\(found.numbers))" }

    private func hints(_ found: [LoggedEvent], _ log: [LoggedEvent], _ known: String?) -> [String] {
        var hints: [String] = []
        let expected = expectation.compiled
        let checked = log.filter { $0.isChecked && expected.matches($0.event) }
        if !checked.isEmpty {
            let verb = checked.count == 1 ? "is one" : "are some"
            hints.append("there \(verb) that an earlier assertion has checked\(places(checked))")
        } else {
            let others = log.filter { logged in !found.contains { $0.number == logged.number } }
            if let nearest = NearestMiss(expectation, expected, in: others) { hints.append(nearest.text) }
        }
        if let known {
            hints.append(known)
        } else if let stray = CurrentRecorder.strays.withLock({ $0.last { $0.name.isExactly(expectation.name) } }) {
            hints.append(
                """
                one like it reached no test: \(stray.description.shortened)
                    (tracked in a detached task, a queue or a thread by a facade made outside the test; \
                make it in the test: Analytics.recording())
                """)
        }
        return hints
    }
}

extension Duration {
    /// For messages: what became of a wait with this limit; nothing, where none was wanted.
    var waited: String {
        guard self > .zero else { return "" }
        return Task.isCancelled ? " before the test was cancelled" : " within \(self)"
    }
}

extension Int {
    /// `once`, `2 times`.
    fileprivate var times: String { self == 1 ? "once" : "\(self) times" }
}
