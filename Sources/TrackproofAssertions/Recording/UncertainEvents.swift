import Trackproof
import TrackproofSnapshots
import TrackproofText

/// Events that a test may have tracked, but that did not reach the test's recorder.
struct UncertainEvents: Sendable {
    /// The reason why the events did not reach the recorder.
    enum Reason: Sendable {
        /// The events came from outside of the tests' tasks while several tests ran.
        case unattributed
        /// A facade had no consent, and the test neither made the facade nor set its consent.
        case withheld
        /// A facade had no consent, and the test made the facade or set its consent.
        case refused
    }

    let reason: Reason
    /// The oldest events, up to the limit.
    private var kept: [RecordedEvent] = []
    private var count = 0
    /// The tests that ran when the first event came.
    private var tests: [any RunningTest] = []
    /// The maximum number of events in `kept`.
    private static let limit = 200
    /// The maximum number of tests that a message names.
    private static let testLimit = 5

    init(_ reason: Reason) { self.reason = reason }

    mutating func append(_ event: RecordedEvent, during running: [any RunningTest] = []) {
        if count == 0 { tests = running }
        count += 1
        if kept.count < Self.limit { kept.append(event) }
    }

    /// Returns a message about the events of a source that an assertion expects; `nil` if there are no such events.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func problem(of source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        let meant = kept.filter { $0.source == source && isMeant($0.event) }
        // Events beyond the limit were counted but not kept, so the assertion may expect any of them.
        let others = count - kept.count
        if meant.isEmpty, others == 0 { return nil }
        let shown = meant.prefix(5).map { $0.event.description.shortened } + (meant.count + others > 5 ? ["…"] : [])
        let (number, names) = ((meant.count + others).counted("event"), shown.joined(separator: ", "))
        switch reason {
        case .unattributed:
            return """
                \(number) could belong to any of several running tests: \(names)
                \(testNames)an event from a detached task, a queue or a thread does not show which test tracked it. \
                Make the facade in each test (Analytics.recording()), or put all suites with .recordingEvents into \
                one suite with the trait .serialized. To find the test, run swift test --no-parallel
                """
        case .withheld:
            return """
                a facade dropped \(number), because it had no consent when this test began: \(names)
                call setConsent(_:) in the test, so that the test does not depend on earlier tests
                """
        case .refused: return "the facade has no consent and dropped \(number): \(names)"
        }
    }

    /// The line with the names of the tests that ran when the first event came; empty if no test is known.
    private var testNames: String {
        if tests.isEmpty { return "" }
        let names = Set(tests.map { $0.identity.path.joined(separator: "/") }).sorted()
        let others = names.count - Self.testLimit
        let shown = names.prefix(Self.testLimit).joined(separator: ", ")
        return "these tests ran: \(shown)\(others > 0 ? " and \(others) more" : "")\n"
    }
}
