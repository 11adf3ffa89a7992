package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// The events that were tracked while no test of XCTest ran.
///
/// XCTest creates all test cases before the first test, so a property of a test case may track events at that time.
/// `class func setUp()` and code that runs between two tests may also track events.
package enum EarlyEvents {
    private struct State {
        /// Whether the process runs tests of XCTest, but no test is running at the moment.
        var isBetweenTests = false
        /// Whether a test of XCTest is running.
        var isTestRunning = false
        /// The events that shared facades tracked while the running test had no recorder yet.
        var ofRunningTest: [RecordedEvent] = []
        /// The events of facades that no test has used yet, by the identity of the facade's recorder.
        var kept: [ObjectIdentifier: [RecordedEvent]] = [:]
        /// The events that belong to no test. Their facade is shared, or was deallocated before a test used it.
        var lost: [RecordedEvent] = []
        var count = 0
    }

    private static let state = Lock(State())
    /// The maximum number of events that are kept.
    private static let limit = 10_000

    /// Notes whether a test is running. The observer of XCTest's test cases calls this function.
    package static func setBetweenTests(_ isBetweenTests: Bool, isTestRunning: Bool = false) {
        state.withLock { state in
            state.isBetweenTests = isBetweenTests
            state.isTestRunning = isTestRunning
            state.ofRunningTest = []
        }
    }

    /// Keeps an event of a shared facade for the running test of XCTest, which may get its recorder later.
    ///
    /// For example, a test case may track in `setUp()` before it calls `recordEvents()`.
    static func keepForRunningTest(_ event: RecordedEvent) {
        state.withLock { state in
            guard state.isTestRunning, state.ofRunningTest.count < limit else { return }
            var event = event
            event.time = event.time ?? .now
            state.ofRunningTest.append(event)
        }
    }

    /// Removes and returns the events that shared facades have tracked since the running test began.
    package static func takeOfRunningTest() -> [RecordedEvent] {
        state.withLock { state in
            defer { state.ofRunningTest = [] }
            return state.ofRunningTest
        }
    }

    /// Keeps an event for the first test that uses its facade.
    ///
    /// - Parameter facade: The recorder of the facade; `nil` if the facade is shared. An event of a shared facade
    ///   belongs to no test.
    /// - Returns: `false` if the event was not kept, because a test is running, the process runs no tests of XCTest, or
    ///   the limit is reached.
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

    /// Removes and returns the kept events of a facade, for the first test that uses the facade.
    package static func take(for facade: AnyObject) -> [RecordedEvent] {
        state.withLock { $0.kept.removeValue(forKey: ObjectIdentifier(facade)) ?? [] }
    }

    /// Notes that a facade was deallocated. No test can use the facade any more, so its kept events belong to no test.
    package static func lose(for facade: AnyObject) {
        let events = take(for: facade)
        state.withLock { $0.lost += events }
    }

    /// The warning for the end of the run; `nil` if every event has reached a test.
    package static var warning: String? {
        let events = state.withLock { state in
            state.lost + state.kept.values.flatMap { $0 }
        }
        if events.isEmpty { return nil }
        let names = Set(events.map { $0.event.description.shortened }).sorted()
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        return """
            \(events.count.counted("event")) reached no test, because no test was running: \(shown)
            track events in setUp() or in the test. Events that a shared facade tracks in class func setUp() or in a \
            property belong to no test; a facade in a property of a test case keeps its events for the first test that \
            uses the facade
            """
    }
}
