internal import Dispatch
internal import TrackproofPlatform

/// The in-memory provider of tests: keeps what was tracked, in order, for whoever asks.
///
/// ```swift
/// let recorder = EventRecorder()
/// let analytics = Analytics(providers: [recorder])
/// analytics.track(.movieTapped(id: 67563, slug: "67563-daredevil", index: 6))
/// recorder.drain()  // one recorded event
/// ```
///
/// Any number of threads may track, read and wait at once.
public final class EventRecorder: EventRecording {
    /// How a recorder is known among providers.
    public let id: ProviderID
    private let capacity: Int
    private let state = Lock(State())

    /// What a recorded event needs in memory; its number follows from its place.
    private struct Entry {
        let event: Event
        let source: EventSource
        let time: EventTime
        let rare: RecordedEvent.Rare?
    }

    private struct State {
        var entries: [Entry] = []
        /// How many entries left, drained or dropped: the sequence number of the first, less one.
        var removed = 0
        var dropped = 0
        var waiters: [Waiter] = []
        var nextWaiter = 0

        func recordedEvent(at index: Int) -> RecordedEvent {
            let entry = entries[index]
            return RecordedEvent(
                entry.event, source: entry.source, sequence: Int64(removed + index + 1), time: entry.time,
                rare: entry.rare)
        }

        /// The places of the events after the one with this number.
        func indices(after sequence: Int64) -> Range<Int> {
            Swift.max(0, Swift.min(Int(sequence) - removed, entries.count))..<entries.count
        }

        /// Every event still held. The first call after the capacity is passed lets the oldest go.
        mutating func recordedEvents(capacity: Int) -> [RecordedEvent] {
            keepNewest(capacity)
            return entries.indices.map(recordedEvent)
        }

        mutating func keepNewest(_ capacity: Int) {
            let excess = entries.count - capacity
            guard excess > 0 else { return }
            entries.removeFirst(excess)
            removed += excess
            dropped += excess
        }
    }

    private struct Waiter {
        let number: Int
        let count: Int
        let matches: @Sendable (RecordedEvent) -> Bool
        var found: [RecordedEvent]
        let resume: @Sendable ([RecordedEvent]) -> Void
    }

    /// A recorder that keeps the newest `capacity` events, or all of them.
    ///
    /// Past the capacity the oldest go; ``droppedCount`` says how many.
    public init(capacity: Int = .max, id: ProviderID = "recorder") {
        self.capacity = Swift.max(1, capacity)
        self.id = id
    }

    /// Records one event with everything that is known of it, from any thread.
    public func record(_ event: RecordedEvent) {
        append(event.event, event.source, event.time ?? .coarseNow, event.rare)
    }

    /// Records one event with the current time; called by the facade, from any thread.
    public func record(_ event: Event, source: EventSource) {
        append(event, source, .coarseNow, nil)
    }

    @inline(__always)
    private func append(_ event: Event, _ source: EventSource, _ time: EventTime, _ rare: RecordedEvent.Rare?) {
        let satisfied = state.withLock { state -> [Waiter]? in
            // Made in its place: to copy an entry costs as much as to append it.
            state.entries.append(Entry(event: event, source: source, time: time, rare: rare))
            // Half of the memory at a time, so that an append stays O(1).
            if state.entries.count / 2 >= capacity { state.keepNewest(capacity) }
            return state.waiters.isEmpty ? nil : Self.offerNewest(&state)
        }
        state.wakeAll()
        if let satisfied { for waiter in satisfied { waiter.resume(waiter.found) } }
    }

    private static func offerNewest(_ state: inout State) -> [Waiter] {
        let event = state.recordedEvent(at: state.entries.count - 1)
        for index in state.waiters.indices where state.waiters[index].matches(event) {
            state.waiters[index].found.append(event)
        }
        let satisfied = state.waiters.filter { $0.found.count >= $0.count }
        if !satisfied.isEmpty { state.waiters.removeAll { $0.found.count >= $0.count } }
        return satisfied
    }
}

// Reading.
extension EventRecorder {
    /// The events recorded so far, which stay.
    public var events: [RecordedEvent] { state.withLock { $0.recordedEvents(capacity: capacity) } }

