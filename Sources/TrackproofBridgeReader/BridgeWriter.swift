/// What is known of one writer of a bridge: an app, or a process that it started.
@_spi(Tooling) public struct BridgeWriter: Sendable, Hashable {
    /// The writer's name: its process id and a random part.
    public internal(set) var name: String
    /// How many of its events arrived.
    public internal(set) var received: Int64 = 0
    /// How many events it says it had to drop, because its buffer or the disk was full.
    public internal(set) var lost: Int64 = 0
    /// How many events are missing between those that arrived, by their sequence numbers.
    public internal(set) var missing: Int64 = 0
    /// Whether it said goodbye. One that was killed did not, and its last events may be missing.
    public internal(set) var endedInOrder = false
    /// Whether it was still connected at the end.
    public internal(set) var isOpen = true
    /// Why the bridges that it should have preferred to this one could not be had, each in a sentence.
    package internal(set) var unavailable: [String] = []
    /// What of its stream could not be understood.
    public internal(set) var problem: String?

    /// Whether it has answered a barrier, and nothing came of it since: what it had tracked has arrived.
    package private(set) var isSettled = false

    private var last: Int64 = 0

    init(name: String, unavailable: [String] = []) {
        self.name = name
        self.unavailable = unavailable
    }

    /// Whether every event that the app tracked is known to have arrived.
    public var isComplete: Bool { lost == 0 && missing == 0 && endedInOrder && problem == nil }

    // What a stream says is not to be trusted: sums that would overflow stay at the largest.

    mutating func note(sequence: Int64?) {
        isSettled = false
        received += 1
        guard let sequence, sequence > last else { return }
        missing = missing.addingSaturated(sequence - last - 1)
        last = sequence
    }

    mutating func noteAnswer() { isSettled = true }

    mutating func note(lost count: Int64) {
        isSettled = false
        lost = lost.addingSaturated(count)
    }

    mutating func note(bye sequence: Int64) {
        if sequence > last { missing = missing.addingSaturated(sequence - last) }
        last = max(last, sequence)
        endedInOrder = true
        isOpen = false
    }
}

extension Int64 {
    /// Of two that are not negative.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
