import Trackproof
import TrackproofJSON
import TrackproofSnapshots
import TrackproofBridgeProtocol
import TrackproofBridgeReader
import TrackproofPlatform

/// The events of a log in the app. The test reads the log in chunks.
struct ChunkStream {
    private(set) var reader = ChunkReader()
    /// The number of `hello` lines that were read: one for each launch of the app.
    private(set) var connectionCount = 0
    private(set) var unavailable: [String] = []
    /// Whether the next chunk exists but cannot be read. Until it can be read, the stream holds back later chunks.
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

    /// The writer of a log, and how much of the log was read.
    struct Place: Hashable {
        let writer: String?
        /// The number of the next chunk to read.
        let next: Int
    }

    /// The sequence number of the last event that was read.
    var sequence: Int64 { reader.sequence }

    var place: Place { Place(writer: reader.writer, next: reader.next) }

    /// Whether all known chunks were read, except for the last chunk, which can still grow.
    var isAtEnd: Bool { reader.next >= reader.chunkCount }

    /// Whether all known chunks were read, including the last chunk, which can still grow.
    var isComplete: Bool { reader.gap == nil }

    var losses: [String] {
        let lostText = "the app dropped \(lost.counted("event")): the bridge `\(name)` had no room"
        return (lost > 0 ? [lostText] : []) + problems
    }

    var lostCount: Int64 { lost + Int64(problems.count) }

    /// Reads the text of a chunk.
    ///
    /// If a line inside the chunk is invalid, this method adds a loss to ``losses``.
    ///
    /// - Throws: ``ChunkProblem`` if the stream cannot use the chunk. The caller can read the chunk again.
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

    /// If a later chunk has arrived before the next chunk, adds a loss, and continues with the later chunk.
    ///
    /// Call this method only for transports that show each chunk once and in order: the pasteboard and alerts.
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

    /// Adds a loss, because the next chunk cannot be read. Further calls do nothing until a chunk can be read again.
    mutating func note(_ problem: ChunkProblem) {
        if isStuck { return }
        isStuck = true
        problems.append(text(of: problem))
    }

    private func text(of problem: ChunkProblem) -> String { "the bridge `\(name)` cannot be read: \(problem)" }
}

/// A channel that reads the app's log of events through the app's driver, in chunks of text.
protocol TextChannel: EventChannel {
    var stream: ChunkStream { get }
}

extension TextChannel {
    var address: String { name }
    var token: String? { nil }
    var name: String { stream.name }
    var connectionCount: Int { stream.connectionCount }
    var unavailable: [String] { stream.unavailable }
    var losses: [String] { stream.losses }
    var lostCount: Int64 { stream.lostCount }

    // When the app ends, the chunks disappear. The next barrier fails because of this, so there is no need to report
    // a second problem.
    var cutCount: Int { 0 }

    // The test has nothing to close.
    func close() {}
}