    /// The events after the one with this number.
    package func events(after sequence: Int64) -> [RecordedEvent] {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.indices(after: sequence).map(state.recordedEvent)
        }
    }

    /// How many events there are.
    package var eventCount: Int {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.entries.count
        }
    }

    /// The number of the newest event, also where that was drained since; 0 before the first.
    package var lastSequence: Int64 { state.withLock { Int64($0.removed + $0.entries.count) } }

    /// How many events a bounded recorder let go of, unread.
    public var droppedCount: Int {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.dropped
        }
    }

    /// Takes out everything recorded so far, in one step: an event is either in this result or in a later one.
    @discardableResult
    public func drain() -> [RecordedEvent] {
        state.withLock { state in
            let events = state.recordedEvents(capacity: capacity)
            state.removed += events.count
            state.entries = []
            return events
        }
    }
}

// Waiting.
extension EventRecorder {
    /// Waits until `count` events that match were recorded, and returns them; those recorded before the call count.
    ///
    /// Returns the moment the last one arrives. Where the limit passes first, or the task is cancelled, the result
    /// holds the fewer that were found.
    ///
    /// - Parameters:
    ///   - count: how many are awaited.
    ///   - limit: how long to wait for them.
    ///   - matches: whether an event is one of them; called on the tracking thread, so it must be quick and must not
    ///     call the recorder.
    public func waitForEvents(
        _ count: Int = 1, within limit: Duration, where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) async -> [RecordedEvent] {
        await waitForEvents(count, after: 0, within: limit, where: matches)
    }

    /// - Parameter sequence: The number of the event after which to look: those before it are not looked at.
    package func waitForEvents(
        _ count: Int, after sequence: Int64, within limit: Duration,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) async -> [RecordedEvent] {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timeout = DispatchWorkItem { self.giveUp(number) }
        defer { timeout.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(number: number, count: count, matches: matches, found: []) {
                    continuation.resume(returning: $0)
                }
                if let found = enqueue(waiter, after: sequence) { return continuation.resume(returning: found) }
                if Task.isCancelled { return giveUp(number) }
                DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds, execute: timeout)
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Blocks the thread until `count` events that match were recorded, for tests that are not asynchronous.
    ///
    /// Otherwise as ``waitForEvents(_:within:where:)``, but an event that another thread drains in the meantime does
    /// not count. The events must come from another thread.
    public func blockForEvents(
        _ count: Int = 1, within limit: Duration, where matches: (RecordedEvent) -> Bool
    ) -> [RecordedEvent] {
        blockForEvents(count, after: 0, within: limit, where: matches)
    }

    /// - Parameter sequence: The number of the event after which to look: those before it are not looked at.
    package func blockForEvents(
        _ count: Int, after sequence: Int64, within limit: Duration, where matches: (RecordedEvent) -> Bool
    ) -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        var seen = Int(sequence)
        let deadline = Platform.monotonicNanoseconds() &+ UInt64(Swift.max(0, limit.seconds) * 1e9)
        _ = state.wait(until: deadline) { state -> Void? in
            let end = state.removed + state.entries.count
            for index in Swift.max(seen, state.removed)..<Swift.max(seen, state.removed, end) {
                let event = state.recordedEvent(at: index - state.removed)
                if found.count < count, matches(event) { found.append(event) }
            }
            seen = end
            return found.count >= count ? () : nil
        }
        return found
    }

    /// Adds a waiter, or returns what it waits for where that is already there.
    private func enqueue(_ waiter: Waiter, after sequence: Int64) -> [RecordedEvent]? {
        state.withLock { state in
            var waiter = waiter
            state.keepNewest(capacity)
            for index in state.indices(after: sequence) {
                let event = state.recordedEvent(at: index)
                if waiter.found.count < waiter.count, waiter.matches(event) { waiter.found.append(event) }
            }
            if waiter.found.count >= waiter.count { return waiter.found }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index)
        }
        if let waiter { waiter.resume(waiter.found) }
    }
}

extension Duration {
    /// The duration in seconds, at most a thousand days so that clocks do not overflow.
    package var seconds: Double {
        Swift.min(Double(components.seconds) + Double(components.attoseconds) * 1e-18, 86_400_000)
    }
}
