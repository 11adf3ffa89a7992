import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol

/// The lines that a ``SocketTransport`` has not sent yet. Used only under a lock.
final class Outbox {
    /// The maximum number of bytes that wait to be sent. It is also the maximum length of a line that a reader accepts.
    ///
    /// If an event would exceed this limit, the outbox drops the event. Later, the outbox tells the reader how many
    /// events it has dropped.
    static let limit = JSONLimits.eventBytes
    /// The maximum size, in bytes, of a buffer that is used again after its lines were sent.
    ///
    /// The outbox releases a larger buffer, to free the memory that many events at once have needed.
    private static let keptCapacity = 1 << 20

    private var waiting = JSONWriter(capacity: 1 << 12)
    private var sequence: Int64 = 0
    private var lost: Int64 = 0
    /// How often the sending thread has taken the waiting lines, and how often it has passed these lines to the system.
    private var taken = 0
    private(set) var sent = 0
    /// The barriers that the reader has sent, in three stages.
    ///
    /// `newBarrier` waits for the main queue, `currentBarrier` is in the main queue, and `passedBarrier` waits for its
    /// answer. The answer to a barrier also answers all earlier barriers, so each property contains only the newest
    /// barrier. Therefore a reader that sends many barriers without reading the answers costs no memory.
    private var newBarrier: Int64?
    private var currentBarrier: Int64?
    private var passedBarrier: Int64?
    /// Whether `close()` has added the goodbye.
    private(set) var isClosed = false
    /// Whether the transport can send nothing any more, because the reader closed its end or there is no reader.
    private(set) var isOver = false

    init(hello: BridgeLine) { waiting.write(line: hello) }

    /// Whether the sending thread has passed all lines to the system.
    var isIdle: Bool { waiting.count == 0 && sent == taken }

    /// The value that ``sent`` reaches when the sending thread has passed the currently waiting lines to the system.
    ///
    /// If a caller waits for this value, it does not wait for lines that are added later.
    var goal: Int { waiting.count == 0 ? taken : taken + 1 }

    // MARK: The tracking threads

    /// Adds an event under the next sequence number, or counts it as lost if the buffer is full.
    func add(_ event: RecordedEvent) {
        if isClosed || isOver { return }
        guard waiting.count < Self.limit else { return lost += 1 }
        let (start, owed) = (waiting.count, lost)
        announceLoss()
        var event = event
        event.sequence = sequence + 1
        waiting.write(line: .event(event))
        if waiting.count <= Self.limit {
            sequence += 1
        } else {
            waiting.truncate(to: start)
            lost = owed + 1
        }
    }

    /// Adds `count` to the number of lost events. These events were never passed to ``add(_:)``.
    func note(lost count: Int64) {
        if isClosed || isOver { return }
        lost += count
    }

    /// Notes that the reader has sent a barrier.
    ///
    /// - Returns: Whether the caller must now add a block to the main queue. The block must call ``answerBarrier()``.
    func ask(barrier number: Int64) -> Bool {
        newBarrier = number
        return askNext()
    }

    /// Notes that the main queue has reached the block for `currentBarrier`.
    ///
    /// - Returns: Whether the caller must add another block for a newer barrier. The reader may have sent this barrier
    ///   after the caller added the first block.
    func answerBarrier() -> Bool {
        passedBarrier = currentBarrier
        currentBarrier = nil
        return askNext()
    }

    private func askNext() -> Bool {
        guard currentBarrier == nil, let next = newBarrier, !isClosed, !isOver else { return false }
        (currentBarrier, newBarrier) = (next, nil)
        return true
    }

    /// Adds the answer for `passedBarrier` after all events that were tracked before the barrier.
    ///
    /// This method ignores ``limit``, because answers are few and small.
    private func sayBarrier() {
        guard let number = passedBarrier else { return }
        announceLoss()
        waiting.write(line: .barrier(number))
        passedBarrier = nil
    }

    /// Adds the goodbye. The outbox ignores later events.
    func close() {
        if isClosed || isOver { return }
        isClosed = true
        sayBarrier()
        announceLoss()
        waiting.write(line: .bye(sequence))
    }

    private func announceLoss() {
        if lost == 0 { return }
        waiting.write(line: .lost(lost))
        lost = 0
    }

    // MARK: The sending thread

    enum Taken { case content, nothingYet, end }

    /// Replaces the content of `buffer`, which was already sent, by the waiting lines.
    func take(_ buffer: inout JSONWriter) -> Taken {
        if isOver { return .end }
        if !isClosed { sayBarrier() }
        if waiting.count == 0 { return isClosed ? .end : .nothingYet }
        if buffer.count > Self.keptCapacity { buffer = JSONWriter(capacity: 1 << 12) } else { buffer.removeAll() }
        swap(&waiting, &buffer)
        taken += 1
        return .content
    }

    /// Notes that the sending thread has passed the lines from ``take(_:)`` to the system.
    ///
    /// If there are lost events, this method adds a line with their number at once, and does not wait for the next
    /// event.
    func hasSent() {
        sent = taken
        if !isClosed, waiting.count < Self.limit { announceLoss() }
    }

    /// Discards the waiting lines, because the transport can send nothing any more.
    func end() {
        isOver = true
        sent = taken
        waiting = JSONWriter(capacity: 0)
    }
}
