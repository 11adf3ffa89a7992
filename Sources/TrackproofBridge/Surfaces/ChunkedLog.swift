package import Trackproof
import TrackproofBridgeProtocol
import TrackproofJSON

/// The events of an app as chunks of text, for transports that show text of a limited size. Used only under a lock.
///
/// The log encodes an event once and appends it, so the cost of an event does not grow with the log. It composes the
/// text of a chunk when a test reads the chunk. If the log is full, it counts further events as lost. The header of
/// every chunk contains the number of lost events, which therefore needs no room in the log.
package final class ChunkedLog {
    /// The default size of a chunk's payload, in bytes.
    ///
    /// XCTest cuts accessibility values at 512 bytes. This size leaves 80 bytes for the header of the chunk.
    package static let defaultChunkBytes = 432
    private static let keptCapacity = 1 << 20

    /// The name of the writer, with only those characters that a header can contain.
    ///
    /// These are at most 24 letters, digits, `-`, `.` and `_`.
    package let writer: String
    /// The number of chunks, including the last chunk, to which the log appends.
    package private(set) var chunkCount = 1
    /// The number of events for which the log had no room.
    package private(set) var lost: Int64 = 0
    /// The sequence number of the last event in the log.
    package private(set) var sequence: Int64 = 0
    /// The number of bytes in the log, without headers.
    package private(set) var heldBytes = 0
    /// The number of bytes that the log has encoded so far. Tests use it to measure the work.
    package private(set) var encodedBytes = 0

    private let chunkBytes: Int
    private let limit: Int
    private var line = JSONWriter()
    private var open: [UInt8] = []
    /// The closed chunks, by number.
    private var closed: [Int: [UInt8]] = [:]
    private var firstHeld = 1

    /// Creates a log whose first line introduces the writer.
    ///
    /// - Parameters:
    ///   - writer: The name of the writer. The log replaces characters that a header cannot contain.
    ///   - chunkBytes: The size of a chunk's payload, in bytes, at least 64.
    ///   - limit: The maximum number of bytes in the log, without headers.
    ///   - unavailable: The reasons why the bridge could not open the addresses that it tried first.
    package init(
        writer: String, chunkBytes: Int = defaultChunkBytes, limit: Int = 16 << 20, unavailable: [String] = []
    ) {
        let plain = writer.utf8.prefix(24).map { Self.isPlain($0) ? $0 : 0x5F }
        self.writer = plain.isEmpty ? "_" : String(decoding: plain, as: UTF8.self)
        self.chunkBytes = max(64, chunkBytes)
        self.limit = limit
        line.write(line: .hello(version: 1, writer: self.writer, token: nil, unavailable: unavailable))
        append()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Appends an event under the next sequence number, or counts it as lost.
    package func append(_ event: RecordedEvent) {
        var event = event
        event.sequence = sequence + 1
        if line.count > Self.keptCapacity { line = JSONWriter() } else { line.removeAll() }
        line.write(line: .event(event))
        // No reader accepts a line of more than `eventBytes`, so the log counts the event of such a line as lost too.
        guard line.count <= JSONLimits.eventBytes, heldBytes + line.count <= limit else {
            encodedBytes += line.count
            lost += 1
            return
        }
        sequence += 1
        append()
    }

    /// Appends `line`. If it is too long for the open chunk, cuts it between two characters and fills further chunks.
    private func append() {
        encodedBytes += line.count
        heldBytes += line.count
        let bytes = line.bytes
        var start = 0
        while start < bytes.count {
            var end = min(bytes.count, start + chunkBytes - open.count)
            while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            open.append(contentsOf: bytes[start..<end])
            start = end
            if start < bytes.count { closeChunk() }
        }
    }

    /// Closes the open chunk, even if it is not full, so that the next line begins in a new chunk.
    package func closeChunk() {
        closed[chunkCount] = open
        chunkCount += 1
        open = []
    }

    /// Returns the text of a chunk as the transport shows it now, or `nil` if there is no such chunk or it was cleared.
    package func text(ofChunk number: Int) -> String? {
        let payload = number == chunkCount ? open : closed[number]
        return payload.map {
            Chunk(writer: writer, number: number, count: chunkCount, lost: lost, payload: $0).text
        }
    }

    /// Releases the chunks up to `number`, which the test has read, to make room for more events.
    ///
    /// The open chunk is never released.
    package func clear(upTo number: Int) {
        while firstHeld <= number, firstHeld < chunkCount {
            heldBytes -= closed.removeValue(forKey: firstHeld)?.count ?? 0
            firstHeld += 1
        }
    }
}
