import Trackproof
import TrackproofBridgeProtocol

/// What a reader knows about one writer: about an app, or about a process that the app started.
public struct BridgeWriter: Sendable, Hashable {
    /// The name of the writer: its process id and a random part.
    public internal(set) var name: String
    /// The number of events that arrived from the writer.
    public internal(set) var received: Int64 = 0
    /// The number of events that the writer reports as dropped, because its buffer or the disk was full.
    public internal(set) var lost: Int64 = 0
    /// The number of missing events, according to gaps in the sequence numbers.
    public internal(set) var missing: Int64 = 0
    /// Whether the writer said goodbye.
    ///
    /// A writer that was killed did not say goodbye, and its last events may be missing.
    public internal(set) var endedInOrder = false
    /// Whether the writer can still send events.
    ///
    /// A writer can send events until it says goodbye or closes its connection. A writer that uses a file can write
    /// events until it says goodbye or its process ends.
    public internal(set) var isOpen = true
    /// The reasons why the writer could not use the bridges that it tried first, one sentence for each bridge.
    package internal(set) var unavailable: [String] = []
    /// The first problem with the stream, or `nil` if the reader understood everything.
    public private(set) var problem: String?

    /// Whether the writer has answered a barrier, and has sent no event since this answer.
    ///
    /// If so, everything that the writer tracked has arrived.
    package private(set) var isSettled = false

    private var last: Int64 = 0

    init(name: String, unavailable: [String] = []) {
        self.name = name
        self.unavailable = unavailable
    }

    /// Whether events of the writer were certainly lost.
    public var hasLosses: Bool { lost > 0 || missing > 0 || problem != nil }

    /// Whether the reader knows that every event of the writer has arrived.
    public var isComplete: Bool { !hasLosses && endedInOrder }

    /// Notes a line that is not the first line of the writer.
    ///
    /// Only an answer to a barrier may follow the goodbye, and each event has a greater number than the event before it.
    /// Otherwise, two processes use the same name, or the goodbye came too early. In both cases, events may be missing.
    ///
    /// - Parameter number: The number of the line in its stream or file.
    mutating func note(_ line: BridgeLine, inLine number: Int) {
        if endedInOrder, !line.isAnswer { note(problem: "line \(number): nothing may follow the writer's goodbye") }
        switch line {
        case .hello: note(problem: "line \(number): only the first line may have the member \"hello\"")
        case .event(let event):
            isSettled = false
            received += 1
            guard let sequence = event.sequence else { return }
            if sequence <= last {
                note(problem: "line \(number): expected an event with a number over \(last), found event \(sequence)")
            } else {
                noteMissing(sequence - last - 1)
                last = sequence
            }
        case .lost(let count):
            isSettled = false
            lost = lost.addingSaturated(count)
        case .barrier: isSettled = true
        case .bye(let sequence):
            if sequence < last {
                note(
                    problem: "line \(number): expected a goodbye after event \(last), found one after event \(sequence)"
                )
            } else {
                noteMissing(sequence - last)
                last = sequence
            }
            endedInOrder = true
            isOpen = false
        }
    }

    /// Notes that the writer has closed its connection.
    ///
    /// A killed process may have sent only a part of its last line. The missing goodbye already shows that its last events
    /// may be missing.
    mutating func noteEnd(insideLine: Bool) {
        isOpen = false
        guard insideLine else { return }
        isSettled = false
        if endedInOrder { note(problem: "the stream ends inside a line") }
    }

    /// Keeps only the first problem, because later problems are often its consequences.
    mutating func note(problem: String) {
        if self.problem == nil { self.problem = problem }
    }

    private mutating func noteMissing(_ count: Int64) { missing = missing.addingSaturated(count) }
}

extension BridgeLine {
    fileprivate var isAnswer: Bool { if case .barrier = self { true } else { false } }
}

// The numbers in a stream can have any size. If a sum would overflow, the sum becomes the largest `Int64`.

extension Int64 {
    /// Returns the sum of two numbers that are not negative, or the largest number if the sum overflows.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
