import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

/// An assertion that did not wait and has failed because an event was missing.
struct UnmetExpectation: Sendable {
    let expected: [EventExpectation]
    let source: EventSource
    /// The sequence number of the newest event at the time of the assertion.
    let sequence: Int64
    let site: CallSite
    /// The maximum number of such assertions that a recorder keeps.
    static let limit = 20
}

extension TestRecorder {
    /// Notes that an assertion without a time limit has failed because an event was missing.
    func noteUnmet(_ expected: [EventExpectation], _ source: EventSource, after sequence: Int64, at site: CallSite) {
        state.withLock { state in
            guard state.unmet.count < UnmetExpectation.limit else { return }
            state.unmet.append(
                UnmetExpectation(expected: expected, source: source, sequence: sequence, site: site))
        }
    }

    /// Adds a warning for each assertion that was too early: its event came after the assertion had failed.
    func warnAboutEarlyAssertions() {
        guard let test else { return }
        for unmet in state.withLock(\.unmet) {
            let expected = unmet.expected.map(\.compiled)
            let late = log(of: unmet.source, after: unmet.sequence).first { logged in
                expected.contains { $0.matches(logged.event) }
            }
            guard let late else { continue }
            reporter.warn(
                """
                \(late.event.description.shortened) (number \(late.number)) came after the assertion in line \
                \(unmet.site.line) had failed: if a task, a queue or a thread tracks it, pass within: to the assertion, \
                such as within: .seconds(1)
                """, of: test, at: unmet.site)
        }
    }
}
