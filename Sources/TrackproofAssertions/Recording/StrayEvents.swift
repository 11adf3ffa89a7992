import Foundation
package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

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

    /// Keeps an event for the test that its facade will belong to. Returns `false` if there are too many such events.
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
            let taken = state.early.filter { ids.contains(ObjectIdentifier($0.provider)) }
            if !taken.isEmpty { state.early.removeAll { ids.contains(ObjectIdentifier($0.provider)) } }
            return taken.map(\.event)
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
        summary(state.withLock(\.early).map(\.event)).map {
            "\($0)\nsubclass RecordingTestCase, or make the facade in setUp() or in the test"
        }
    }

    /// The warning about events that shared facades have tracked between tests; `nil` without such events.
    package static var warning: String? {
        summary(state.withLock(\.strays).filter { $0.phase == .beforeTest }.map(\.event)).map {
            """
            \($0)
            track events in setUp() or in the test: what a shared facade tracks in class func setUp() or in a property \
            belongs to no test
            """
        }
    }

    /// Returns the first line of a message about events that reached no test; `nil` if there are none.
    private static func summary(_ events: [RecordedEvent]) -> String? {
        if events.isEmpty { return nil }
        let shown = Set(events.map { $0.event.description.shortened }).sorted().listed(upTo: 5)
        return "\(events.count.counted("event")) reached no test, because no test was running: \(shown)"
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

/// The facades in the properties of one instance of a test case.
///
/// XCTest makes an instance for each test before it runs the first test. Swift initializes the properties of a class
/// before those of its base class. So when a property of the base class calls ``claim()``, the facades that this thread
/// has made since the last call belong to the instance that is being made.
package struct InstanceFacades: Sendable {
    /// The facades that no instance has claimed yet, and the threads that have made them.
    private static let unclaimed = Lock<[(thread: ObjectIdentifier, provider: CurrentTestRecorder)]>([])

    private let providers: [CurrentTestRecorder]

    /// Notes a facade that is made outside of a test.
    static func note(_ provider: CurrentTestRecorder) {
        guard XCTestRun.phase == .beforeTest else { return }
        let thread = ObjectIdentifier(Thread.current)
        unclaimed.withLock { $0.append((thread, provider)) }
    }

    /// Returns the facades that this thread has made since the last call. They keep their events until the test of the
    /// instance begins.
    package static func claim() -> InstanceFacades {
        let thread = ObjectIdentifier(Thread.current)
        let claimed = unclaimed.withLock { unclaimed in
            defer { unclaimed.removeAll { $0.thread == thread } }
            return unclaimed.filter { $0.thread == thread }.map(\.provider)
        }
        for provider in claimed { provider.setAwaited(true) }
        return InstanceFacades(providers: claimed)
    }

    /// Forgets the facades that no instance has claimed. A test begins, so XCTest has made all instances.
    static func forgetUnclaimed() { unclaimed.withLock { $0 = [] } }

    /// Gives up the facades in properties of these classes. XCTest has made their instances before this instance.
    ///
    /// - Parameter classes: The names of test cases whose instances claim no facades.
    package func release(madeIn classes: Set<String>) {
        for provider in providers where classes.contains(provider.function) { provider.setAwaited(false) }
    }

    /// Gives the facades and the events that they have kept to the test of the instance, which begins.
    package func give(to recorder: TestRecorder) {
        let given = providers.filter { $0.give(to: recorder) }
        for event in StrayEvents.take(of: given) { recorder.receive(event) }
    }
}
