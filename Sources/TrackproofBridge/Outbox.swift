internal import Trackproof
internal import TrackproofJSON

/// What one writer has yet to send, and how far it is. Used under a lock only.
final class Outbox {
    /// What waits at most, in bytes; past it events are dropped, counted and announced. It is also the longest line
    /// that a reader takes.
    static let limit = JSONLimits.eventBytes
    /// A buffer that grew larger is let go once it was sent: a burst is no reason to keep its memory.
    private static let keptCapacity = 1 << 20

    private var waiting = JSONWriter(capacity: 1 << 12)
    private var sequence: Int64 = 0
    private var lost: Int64 = 0
    /// Whether the sending thread has yet to hand over what it took out.
    private var isSending = false
    /// Whether goodbye was said.
    private(set) var isClosed = false
    /// Whether nothing can be sent any more: the reader has closed its end, or there is none.
    private(set) var isOver = false

    init(hello: BridgeLine) { waiting.write(line: hello) }

    /// Whether all was handed to the system.
    var isIdle: Bool { waiting.count == 0 && !isSending }

    // MARK: The tracking threads

    /// Adds an event under the next number, or counts it as lost where the buffer is full.
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

    /// Answers a barrier. Like all control lines it fits always: there are few of them, and they are small.
    func answer(barrier number: Int64) {
        if isClosed || isOver { return }
        announceLoss()
        waiting.write(line: .barrier(number))
    }

    /// Says goodbye.
    func close() {
        if isClosed || isOver { return }
        isClosed = true
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

    /// Exchanges `buffer`, whose content was sent, for what waits.
    func take(_ buffer: inout JSONWriter) -> Taken {
        if isOver { return .end }
        if waiting.count == 0 { return isClosed ? .end : .nothingYet }
        if buffer.count > Self.keptCapacity { buffer = JSONWriter(capacity: 1 << 12) } else { buffer.removeAll() }
        swap(&waiting, &buffer)
        isSending = true
        return .content
    }

    /// What was taken out is handed to the system. There is room again, whether or not another event comes.
    func hasSent() {
        isSending = false
        if !isClosed, waiting.count < Self.limit { announceLoss() }
    }

    /// Nothing can be sent any more.
    func end() {
        isOver = true
        isSending = false
        waiting = JSONWriter(capacity: 0)
    }
}
