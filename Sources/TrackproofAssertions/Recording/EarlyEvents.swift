package import Trackproof
import TrackproofSnapshots
import TrackproofPlatform
import TrackproofText

/// The events that were tracked before an XCTest test began, or before the running XCTest test had a recorder.
///
/// XCTest creates all test cases before it runs the first test, so the initial value of a test case's property may
/// track events at that time. `class func setUp()` and other code between two tests may also track events.
package enum EarlyEvents {
    private struct State {
        /// Whether the process runs tests of XCTest, but no test is running at the moment.
        var isBetweenTests = false
        var isTestRunning = false
        /// The events that shared facades tracked while the running test had no recorder yet.
        var ofRunningTest: [RecordedEvent] = []
        /// The events of facades that no test has used yet, by the `ObjectIdentifier` of the facade's `FacadeRecorder`.
        var kept: [ObjectIdentifier: [RecordedEvent]] = [:]
        /// The events that belong to no test, because their facade is shared, or was deallocated before a test used it.
        var lost: [RecordedEvent] = []
        var count = 0
    }

    private static let state = Lock(State())
    /// The maximum number of events in `ofRunningTest`, and the maximum value of `count`.
    private static let limit = 10_000

    /// Notes whether a test of XCTest is running. `TestCases` calls this function when a test begins or ends.
    package static func setBetweenTests(_ isBetweenTests: Bool, isTestRunning: Bool = false) {
        state.withLock { state in
            state.isBetweenTests = isBetweenTests
            state.isTestRunning = isTestRunning
            state.ofRunningTest = []
        }
    }

    /// Keeps an event of a shared facade for the running test of XCTest, which may get its recorder later.
    ///
    /// For example, a test case may track the event in `setUp()` before it calls `recordEvents()`.
    static func keepForRunningTest(_ event: RecordedEvent) {
        state.withLock { state in
            guard state.isTestRunning, state.ofRunningTest.count < limit else { return }
            var event = event
            event.time = event.time ?? .now
            state.ofRunningTest.append(event)
        }
    }

    /// Removes and returns the events that ``keepForRunningTest(_:)`` has kept since the running test began.
    package static func takeOfRunningTest() -> [RecordedEvent] {
        state.withLock { state in
            defer { state.ofRunningTest = [] }
            return state.ofRunningTest
        }
    }

    /// Keeps an event for the first test that uses the event's facade.
    ///
    /// - Parameter facade: The `FacadeRecorder` of the facade; `nil` if the facade is shared. An event of a shared
    ///   facade belongs to no test.
    /// - Returns: `false` if the function did not keep the event, because a test is running, because the process runs
    ///   no tests of XCTest, or because the limit is reached.
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

    /// The warning that the process prints after its last test; `nil` if every event has reached a test.
    package static var warning: String? {
        let events = state.withLock { state in
            state.lost + state.kept.values.flatMap { $0 }
        }
        if events.isEmpty { return nil }
        let shown = Set(events.map { $0.event.description.shortened }).sorted().listed(upTo: 5)
        return """
            \(events.count.counted("event")) reached no test, because no test was running: \(shown)
            track events in setUp() or in the test. Events that a shared facade tracks in class func setUp() or in a \
            property belong to no test; a facade in a property of a test case keeps its events for the first test that \
            uses the facade
            """
    }
}
