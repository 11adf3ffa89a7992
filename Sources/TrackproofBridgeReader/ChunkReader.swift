import Trackproof
package import TrackproofBridgeProtocol
import TrackproofJSON

/// A reader that assembles the events of a log from the text of its chunks.
///
/// The chunks may come in any order and any number of times. One reader reads the log of one writer, so an app that was
/// launched again needs a new reader. The reader does not keep a chunk that it refuses, so the chunk can be read again.
package struct ChunkReader {
    /// The name of the writer, or `nil` before the first chunk.
    package private(set) var writer: String?
    /// The number of the next chunk to read. Part of that chunk may have been read already.
    package private(set) var next = 1
    /// The number of chunks that the headers have announced so far.
    package private(set) var chunkCount = 0
    /// The number of events for which the writer had no room.
    package private(set) var lost: Int64 = 0
    /// The sequence number of the last event.
    package private(set) var sequence: Int64 = 0

    private let limit: Int
    /// The bytes of the next chunk that were read already.
    ///
    /// A comparison with these bytes shows whether the chunk has changed.
    private var taken: [UInt8] = []
    /// The chunks that wait for an earlier chunk, by number.
    private var early: [Int: Chunk] = [:]
    private var earlyBytes = 0
    /// The beginning of a line whose end has not been read yet.
    private var rest: [UInt8] = []
    private var isSkipping = false
    private var lines = 0

    /// The approximate memory that an early chunk needs in addition to its payload, in bytes.
    ///
    /// These bytes count towards `limit`. Without them, `limit` would allow any number of empty chunks.
    private static let earlyChunkOverhead = 256

    /// Creates a reader of the log of one writer.
    ///
    /// - Parameter limit: The maximum total size of the chunks that wait for a missing chunk, in bytes.
    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// The number of the last chunk that was closed and read completely. The app may free the chunks up to this number.
    package var acknowledged: Int { next - 1 }

    /// Whether the reader holds back chunks until an earlier chunk arrives.
    package var isHoldingBack: Bool { !early.isEmpty }

    /// The first chunk or line that is missing, or `nil` if the reader has read every chunk that the headers announced.
    package var gap: ChunkProblem? {
        if chunkCount == 0 { return .missing(number: 1, count: 1) }
        if next < chunkCount || taken.isEmpty { return .missing(number: next, count: chunkCount) }
        return rest.isEmpty && !isSkipping ? nil : .endsInsideLine(lines + 1)
    }

    /// Reads the text of a chunk and calls `body` with each new line, such as an event or the number of lost events.
    ///
    /// - Throws: The first problem. The reader still calls `body` with everything that it understands.
    package mutating func take(_ text: String, _ body: (BridgeLine) -> Void) throws(ChunkProblem) {
        let chunk = try Chunk(text)
        if let writer, writer != chunk.writer { throw .otherWriter(expected: writer, found: chunk.writer) }
        if chunk.number == next, !Self.isOneOfOther(taken, chunk.payload) { throw .rewritten(number: next) }
        writer = chunk.writer
        chunkCount = max(chunkCount, chunk.count)
        if chunk.lost > lost {
            body(.lost(chunk.lost - lost))
            lost = chunk.lost
        }
        if chunk.number > next { return try hold(chunk) }
        try take(from: chunk.number == next ? chunk : nil, body)
    }

    /// Stops waiting for the next chunk, and continues with the first of the later chunks that have arrived.
    ///
    /// Call this method if the next chunk can never come. It does nothing if no later chunk has arrived.
    ///
    /// - Throws: The first problem. There nearly always is a problem, because events are missing.
    package mutating func skipMissing(_ body: (BridgeLine) -> Void) throws(ChunkProblem) {
        guard let first = early.keys.min() else { return }
        next = first
        (taken, rest, isSkipping) = ([], [], false)
        try take(from: takeEarly(), body)
    }

    private mutating func take(from first: Chunk?, _ body: (BridgeLine) -> Void) throws(ChunkProblem) {
        var problem: ChunkProblem?
        var current = first
        while let chunk = current {
            take(chunk, &problem, body)
            current = takeEarly()
        }
        if let problem { throw problem }
    }

    private mutating func takeEarly() -> Chunk? {
        let chunk = early.removeValue(forKey: next)
        earlyBytes -= chunk.map(Self.cost) ?? 0
        return chunk
    }

    private static func isOneOfOther(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count <= right.count ? right.starts(with: left) : left.starts(with: right)
    }

    private static func cost(_ chunk: Chunk) -> Int { chunk.payload.count + earlyChunkOverhead }

    private mutating func hold(_ chunk: Chunk) throws(ChunkProblem) {
        let known = early[chunk.number]
        if let known {
            guard Self.isOneOfOther(known.payload, chunk.payload) else { throw .rewritten(number: chunk.number) }
            if known.isClosed || known.payload.count > chunk.payload.count { return }
        }
        let bytes = earlyBytes + Self.cost(chunk) - (known.map(Self.cost) ?? 0)
        guard bytes <= limit else { throw .tooManyBytesHeld(number: chunk.number, waitingFor: next) }
        early[chunk.number] = chunk
        earlyBytes = bytes
    }

    /// Reads the new bytes of the next chunk. Ignores an older text of this chunk, which is shorter.
    private mutating func take(_ chunk: Chunk, _ problem: inout ChunkProblem?, _ body: (BridgeLine) -> Void) {
        guard chunk.payload.count >= taken.count else { return }
        for byte in chunk.payload[taken.count...] {
            if byte == 0x0A {
                if !isSkipping { readLine(&problem, body) }
                lines += isSkipping ? 1 : 0
                // Frees the memory of a long line.
                rest.removeAll(keepingCapacity: rest.count < 1 << 16)
                isSkipping = false
            } else if !isSkipping {
                rest.append(byte)
                if rest.count > JSONLimits.eventBytes {
                    problem = problem ?? .longLine(lines + 1)
                    rest = []
                    isSkipping = true
                }
            }
        }
        taken = chunk.payload
        if chunk.isClosed {
            next += 1
            taken = []
        }
    }

    private mutating func readLine(_ problem: inout ChunkProblem?, _ body: (BridgeLine) -> Void) {
        lines += 1
        do throws(JSONFailure) {
            let line = try rest.withUnsafeBufferPointer { bytes throws(JSONFailure) in
                try JSONCursor.wholeBridgeLine(bytes).line
            }
            take(line, &problem, body)
        } catch {
            let message = error.isIncomplete ? "the line ends inside a value" : error.message
            problem = problem ?? .line(lines, "column \(error.offset + 1): \(message)")
        }
    }

    private mutating func take(_ line: BridgeLine, _ problem: inout ChunkProblem?, _ body: (BridgeLine) -> Void) {
        switch line {
        case .hello(let version, let name, _, _):
            if version != 1 {
                problem = problem ?? .line(lines, "expected version 1 of the bridge, found version \(version)")
            }
            if lines > 1 { problem = problem ?? .line(lines, "only the first line may have the member \"hello\"") }
            // Cuts the name for the message, because the name may be as long as a line.
            if name != writer {
                problem = problem ?? .otherWriter(expected: writer ?? "", found: String(name.prefix(64)))
            }
            body(line)
        case .event(let event):
            // If the number is not greater than `sequence`, `body` has already received the event.
            if let number = event.sequence, number > sequence {
                if number - 1 > sequence { problem = problem ?? .sequence(expected: sequence + 1, found: number) }
                sequence = number
                body(line)
            } else {
                problem = problem ?? .sequence(expected: sequence &+ 1, found: event.sequence)
            }
        case .lost, .barrier, .bye: body(line)
        }
    }
}
