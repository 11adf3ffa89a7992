import Trackproof
import TrackproofBridge
import TrackproofBridgeProtocol
import TrackproofBridgeReader
import TrackproofJSON

/// The test's side of a bridge: a reader of chunks, and the events that it returned.
///
/// The listener stops the process if an event arrives twice or out of order.
struct Listener {
    private(set) var reader = ChunkReader()
    private(set) var events: [RecordedEvent] = []
    private var last: Int64 = 0
    private(set) var lost: Int64 = 0

    /// Gives a text to the reader and checks the lines that the reader returns.
    ///
    /// - Returns: `true` if the reader accepted the text without a problem.
    @discardableResult
    mutating func take(_ text: String) -> Bool {
        let (next, count) = (reader.next, reader.chunkCount)
        var lines: [BridgeLine] = []
        var isWell = true
        do throws(ChunkProblem) {
            try reader.take(text) { lines.append($0) }
        } catch {
            precondition(!error.description.isEmpty, "the problem has no description")
            isWell = false
        }
        precondition(reader.next >= next && reader.chunkCount >= count, "the reader went back to an earlier chunk")
        for line in lines {
            switch line {
            case .event(let event):
                guard let sequence = event.sequence else { preconditionFailure("the event has no number") }
                precondition(sequence > last, "event \(sequence) arrived after event \(last)")
                last = sequence
                events.append(event)
            case .lost(let count): lost += count
            case .hello, .barrier, .bye: break
            }
        }
        return isWell
    }
}
