import TrackproofJSON

/// A problem with the chunks of a log.
package enum ChunkProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case noChunk
    case unknownVersion(String)
    case cutHeader(Int)
    case cut(number: Int, count: Int, found: Int, expected: Int)
    case damaged(number: Int, count: Int)
    /// The reader has read the chunk before, and the new text of the chunk begins differently.
    ///
    /// Both texts have a correct checksum.
    case rewritten(number: Int)
    case missing(number: Int, count: Int)
    case otherWriter(expected: String, found: String)
    /// The reader dropped this chunk, because the chunks that wait for a missing chunk contain too many bytes.
    ///
    /// The reader can read this chunk again.
    case tooManyBytesHeld(number: Int, waitingFor: Int)
    case sequence(expected: Int64, found: Int64?)
    case line(Int, String)
    case longLine(Int)
    case endsInsideLine(Int)

    /// Whether the problem is in the content of a chunk.
    ///
    /// The reader accepts such a chunk anyway, and delivers its content only once.
    package var isInContent: Bool {
        switch self {
        case .sequence, .line, .longLine: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .noChunk: "the text is not a chunk of events"
        case .unknownVersion(let tag): "expected a chunk of version \"\(Chunk.tag)\", found \(tag)"
        case .cutHeader(let count): "a chunk is cut off inside its header, after \(count) bytes"
        case .cut(let number, let count, let found, let expected):
            "chunk \(number) of \(count) is cut off after \(found) of \(expected) bytes; "
                + "the app must write smaller chunks"
        case .damaged(let number, let count): "chunk \(number) of \(count) is damaged: its checksum does not match"
        case .rewritten(let number): "chunk \(number) begins differently than when it was read before"
        case .missing(let number, let count): "chunk \(number) of \(count) is missing or must be read again"
        case .otherWriter(let expected, let found):
            "expected a chunk of writer \(expected), found writer \(found): the app was relaunched"
        case .tooManyBytesHeld(let number, let waitingFor):
            "chunk \(number) was dropped: too many bytes wait for chunk \(waitingFor), which is missing"
        case .sequence(let expected, let found):
            "expected event \(expected), found \(found.map { "event \($0)" } ?? "an event without a number")"
        case .line(let number, let message): "line \(number): \(message)"
        case .longLine(let number): "line \(number) is longer than \(JSONLimits.eventBytes >> 20) MiB"
        case .endsInsideLine(let number): "the last chunk ends inside line \(number)"
        }
    }
}
