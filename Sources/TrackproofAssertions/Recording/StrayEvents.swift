package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofText

/// The events that belonged to nobody when they were tracked. See ``EventOwnership``.
///
/// Most of these events stay here, and a failure message or a warning mentions them. Some events get an owner later:
/// - XCTest makes an instance for each test before it runs the first test, so a property may make a facade and track
///   events at that time. These events belong to the test of the instance, or to the first test that uses the facade if
///   the instance is unknown. See ``InstanceFacades``.
/// - A test case may track events through a shared facade in `setUp()` before it calls `recordEvents()`. These events
///   belong to the test case.
package enum StrayEvents {
    private struct State {
        /// The newest strays of shared facades. For each event also what XCTest did when the event was tracked, and the
        /// time in nanoseconds of the monotonic clock.
        var strays: [(event: RecordedEvent, phase: XCTestRun.Phase, time: UInt64)] = []
        /// The events that facades tracked before their test began.
        var early: [(event: RecordedEvent, provider: CurrentTestRecorder)] = []
    }

    private static let state = Lock(State())
    /// The maximum number of events in `early`, and half of the maximum number of events in `strays`.
    private static let limit = 10_000

    /// Keeps an event of a shared facade.
    static func keep(_ event: RecordedEvent) {
        let phase = XCTestRun.phase
        state.withLock { state in
            if state.strays.count == 2 * limit { state.strays.removeFirst(limit) }
            state.strays.append((event.withTime, phase, Platform.monotonicNanoseconds()))
        }
    }

    /// Keeps an event for the test that the event's facade will belong to.
    ///
    /// - Returns: Whether the function has kept the event.
    static func keep(_ event: RecordedEvent, for provider: CurrentTestRecorder) -> Bool {
        state.withLock { state in
            guard state.early.count < limit else { return false }
            state.early.append((event.withTime, provider))
            return true
        }
    }

    /// Removes and returns the events of some facades, the oldest first, for the test that the facades belong to.
    static func take(of providers: [CurrentTestRecorder]) -> [RecordedEvent] {
        let ids = Set(providers.map { ObjectIdentifier($0) })
        return state.withLock { state in
            let taken = state.early.filter { ids.contains(ObjectIdentifier($0.provider)) }.map(\.event)
            if !taken.isEmpty { state.early.removeAll { ids.contains(ObjectIdentifier($0.provider)) } }
            return taken
        }
    }

    /// Removes and returns the events that shared facades have tracked since the running test of XCTest began.
    package static func takeOfRunningTest() -> [RecordedEvent] {
        let phase = XCTestRun.phase
        guard case .test = phase else { return [] }
        return state.withLock { state in
            defer { state.strays.removeAll { $0.phase == phase } }
            return state.strays.filter { $0.phase == phase }.map(\.event)
        }
    }

    /// Returns the newest stray with this name that was tracked after a time of the monotonic clock.
    static func last(named name: String, after time: UInt64) -> Event? {
        state.withLock { state in
            state.strays.last { $0.time > time && $0.event.event.displayName.isExactly(name) }?.event.event
        }
    }

    /// The failure of a run in which facades have tracked events that no test received; `nil` if each event has a test.
    package static var problem: String? {
        let early = state.withLock(\.early).map(\.event)
        if early.isEmpty { return nil }
        return """
            \(early.summary)
            subclass RecordingTestCase, or make the facade in setUp() or in the test
            """
    }

    /// The warning about events that shared facades have tracked between tests; `nil` without such events.
    package static var warning: String? {
        let strays = state.withLock(\.strays).filter { $0.phase == .beforeTest }.map(\.event)
        if strays.isEmpty { return nil }
        return """
            \(strays.summary)
            track events in setUp() or in the test: what a shared facade tracks in class func setUp() or in a property \
            belongs to no test
            """
    }
}

extension RecordedEvent {
    /// The event with the current time, if it has no time.
    fileprivate var withTime: RecordedEvent {
        var event = self
        event.time = time ?? .now
        return event
    }
}

extension [RecordedEvent] {
    /// The first line of a message about events that reached no test.
    fileprivate var summary: String {
        let shown = Set(map { $0.event.description.shortened }).sorted().listed(upTo: 5)
        return "\(count.counted("event")) reached no test, because no test was running: \(shown)"
    }
}
