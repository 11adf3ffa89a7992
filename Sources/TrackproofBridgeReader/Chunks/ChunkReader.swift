internal import Trackproof
package import TrackproofBridgeProtocol
@_spi(Tooling) internal import TrackproofJSON

/// Puts the events of a log together from the texts of its chunks, in any order and read any number of times.
///
/// One reader is for one writer: an app that was started again gets a new one. What is refused changes nothing, so
/// that it can be read again.
package struct ChunkReader {
    /// Whose chunks these are; nil before the first.
    package private(set) var writer: String?
    /// The chunk that comes next. It may have been read in part.
    package private(set) var next = 1
    /// How many chunks there are, as far as is known.
    package private(set) var chunkCount = 0
    /// How many events the writer had no room for.
    package private(set) var lost: Int64 = 0
    /// The number of the last event.
    package private(set) var sequence: Int64 = 0

    private let limit: Int
    /// What was taken of the chunk that comes next, to notice that it is still the same.
    private var taken: [UInt8] = []
    /// Chunks that came too early, by number.
    private var early: [Int: Chunk] = [:]
    private var earlyBytes = 0
    /// The line that has no end yet.
    private var rest: [UInt8] = []
    private var isSkipping = false
    private var lines = 0

    /// What a chunk that came early costs beside its payload, about: so that many empty ones are bounded too.
    private static let earlyCost = 256

    /// - Parameter limit: how many bytes of chunks are held back for one that is missing.
    package init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// The chunk up to which all is read and closed: what the app may let go of.
    package var acknowledged: Int { next - 1 }

    /// Whether chunks came that wait for an earlier one.
    package var isHoldingBack: Bool { !early.isEmpty }

    /// What is still to be read, as far as is known; nil where all is there.
    package var gap: ChunkProblem? {
        if chunkCount == 0 { return .missing(number: 1, count: 1) }
        if next < chunkCount || taken.isEmpty { return .missing(number: next, count: chunkCount) }
        return rest.isEmpty && !isSkipping ? nil : .endsInsideLine(lines + 1)
    }

    /// Takes in what was read of a chunk and hands out what is new: the introduction, events, and losses.
    ///
    /// - Throws: the first problem; what can be understood is handed out all the same.
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

    /// Gives up the chunk that comes next, where it can never come, and goes on with the first of those that came early.
    ///
    /// - Throws: the first problem in what is handed out, which there nearly always is: events are missing.
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

    private static func cost(_ chunk: Chunk) -> Int { chunk.payload.count + earlyCost }

    private mutating func hold(_ chunk: Chunk) throws(ChunkProblem) {
        let known = early[chunk.number]
        if let known {
            guard Self.isOneOfOther(known.payload, chunk.payload) else { throw .rewritten(number: chunk.number) }
            if known.isClosed || known.payload.count > chunk.payload.count { return }
        }
        let bytes = earlyBytes + Self.cost(chunk) - (known.map(Self.cost) ?? 0)
        guard bytes <= limit else { throw .tooMuchHeldBack(number: chunk.number, waitingFor: next) }
        early[chunk.number] = chunk
        earlyBytes = bytes
    }

    /// Takes what is new of the chunk that comes next. A shorter one was read earlier and comes late.
    private mutating func take(_ chunk: Chunk, _ problem: inout ChunkProblem?, _ body: (BridgeLine) -> Void) {
        guard chunk.payload.count >= taken.count else { return }
        for byte in chunk.payload[taken.count...] {
            if byte == 0x0A {
                if !isSkipping { readLine(&problem, body) }
                lines += isSkipping ? 1 : 0
                // The memory of a long line is let go.
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
                problem = problem ?? .line(lines, "version \(version) of the bridge, which this reader does not know")
            }
            if lines > 1 { problem = problem ?? .line(lines, "a second introduction") }
            // Shortened: it may be as long as a line.
            if name != writer {
                problem = problem ?? .otherWriter(expected: writer ?? "", found: String(name.prefix(64)))
            }
            body(line)
        case .event(let event):
            // One that comes again was handed out before.
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
