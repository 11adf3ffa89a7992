package import Trackproof
internal import TrackproofBridgeProtocol
@_spi(Tooling) internal import TrackproofJSON

/// The events of an app as text in chunks, for carriers that hold text of a limited size. Used under a lock only.
///
/// An event is encoded once and appended, so its cost does not grow with the log. What a carrier shows is composed
/// when it is read. Past the limit events are counted as lost, which the header of every chunk announces: that takes no
/// room, however full the log is.
package final class ChunkedLog {
    /// With the longest header this stays below the 512 bytes at which XCTest cuts accessibility values.
    package static let defaultChunkBytes = 432
    private static let keptCapacity = 1 << 20

    /// What a header can carry of it: letters, digits, `-`, `.` and `_`, 24 at most.
    package let writer: String
    /// How many chunks were begun. The last of them is open.
    package private(set) var chunkCount = 1
    /// How many events had no room.
    package private(set) var lost: Int64 = 0
    /// The number of the last event that had room.
    package private(set) var sequence: Int64 = 0
    /// How many bytes are held, without headers.
    package private(set) var heldBytes = 0
    /// How many bytes were encoded so far: the work done.
    package private(set) var encodedBytes = 0

    private let chunkBytes: Int
    private let limit: Int
    private var line = JSONWriter()
    private var open: [UInt8] = []
    /// By number.
    private var closed: [Int: [UInt8]] = [:]
    private var firstHeld = 1

    /// - Parameters:
    ///   - chunkBytes: a payload's size, 64 at least.
    ///   - limit: what is held at most, in bytes without headers.
    ///   - unavailable: why the carriers that should have been preferred could not be had.
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

    /// Appends an event under the next number, or counts it as lost.
    package func append(_ event: RecordedEvent) {
        var event = event
        event.sequence = sequence + 1
        if line.count > Self.keptCapacity { line = JSONWriter() } else { line.removeAll() }
        line.write(line: .event(event))
        // A line that no reader takes is as good as one for which there is no room.
        guard line.count <= JSONLimits.eventBytes, heldBytes + line.count <= limit else {
            encodedBytes += line.count
            lost += 1
            return
        }
        sequence += 1
        append()
    }

    /// Cuts the line into chunks, between characters.
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

    /// Closes the open chunk, whatever it holds, so that what follows stands in the next.
    package func closeChunk() {
        closed[chunkCount] = open
        chunkCount += 1
        open = []
    }

    /// What the carrier shows of a chunk now; nil where there is none, or it was cleared.
    package func text(ofChunk number: Int) -> String? {
        let payload = number == chunkCount ? open : closed[number]
        return payload.map {
            Chunk(writer: writer, number: number, count: chunkCount, lost: lost, payload: $0).text
        }
    }

    /// Lets go of chunks that the test has read, up to this one, but never of the open one. There is room again.
    package func clear(upTo number: Int) {
        while firstHeld <= number, firstHeld < chunkCount {
            heldBytes -= closed.removeValue(forKey: firstHeld)?.count ?? 0
            firstHeld += 1
        }
    }
}
