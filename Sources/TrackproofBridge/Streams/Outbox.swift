internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

/// The lines that one writer has yet to send, and the progress of sending. Used only under a lock.
final class Outbox {
    /// The maximum number of waiting bytes, and the maximum length of a line that a reader accepts.
    ///
    /// Beyond this limit, the outbox drops events, counts them and announces their number.
    static let limit = JSONLimits.eventBytes
    /// The maximum size, in bytes, of a buffer that is used again after its lines were sent.
    ///
    /// A larger buffer is released, to free the memory that a burst of events has needed.
    private static let keptCapacity = 1 << 20

    private var waiting = JSONWriter(capacity: 1 << 12)
    private var sequence: Int64 = 0
    private var lost: Int64 = 0
    /// How often the sending thread has taken the waiting lines, and how often it has passed taken lines to the system.
    private var taken = 0
    private(set) var sent = 0
    /// The newest barrier in each of three stages: before a pass of the main queue, during the pass, and after it. The
    /// answer to a barrier also answers all earlier barriers, so the outbox keeps only the newest barrier of a stage.
    /// Therefore a reader that asks again and again without reading the answers costs no memory.
    private var newBarrier: Int64?
    private var currentBarrier: Int64?
    private var passedBarrier: Int64?
    /// Whether the goodbye was added.
    private(set) var isClosed = false
    /// Whether nothing can be sent any more, because the reader closed its end or because there is no reader.
    private(set) var isOver = false

    init(hello: BridgeLine) { waiting.write(line: hello) }

    /// Whether everything has been passed to the system.
    var isIdle: Bool { waiting.count == 0 && sent == taken }

    /// The value that ``sent`` reaches when all lines that wait now have been passed to the system.
    ///
    /// A caller that waits for this value does not wait for later lines.
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

    /// Counts lost events that were never passed to ``add(_:)``.
    func note(lost count: Int64) {
        if isClosed || isOver { return }
        lost += count
    }

    /// Notes that the reader asks for a barrier.
    ///
    /// - Returns: Whether the caller must begin a pass of the main queue now.
    func ask(barrier number: Int64) -> Bool {
        newBarrier = number
        return askNext()
    }

    /// Notes that the barrier in the main queue has passed.
    ///
    /// - Returns: Whether the caller must begin another pass for the next barrier. The pass that has just ended may
    ///   have begun before the reader asked for that barrier.
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

    /// Adds the answer to the barrier that has passed, after all events that were tracked before the barrier.
    ///
    /// The limit does not apply to control lines, because they are few and small.
    private func sayBarrier() {
        guard let number = passedBarrier else { return }
        announceLoss()
        waiting.write(line: .barrier(number))
        passedBarrier = nil
    }

    /// Adds the goodbye. Later events are ignored.
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

    /// Moves the waiting lines into `buffer`, whose earlier content was sent.
    func take(_ buffer: inout JSONWriter) -> Taken {
        if isOver { return .end }
        if !isClosed { sayBarrier() }
        if waiting.count == 0 { return isClosed ? .end : .nothingYet }
        if buffer.count > Self.keptCapacity { buffer = JSONWriter(capacity: 1 << 12) } else { buffer.removeAll() }
        swap(&waiting, &buffer)
        taken += 1
        return .content
    }

    /// Notes that the lines that were taken last have been passed to the system.
    ///
    /// The buffer has room again, so this method announces lost events at once and does not wait for the next event.
    func hasSent() {
        sent = taken
        if !isClosed, waiting.count < Self.limit { announceLoss() }
    }

    /// Discards the waiting lines, because nothing can be sent any more.
    func end() {
        isOver = true
        sent = taken
        waiting = JSONWriter(capacity: 0)
    }
}
