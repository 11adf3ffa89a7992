import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// An assertion that waited, and ended as soon as it had found as many events as it expects.
struct CountedEvents: Sendable {
    let check: TrackedCheck
    /// The sequence number of the newest event when the assertion ended.
    let sequence: Int64
    let site: CallSite
    /// The maximum number of such assertions that a recorder keeps.
    static let limit = 100
}

extension TestRecorder {
    /// Whether one more event of an assertion that waited would fail the test.
    package var countsEvents: Bool { state.withLock { !$0.counted.isEmpty } }

    /// Notes that an assertion has found as many events as it expects.
    ///
    /// Does nothing in a UI test. There, an assertion knows all events that the app has tracked so far, and events of a
    /// later step are no excess.
    func noteCount(_ check: TrackedCheck, after sequence: Int64, at site: CallSite) {
        if check.limit == .zero || isOfUITest { return }
        state.withLock { state in
            guard state.counted.count < CountedEvents.limit else { return }
            state.counted.append(CountedEvents(check: check, sequence: sequence, site: site))
        }
    }

    /// Returns a message about events that came after an assertion had found as many as it expects; `nil` if there are no
    /// such events. Whether the assertion itself sees such an event would depend on the speed of the machine.
    func excessEvents() -> String? {
        for counted in state.withLock(\.counted) {
            let (check, expected) = (counted.check, counted.check.expectation.compiled)
            let log = log(of: check.source)
            let more = log.unchecked(expected).filter { ($0.recorded.sequence ?? 0) > counted.sequence }
            if more.isEmpty { continue }
            return table(log, of: check.source).message([
                """
                tracked \((check.times + more.count).times) instead of \(check.times.times): \
                \(check.expectation.description.shortened) (\(more.numbers) came after the assertion in line \
                \(counted.site.line))
                """
            ])
        }
        return nil
    }
}
