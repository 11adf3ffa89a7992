import TestSupport
import Testing
import TrackproofArchives

/// A source of bytes that returns at most `size` bytes in each read.
final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int
    private let damage: DamagedBytes?

    init(_ bytes: ArraySlice<UInt8>, size: Int, damage: DamagedBytes? = nil) {
        (rest, self.size, self.damage) = (bytes, size, damage)
    }

    convenience init(_ text: String, size: Int, damage: DamagedBytes? = nil) {
        self.init(Array(text.utf8)[...], size: size, damage: damage)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(size, rest.count, buffer.count)
        if count == 0, let damage { throw damage }
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}

struct RecordReaderTests {
    /// Returns the items that the reader finds in a text.
    ///
    /// Each item has a prefix: `=` for a record, `~` for a last line without a line break, and `!` for bytes that are
    /// not a record.
    private func items(
        _ text: String, _ form: RecordForm, piece: Int, sizeLimit: Int, damage: DamagedBytes?
    ) throws -> [String] {
        let source = Pieces(text, size: piece, damage: damage)
        let reader = try RecordReader(source, form, sizeLimit: sizeLimit)
        var items: [String] = []
        while let item = try reader.next() {
            switch item {
            case .record(let bytes): items.append("=" + String(decoding: bytes, as: UTF8.self))
            case .lastLine(let bytes): items.append("~" + String(decoding: bytes, as: UTF8.self))
            case .skipped(let reason, let byteCount): items.append("!\(byteCount) bytes: \(reason)")
            case .unread(let reason): items.append("!" + reason)
            }
        }
        return items
    }

    /// Reads each text in pieces of several sizes, which must give the same items.
    ///
    /// The title has the form of the text: `lines`, `values`, or `document OFFSET`. The word `damaged` means that the
    /// text ends with damaged data, and `limit SIZE` is the greatest size of a record, in bytes.
    @Test func textsHaveTheRecordsThatAreAccepted() throws {
        try expectTranscript("records") { title, lines in
            let words = title.split(separator: " ").map(String.init)
            let number = words.count > 1 ? Int(words[1]) : nil
            let form: RecordForm =
                switch words[0] {
                case "lines": .lines
                case "values": .values
                default: .document(firstElement: try #require(number))
                }
            let limit = words.contains("limit") ? try #require(words.last.flatMap(Int.init)) : 1_000
            let damage = words.contains("damaged") ? DamagedBytes("the compressed data are cut short") : nil
            let results = try [1, 2, 3, 7, 100, 1_000].map { piece in
                try items(lines[0], form, piece: piece, sizeLimit: limit, damage: damage)
            }
            #expect(Set(results).count == 1, "\(results)")
            return results[0].map { $0.replacing("\r", with: "\\r").replacing("\n", with: "\\n") }
                .joined(separator: "\n")
        }
    }

    /// Tests a record of more bytes than the limit, in pieces and with a limit that readers use.
    @Test func aLineThatIsTooLargeIsAProblem() throws {
        let large = String(repeating: "x", count: 1 << 20)
        let items = try items(
            "a\n\(large)\(large)\nb\n", .lines, piece: 1 << 16, sizeLimit: 1 << 20, damage: nil)
        #expect(items == ["=a", "!2097152 bytes: a record must not be larger than 1 MiB", "=b"])
    }

    /// If the title is `lines or values`, the text is not a document.
    @Test func theFirstBytesShowTheForm() throws {
        try expectTranscript("forms") { title, lines in
            Array(lines[0].utf8).withUnsafeBufferPointer {
                "\(RecordForm(startOf: $0, isDocumentPossible: title != "lines or values"))"
            }
        }
    }

    // MARK: Splits

    @Test func aSplitIsReadFromItsText() {
        let split = ArchiveSplit("s3://a:b/c d.ndjson:10:20")
        #expect(split?.file == "s3://a:b/c d.ndjson" && split?.start == 10 && split?.length == 20 && split?.end == 30)
        #expect(split?.description == "s3://a:b/c d.ndjson:10:20")
        for text in ["a", "a:1", ":1:2", "a:-1:2", "a:1:x", "a:9223372036854775808:0", "a:18446744073709551615:1"] {
            #expect(ArchiveSplit(text) == nil, "\(text)")
        }
    }
}
