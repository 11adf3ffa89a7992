package import Trackproof
import TrackproofPlatform

/// A recorder that belongs to a test or finds the running test.
protocol FacadeRecorder: ConnectedRecorder {
    /// The recorder of the test that runs the calling code; `nil` if that test is unknown.
    var testRecorder: TestRecorder? { get }

    /// Notes that a facade has removed the recorder and will send it no more events with this source.
    func disconnect(_ source: EventSource)

    /// Notes which providers that are no recorders get the events of a facade.
    func serve(_ providers: Set<ProviderID>)
}

/// The recorders of one facade, and the events that it tracked while it had no recorder.
package final class FacadeOfTests: FacadeHook {
    private struct State {
        var destinations: [Destination] = []
        /// Whether a destination records.
        var hasRecorder = false
        var recorders: [any FacadeRecorder] = []
        /// The recorder that gives each event to the test that is running at that moment.
        var shared: CurrentTestRecorder?
        /// The newest events that the facade tracked while no destination recorded, the oldest first. If a test later
        /// adds a recorder to the facade, the recorder receives the events that its test has tracked.
        var spare: [SpareEvent] = []
    }

    private struct SpareEvent {
        let event: RecordedEvent
        /// The serial number of the recorder of the test that tracked the event, or `nil` if the test is unknown.
        let test: Int?
        /// The time at which the event was tracked, on the clock of ``Platform/monotonicNanoseconds()``.
        let nanoseconds: UInt64
    }

    private let state = Lock(State())
    /// Half of the maximum number of events in `spare`. Beyond the maximum, the facade drops the older half.
    private static let limit = 1_000

    /// Adds a `FacadeOfTests` to each facade that is made or changed from now on. `observeTestCasesAtLoad()` calls this
    /// function once, when the test bundle is loaded.
    package static func watchFacades() { Analytics.makeHook.withLock { $0 = { FacadeOfTests() } } }

    package func use(_ destinations: [Destination]) -> [Destination] {
        // Several tests can add a shared recorder to a facade, because a test does not know what other tests have added.
        // With two of them, a test would receive each event twice.
        let firstShared = destinations.first { $0.recorder?.isShared == true }
        let new = destinations.filter { $0.recorder?.isShared != true || $0 === firstShared }
        let (old, hasSpare) = state.withLock { state in
            defer {
                state.destinations = new
                state.hasRecorder = new.contains(where: \.isRecorder)
                state.recorders = new.compactMap(\.recorder)
                state.shared = firstShared?.recorder as? CurrentTestRecorder
            }
            return (state.destinations, !state.spare.isEmpty)
        }
        for removed in old where !new.contains(where: { $0 === removed }) { removed.recorder?.disconnect(.app) }
        let providers = Set(new.filter { !$0.isRecorder }.map(\.provider.id))
        for destination in new {
            guard let recorder = destination.recorder else { continue }
            let isAdded = !old.contains { $0 === destination }
            if isAdded { recorder.connect(.app) }
            recorder.serve(providers)
            if isAdded, hasSpare, let test = recorder.testRecorder {
                for event in takeSpareEvents(of: test) { test.receive(event) }
            }
        }
        return new
    }

    /// Removes all spare events, and returns those of a recorder's test. If the test of an event is unknown, the event
    /// belongs to the test if it is newer than the recorder.
    private func takeSpareEvents(of recorder: TestRecorder) -> [RecordedEvent] {
        let spare = state.withLock { state in
            defer { state.spare = [] }
            return state.spare
        }
        let own = spare.filter { spare in
            spare.test.map { $0 == recorder.serial || $0 == recorder.parent } ?? (spare.nanoseconds > recorder.begun)
        }
        return own.map(\.event)
    }

    package func deliver(_ event: Event) {
        let (destinations, hasRecorder, recorder, shared) = state.withLock {
            ($0.destinations, $0.hasRecorder, $0.recorders.first, $0.shared)
        }
        // Another thread may have added a recorder in the meantime.
        if !hasRecorder, event.delivery.isRecorded, !keepSpare(event) { return self.deliver(event) }
        let send: TestRecorder.Delivery = { event, left in
            let receivers = destinations.filter { $0.provider.id != left }
            if let shared { shared.noteDelivery { receivers.deliver(event) } } else { receivers.deliver(event) }
            return receivers.count < destinations.count
        }
        if PlantedMutants.current != nil, let test = recorder?.testRecorder { return test.plant(event, send) }
        _ = send(event, nil)
    }

    /// Adds a spare event. Returns `false` if a destination records now.
    private func keepSpare(_ event: Event) -> Bool {
        let spare = SpareEvent(
            event: RecordedEvent(event, time: .now), test: TestRecorder.current?.serial,
            nanoseconds: Platform.monotonicNanoseconds())
        return state.withLock { state in
            if state.hasRecorder { return false }
            if state.spare.count == 2 * Self.limit { state.spare.removeFirst(Self.limit) }
            state.spare.append(spare)
            return true
        }
    }

    package func withhold(_ event: Event) {
        for recorder in state.withLock(\.recorders) { recorder.testRecorder?.withhold(event) }
    }

    /// The recorder of a facade that gives each event to the test that is running at that moment; `nil` without such a
    /// recorder.
    package static func sharedRecorder(of facade: Analytics) -> CurrentTestRecorder? {
        (facade.hook as? FacadeOfTests)?.state.withLock(\.shared)
    }
}

extension Destination {
    /// The recorder that this destination is, or that queues wrap; `nil` if it is another provider.
    fileprivate var recorder: (any FacadeRecorder)? {
        var provider = provider
        while let queued = provider as? QueuedProvider { provider = queued.provider }
        return provider as? any FacadeRecorder
    }
}

extension FacadeRecorder {
    /// Whether the recorder gives each event to the test that is running at that moment.
    fileprivate var isShared: Bool { (self as? CurrentTestRecorder)?.isForEveryTest ?? false }
}
