import Dispatch
import TrackproofPlatform

/// A provider for tests that keeps events in memory, in the order in which the app tracked them.
///
/// ```swift
/// let recorder = EventRecorder()
/// let analytics = Analytics(providers: [recorder])
/// analytics.track(.movieTapped(id: 67563, slug: "67563-daredevil", index: 6))
/// recorder.drain()  // one recorded event
/// ```
///
/// Any number of threads may track, read and wait at the same time.
public final class EventRecorder: AnalyticsRecorder {
    /// The name that identifies the recorder among providers.
    public let id: ProviderID
    private let capacity: Int
    private let state = Lock(State())

    /// A recorded event without its sequence number, which `recordedEvent(at:)` computes from the index of the entry.
    private struct Entry {
        let event: Event
        let source: EventSource
        let time: EventTime
        let rare: RecordedEvent.Rare?
    }

    private struct State {
        var entries: [Entry] = []
        /// The number of entries that were drained or dropped: one less than the first entry's sequence number.
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

        /// Returns the indices of the entries whose sequence numbers are greater than `sequence`.
        func indices(after sequence: Int64) -> Range<Int> {
            Swift.max(0, Swift.min(Int(sequence) - removed, entries.count))..<entries.count
        }

        /// Drops the oldest events if there are more than `capacity`, and returns the remaining events.
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

    /// Creates a recorder that keeps the newest `capacity` events. By default, it keeps all events.
    ///
    /// Beyond the capacity, the recorder drops the oldest events. ``droppedCount`` is the number of dropped events.
    public init(capacity: Int = .max, id: ProviderID = "recorder") {
        self.capacity = Swift.max(1, capacity)
        self.id = id
    }

    /// Records one event together with its source, id, time and context. Any thread may call this method.
    public func record(_ event: RecordedEvent) {
        append(event.event, event.source, event.time ?? .coarseNow, event.rare)
    }

    /// Records one event. The event's time is the time of this call. Any thread may call this method.
    public func record(_ event: Event, source: EventSource) {
        append(event, source, .coarseNow, nil)
    }

    @inline(__always)
    private func append(_ event: Event, _ source: EventSource, _ time: EventTime, _ rare: RecordedEvent.Rare?) {
        let satisfied = state.withLock { state -> [Waiter]? in
            // Creates the entry in place. Copying an entry from a variable would take as much time as appending it.
            state.entries.append(Entry(event: event, source: source, time: time, rare: rare))
            // Drops half of the entries at once, so that the average cost of an append stays constant.
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
    /// The recorded events that were not drained, in order. They stay in the recorder.
    public var events: [RecordedEvent] { state.withLock { $0.recordedEvents(capacity: capacity) } }

    /// Returns the recorded events whose sequence numbers are greater than `sequence`.
    package func events(after sequence: Int64) -> [RecordedEvent] {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.indices(after: sequence).map(state.recordedEvent)
        }
    }

    package var eventCount: Int {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.entries.count
        }
    }

    /// The sequence number of the newest event, even if it was drained, or 0 before the first event.
    package var lastSequence: Int64 { state.withLock { Int64($0.removed + $0.entries.count) } }

    /// The number of events that the recorder dropped because it contained more events than its capacity.
    public var droppedCount: Int {
        state.withLock { state in
            state.keepNewest(capacity)
            return state.dropped
        }
    }

    /// Removes and returns all events recorded so far.
    ///
    /// If another thread records an event during the call, the event is in the result of this call or of a later call.
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
    /// Waits until `count` matching events are recorded, and returns them.
    ///
    /// The method also counts events that were recorded before the call, unless they were drained. It returns as soon
    /// as `count` events match. If the time limit passes first, or if the task is cancelled, the method returns the
    /// matching events that were recorded by then.
    ///
    /// - Parameters:
    ///   - count: The number of events to wait for.
    ///   - limit: The maximum time to wait.
    ///   - matches: Returns whether an event matches. The closure runs while the recorder is locked, on a thread that
    ///     tracks an event or on the thread that waits. So the closure must be quick and must not call the recorder.
    public func waitForEvents(
        _ count: Int = 1, within limit: Duration, where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) async -> [RecordedEvent] {
        await waitForEvents(count, after: 0, within: limit, where: matches)
    }

    /// Waits like ``waitForEvents(_:within:where:)``, but ignores the events up to a sequence number.
    ///
    /// - Parameter sequence: The sequence number of the last event to ignore.
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

    /// Blocks the thread until `count` matching events are recorded, for tests that are not asynchronous.
    ///
    /// This method works like ``waitForEvents(_:within:where:)``, with one difference: it misses an event that another
    /// thread drains before this thread has seen the event. Another thread must track the events, because this thread
    /// is blocked.
    public func blockForEvents(
        _ count: Int = 1, within limit: Duration, where matches: (RecordedEvent) -> Bool
    ) -> [RecordedEvent] {
        blockForEvents(count, after: 0, within: limit, where: matches)
    }

    /// Blocks like ``blockForEvents(_:within:where:)``, but ignores the events up to a sequence number.
    ///
    /// - Parameter sequence: The sequence number of the last event to ignore.
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

    /// Returns the events that `waiter` needs, or adds the waiter and returns `nil` if more events must arrive first.
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
    /// The duration in seconds, at most a thousand days, so that clocks do not overflow.
    package var seconds: Double {
        Swift.min(Double(components.seconds) + Double(components.attoseconds) * 1e-18, 86_400_000)
    }
}
