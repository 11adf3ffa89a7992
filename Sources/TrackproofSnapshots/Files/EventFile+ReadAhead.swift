public import Trackproof
public import TrackproofJSON
import TrackproofPlatform

extension EventFile {
    /// Calls `body` for every event, in order, while another thread reads the next events.
    ///
    /// With two processor cores, the method takes as long as the reading or as the calls of `body`, whichever is
    /// longer. `body` runs on the caller's thread. At most a few thousand events are in memory. If events are large,
    /// fewer events are in memory: those in a few megabytes of the file.
    ///
    /// The result and the errors are the same as for ``forEach(_:)``. Before the method throws an error about an event,
    /// it calls `body` for all earlier events.
    @discardableResult
    public func forEachReadingAhead(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let batches = EventBatches()
        guard Platform.startThread({ batches.read(self) }) else { return try forEach(body) }
        defer { batches.cancel() }
        while let batch = batches.next() {
            for event in batch { try body(event) }
        }
        return try batches.result()
    }
}

/// A queue between the thread that reads events and the thread that uses them.
private final class EventBatches: Sendable {
    private struct State {
        /// The batches of events that the reading thread has added and ``next()`` has not returned yet.
        var batches: [[RecordedEvent]] = []
        /// The result of reading the file, or `nil` while the reading thread still reads.
        var result: Result<EventFormatError?, any Error>?
        var isCancelled = false
    }

    private struct Cancellation: Error {}

    /// The maximum number of events in a batch. With small batches, the two threads would often wait for each other.
    private static let eventLimit = 1_024
    /// A batch ends if its events take this number of bytes in the file, even if the batch has few events.
    private static let byteLimit: UInt64 = 1 << 20
    /// The maximum number of batches in the queue.
    private static let batchLimit = 3

    private let state = Lock(State())

    // MARK: The reading thread

    func read(_ file: EventFile) {
        let result = Result { try readEvents(file) }
        state.withLock { $0.result = result }
        state.wakeAll()
    }

    private func readEvents(_ file: EventFile) throws -> EventFormatError? {
        let reader = try file.reader()
        try reader.checkMembers()
        var batch: [RecordedEvent] = []
        var start: UInt64 = 0
        do {
            while let event = try reader.next() {
                if batch.isEmpty { start = reader.eventOffset }
                batch.append(event)
                guard batch.count == Self.eventLimit || reader.window.offset - start >= Self.byteLimit else { continue }
                try add(batch)
                batch = []
                batch.reserveCapacity(Self.eventLimit)
            }
        } catch {
            try add(batch)
            throw error
        }
        try add(batch)
        try reader.checkMembers()
        return reader.truncation
    }

    /// Adds a batch to the queue. Waits while the queue is full.
    private func add(_ batch: [RecordedEvent]) throws {
        let isCancelled = state.wait(until: nil) { state -> Bool? in
            if state.isCancelled { return true }
            guard state.batches.count < Self.batchLimit else { return nil }
            state.batches.append(batch)
            return false
        }
        if isCancelled ?? true { throw Cancellation() }
        state.wakeAll()
    }

    // MARK: The using thread

    /// Returns the next batch, or `nil` after the last batch. Waits while the queue is empty.
    func next() -> [RecordedEvent]? {
        let batch = state.wait(until: nil) { state -> [RecordedEvent]?? in
            if !state.batches.isEmpty { return .some(state.batches.removeFirst()) }
            return state.result == nil ? nil : .some(nil)
        }
        state.wakeAll()
        return batch ?? nil
    }

    /// Returns the result of reading the file. Call this method after ``next()`` has returned `nil`.
    func result() throws -> EventFormatError? {
        try state.withLock { try $0.result?.get() }
    }

    /// Stops the reading thread when it adds its next batch.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        state.wakeAll()
    }
}
