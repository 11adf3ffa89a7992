package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// Events that were tracked while no test of XCTest ran: while XCTest made its test cases, whose properties may track, in
/// `class func setUp()`, or between two tests.
package enum EarlyEvents {
    private struct State {
        /// Whether tests of XCTest are run, and none runs now.
        var isBetweenTests = false
        /// Whether a test of XCTest runs.
        var isTestRunning = false
        /// Events of shared facades in the running test, which has no recorder yet.
        var ofRunningTest: [RecordedEvent] = []
        /// Events of facades that no test has used yet.
        var kept: [ObjectIdentifier: [RecordedEvent]] = [:]
        /// Events of shared facades, which are no test's.
        var lost: [RecordedEvent] = []
        var count = 0
    }

    private static let state = Lock(State())
    /// So many are kept.
    private static let limit = 10_000

    /// Called by the observer of XCTest's test cases.
    package static func setBetweenTests(_ isBetweenTests: Bool, isTestRunning: Bool = false) {
        state.withLock { state in
            state.isBetweenTests = isBetweenTests
            state.isTestRunning = isTestRunning
            state.ofRunningTest = []
        }
    }

    /// Keeps an event of a shared facade for the running test of XCTest, which may get its recorder yet: a team's own base
    /// class may track in `setUp()` before it calls `recordEvents()`.
    static func keepForRunningTest(_ event: RecordedEvent) {
        state.withLock { state in
            guard state.isTestRunning, state.ofRunningTest.count < limit else { return }
            var event = event
            event.time = event.time ?? .now
            state.ofRunningTest.append(event)
        }
    }

    /// The events of shared facades since the running test has begun.
    package static func takeOfRunningTest() -> [RecordedEvent] {
        state.withLock { state in
            defer { state.ofRunningTest = [] }
            return state.ofRunningTest
        }
    }

    /// Keeps an event for the first test that uses its facade.
    ///
    /// - Parameter facade: The recorder of that facade; nil if the facade is shared, so that the event is no test's.
    /// - Returns: Whether it was kept. It is not if a test runs, or if too many came.
    package static func keep(_ event: RecordedEvent, for facade: AnyObject?) -> Bool {
        state.withLock { state in
            guard state.isBetweenTests, state.count < limit else { return false }
            state.count += 1
            if let facade {
                state.kept[ObjectIdentifier(facade), default: []].append(event)
            } else {
                state.lost.append(event)
            }
            return true
        }
    }

    /// The events that were kept for the test that uses this facade now.
    package static func take(for facade: AnyObject) -> [RecordedEvent] {
        state.withLock { $0.kept.removeValue(forKey: ObjectIdentifier(facade)) ?? [] }
    }

    /// The facade is gone: no test will use it any more.
    package static func lose(for facade: AnyObject) {
        let events = take(for: facade)
        state.withLock { $0.lost += events }
    }

    /// What to say at the end of the run; nil if each event has found its test.
    package static var warning: String? {
        let events = state.withLock { state in
            state.lost + state.kept.values.flatMap { $0 }
        }
        if events.isEmpty { return nil }
        let names = Set(events.map { $0.event.description.shortened }).sorted()
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        return """
            \(events.count.counted("event")) tracked while no test ran, and no test has seen them: \(shown)
            a facade in a property of a test case keeps its events for the first test that uses it; what a shared facade \
            tracks in class func setUp(), or in a property, is no test's: track it in setUp() or in the test
            """
    }
}
