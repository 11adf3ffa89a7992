internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofBridgeProtocol
@_spi(Tooling) internal import TrackproofBridgeReader

/// The events of a log that a test reads chunk by chunk.
struct ChunkStream {
    private(set) var reader = ChunkReader()
    /// The number of `hello` lines that were read: one for each launch of the app.
    private(set) var connectionCount = 0
    private(set) var unavailable: [String] = []
    /// Whether the next chunk exists but cannot be read. In that case, all later chunks must wait.
    private(set) var isStuck = false
    private var lost: Int64 = 0
    private var problems: [String] = []
    /// The name of the bridge, such as `accessibility`.
    let name: String
    private let sink: EventSink

    init(_ name: String, sink: @escaping EventSink) {
        self.name = name
        self.sink = sink
    }

    /// The writer of a log, and how far the log was read.
    struct Place: Hashable {
        let writer: String?
        /// The number of the next chunk to read.
        let next: Int
    }

    /// The sequence number of the last event.
    var sequence: Int64 { reader.sequence }

    var place: Place { Place(writer: reader.writer, next: reader.next) }

    /// Whether all closed chunks that the app has announced were read.
    var isAtEnd: Bool { reader.next >= reader.chunkCount }

    /// Whether all closed chunks and the content of the open chunk were read.
    var isComplete: Bool { reader.gap == nil }

    var losses: [String] {
        let lostText = "the app dropped \(lost.counted("event")): the bridge `\(name)` had no room"
        return (lost > 0 ? [lostText] : []) + problems
    }

    var lostCount: Int64 { lost + Int64(problems.count) }

    /// Reads the text of a chunk.
    ///
    /// If a line inside the chunk is invalid, this method notes a loss.
    ///
    /// - Throws: ``ChunkProblem`` if the chunk was refused. The chunk can then be read again.
    mutating func take(_ text: String) throws(ChunkProblem) {
        do throws(ChunkProblem) {
            try takeOfWriter(text)
        } catch .otherWriter {
            // The app was launched again and has begun a new log.
            if !isAtEnd { note(.missing(number: reader.next, count: reader.chunkCount)) }
            reader = ChunkReader()
            try takeOfWriter(text)
        }
        if !reader.isHoldingBack { isStuck = false }
    }

    /// Notes a missing chunk if a later chunk has arrived, and continues with the later chunk.
    ///
    /// This method is for transports that show each chunk once and in order.
    mutating func skipGap() throws(ChunkProblem) {
        guard reader.isHoldingBack else { return }
        if !isStuck, let gap = reader.gap { note(gap) }
        isStuck = false
        try takeLines { reader, body throws(ChunkProblem) in try reader.skipMissing(body) }
    }

    private mutating func takeOfWriter(_ text: String) throws(ChunkProblem) {
        try takeLines { reader, body throws(ChunkProblem) in try reader.take(text, body) }
    }

    private mutating func takeLines(
        _ read: (inout ChunkReader, (BridgeLine) -> Void) throws(ChunkProblem) -> Void
    ) throws(ChunkProblem) {
        var lines: [BridgeLine] = []
        defer { for line in lines { take(line) } }
        do throws(ChunkProblem) {
            try read(&reader) { lines.append($0) }
        } catch {
            guard error.isInContent else { throw error }
            problems.append(text(of: error))
        }
    }

    private mutating func take(_ line: BridgeLine) {
        switch line {
        case .hello(_, _, _, let unavailable):
            connectionCount += 1
            self.unavailable = unavailable
        case .event(let event): sink(event)
        case .lost(let count): lost += count
        case .barrier, .bye: break
        }
    }

    /// Notes that the next chunk cannot be read. Until a chunk is read again, further calls note nothing.
    mutating func note(_ problem: ChunkProblem) {
        if isStuck { return }
        isStuck = true
        problems.append(text(of: problem))
    }

    private func text(of problem: ChunkProblem) -> String { "the bridge `\(name)` cannot be read: \(problem)" }
}
