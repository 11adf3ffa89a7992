internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

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
    /// How often the sending thread took something out, and how often it has handed that over.
    private var taken = 0
    private(set) var sent = 0
    /// Barriers by how far they are: to be asked of the main queue, asked of it, and to be said to the reader. Of each
    /// only the newest, which answers those before it: so a reader that asks and never reads costs no memory.
    private var newBarrier: Int64?
    private var currentBarrier: Int64?
    private var passedBarrier: Int64?
    /// Whether goodbye was said.
    private(set) var isClosed = false
    /// Whether nothing can be sent any more: the reader has closed its end, or there is none.
    private(set) var isOver = false

    init(hello: BridgeLine) { waiting.write(line: hello) }

    /// Whether all was handed to the system.
    var isIdle: Bool { waiting.count == 0 && sent == taken }

    /// What ``sent`` reads once all that waits now was handed to the system, whatever is added meanwhile.
    var goal: Int { waiting.count == 0 ? taken : taken + 1 }

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

    /// Notes events as lost that were never to be added.
    func note(lost count: Int64) {
        if isClosed || isOver { return }
        lost += count
    }

    /// Notes that the reader asks for a barrier; returns whether the main queue is to be asked now.
    func ask(barrier number: Int64) -> Bool {
        newBarrier = number
        return askNext()
    }

    /// Answers the barrier that the main queue was asked; returns whether it is to be asked for the next, for which
    /// the pass that has just ended may have begun too early.
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

    /// Behind all that was tracked before. Like all control lines it fits always: there are few, and they are small.
    private func sayBarrier() {
        guard let number = passedBarrier else { return }
        announceLoss()
        waiting.write(line: .barrier(number))
        passedBarrier = nil
    }

    /// Says goodbye.
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

    /// Exchanges `buffer`, whose content was sent, for what waits.
    func take(_ buffer: inout JSONWriter) -> Taken {
        if isOver { return .end }
        if !isClosed { sayBarrier() }
        if waiting.count == 0 { return isClosed ? .end : .nothingYet }
        if buffer.count > Self.keptCapacity { buffer = JSONWriter(capacity: 1 << 12) } else { buffer.removeAll() }
        swap(&waiting, &buffer)
        taken += 1
        return .content
    }

    /// What was taken out is handed to the system. There is room again, whether or not another event comes.
    func hasSent() {
        sent = taken
        if !isClosed, waiting.count < Self.limit { announceLoss() }
    }

    /// Nothing can be sent any more.
    func end() {
        isOver = true
        sent = taken
        waiting = JSONWriter(capacity: 0)
    }
}
