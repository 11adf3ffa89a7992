/// A part of the log of an app's events, as text with a header and a checksum.
///
/// The text is `tp1 WRITER NUMBER COUNT LOST LENGTH CHECKSUM`, a line break and the payload. The checksum covers the
/// payload and the other fields of the header, so that a reader also detects a damaged header.
package struct Chunk {
    package static let tag = "tp1"

    package let writer: String
    /// The number of the chunk. The first chunk of a log has the number 1.
    package let number: Int
    /// The number of chunks in the log when this chunk was composed. Only the last chunk of a log can still grow.
    package let count: Int
    /// The number of events that were lost before this chunk was composed, because the log was full.
    package let lost: Int64
    package let payload: [UInt8]

    package init(writer: String, number: Int, count: Int, lost: Int64, payload: [UInt8]) {
        self.writer = writer
        self.number = number
        self.count = count
        self.lost = lost
        self.payload = payload
    }

    package var isClosed: Bool { number < count }

    package var text: String {
        let start = "\(Self.tag) \(writer) \(number) \(count) \(lost) \(payload.count) "
        return start + Self.checksum(start.utf8, payload) + "\n" + String(decoding: payload, as: UTF8.self)
    }

    private static func checksum(_ start: some Sequence<UInt8>, _ payload: some Sequence<UInt8>) -> String {
        var checksum = Checksum()
        checksum.add(start)
        checksum.add(payload)
        return checksum.text
    }
}

extension Chunk {
    /// The maximum length of a header, in bytes. A real header is far shorter.
    ///
    /// A text with a longer header is not a chunk.
    private static let headerLimit = 256

    /// Creates a chunk from its text.
    ///
    /// - Parameter text: Any text.
    /// - Throws: A ``ChunkProblem`` if the text is not a complete and undamaged chunk.
    package init(_ text: String) throws(ChunkProblem) {
        let bytes = text.utf8
        guard text.utf8.starts(with: "tp".utf8) else { throw .noChunk }
        guard let end = bytes.prefix(Self.headerLimit).firstIndex(of: 0x0A) else {
            throw bytes.count < Self.headerLimit ? .cutHeader(bytes.count) : .noChunk
        }
        let header = bytes[..<end]
        let fields = header.split(separator: 0x20, omittingEmptySubsequences: false)
        guard let tag = fields.first, tag.elementsEqual(Self.tag.utf8) else {
            throw .unknownVersion(String(fields.first.map { String($0) ?? "" } ?? "").quotedShort)
        }
        guard fields.count == 7, let writer = String(fields[1]), let number = Self.number(fields[2]),
            let count = Self.number(fields[3]), let lost = Self.number(fields[4]), let length = Self.number(fields[5]),
            number >= 1, number <= count
        else { throw .noChunk }
        let payload = bytes[bytes.index(after: end)...]
        let (found, expected) = (payload.count, length)
        guard found >= expected else {
            let headerCount = bytes.count - found
            throw .cut(number: number, count: count, found: bytes.count, expected: headerCount + expected)
        }
        guard found == expected,
            fields[6].elementsEqual(Self.checksum(bytes[..<fields[6].startIndex], payload).utf8)
        else { throw .damaged(number: number, count: count) }
        self.init(writer: writer, number: number, count: count, lost: Int64(lost), payload: Array(payload))
    }

    /// Returns the number that 1 to 15 decimal digits form, or `nil` for other text. The limit prevents an overflow.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...15).contains(digits.count), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension String {
    /// The first 20 characters in quotes, because a string from outside may be too long for a message.
    fileprivate var quotedShort: String { String(prefix(20)).debugDescription }
}
