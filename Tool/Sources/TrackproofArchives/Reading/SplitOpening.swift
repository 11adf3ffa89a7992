import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform
import TrackproofSnapshots
package import TrackproofVendors

/// What the beginning of a file says about the file: its compression, its ``RecordForm`` and its layout.
///
/// Each process that checks a split also reads the beginning of the file. So all processes use the same layout for the
/// splits of a file.
struct SplitOpening {
    /// The number of bytes that ``SplitOpening`` reads at the beginning of a file.
    private static let headSize = 1 << 20

    /// The reader of the split's records, or `nil` if the split has no records or the file cannot be read.
    ///
    /// If a file cannot be divided, all its records belong to its first split, so the other splits have no records.
    let reader: RecordReader?
    /// The vendor's layout that fits the first record, or `nil` if no vendor's layout fits.
    let recognized: RecognizedLayout?
    var layout: ArchiveLayout? { recognized?.layout }
    /// The JSON shape of the first event. Only recordings use it, because their events can have different shapes.
    let shape: EventShape
    /// The names of the columns if the file is a CSV table, otherwise `nil`.
    private(set) var header: CSVHeader?
    /// The parameters that each event of a snapshot has in addition to its own.
    private(set) var common = CommonParameters()
    /// The reason why the file cannot be read, or `nil` if the file can be read.
    let problem: String?

    /// Opens a pipe with one row of a table on each line. The user has named the layout of the rows.
    init(rows file: ArchiveFile, onRead: @escaping (Int) throws -> Void) throws {
        reader = try RecordReader(CountingSource(file.bytes(from: 0), onRead), .lines, hasByteOrderMark: false)
        (recognized, shape, problem) = (nil, .trackproof, nil)
    }

    /// Opens a split.
    ///
    /// - Parameters:
    ///   - start: The offset of the split's first byte.
    ///   - length: The number of bytes of the split, or `nil` to read to the end of the file.
    ///   - member: The bytes of a file in the zip archive `file`, or `nil` to read the bytes of `file` itself.
    ///   - choice: The choice of the layout. If it names a layout, an object with the member `events` is a record, and not
    ///     an object that contains all events.
    ///   - inflate: A closure that takes a source of gzip data and returns a source of the decompressed bytes.
    ///   - onRead: A closure that is called with the number of bytes each time bytes were read from the file.
    init(
        _ file: ArchiveFile, member: (any ByteSource)? = nil, path: String? = nil, from start: UInt64 = 0,
        length: UInt64? = nil, _ choice: ArchiveSettings.LayoutChoice,
        inflate: (any ByteSource) throws -> any ByteSource, onRead: @escaping (Int) throws -> Void
    ) throws {
        let path = path ?? file.path
        var source = member ?? file.bytes(from: 0)
        var head = try Self.head(&source)
        // A split without bytes has no records: the next split starts at the same offset and has them.
        let isFirst = start == 0 && (length != 0 || head.isEmpty)
        if let format = Compression.unreadable(head) {
            (reader, recognized, shape) = (nil, nil, .trackproof)
            problem = !isFirst ? nil : format
            return
        }
        if head.isEmpty, start == 0, path.hasSuffix(".gz") {
            (reader, recognized, shape) = (nil, nil, .trackproof)
            problem = "the file is empty, so it is not a gzip file"
            return
        }
        let isCompressed = head.starts(with: Compression.gzip)
        if isCompressed {
            guard isFirst else {
                (reader, recognized, shape, problem) = (nil, nil, .trackproof, nil)
                return
            }
            let gzip = PrefixedSource(head, then: source)
            source = try inflate(member == nil ? CountingSource(gzip, onRead) : gzip)
            do {
                head = try Self.head(&source)
            } catch let error as DamagedBytes {
                (reader, recognized, shape, problem) = (nil, nil, .trackproof, error.message)
                return
            }
        }
        let (form, reason) = Self.form(head, choice)
        if let reason, isFirst {
            (reader, recognized, shape, problem) = (nil, nil, .trackproof, reason)
            return
        }
        if case .table(let found) = form { header = found }
        (recognized, shape) = try Self.layout(head, form)
        // Whether the events can be read only once, after the members before them.
        let isOnce = isCompressed || member != nil || file.size == nil
        // `nil` if the common parameters are known.
        var isSnapshot: Bool?
        if isFirst, recognized == nil, case .document = form {
            do {
                if isOnce {
                    let start = try EventReader(ByteWindow(head, file: path), file: path)
                    common = try CommonParameters(start)
                    if !common.isGiven { isSnapshot = start.isSnapshot }
                } else {
                    common = try EventFile(path: path).commonParameters()
                }
            } catch let error as EventFormatError {
                reader = nil
                problem = "line \(error.line): " + (error.field.map { "\($0): " } ?? "") + error.message
                return
            }
        }
        problem = nil
        if !isFirst, form != .lines {
            reader = nil
        } else if start > 0 {
            let bytes = CountingSource(file.bytes(from: start - 1), onRead)
            reader = try RecordReader(bytes, form, isInside: true, length: length)
        } else if isCompressed || member != nil {
            reader = try RecordReader(PrefixedSource(head, then: source), form)
        } else {
            let bytes = file.size == nil ? PrefixedSource(head, then: source) : file.bytes(from: 0)
            reader = try RecordReader(CountingSource(bytes, onRead), form, length: length)
        }
        reader?.isSnapshot = isSnapshot
    }

    /// Reads up to `headSize` bytes of a source.
    ///
    /// If the source throws ``DamagedBytes`` after the first bytes, the method returns these bytes. It replaces
    /// `source` by a source that throws the error.
    private static func head(_ source: inout any ByteSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < headSize {
            let count: Int
            // The head has the same size, however many bytes each read returns.
            let size = min(chunk.count, headSize - bytes.count)
            do {
                count = try chunk.withUnsafeMutableBytes {
                    try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(size)))
                }
            } catch let error as DamagedBytes {
                if bytes.isEmpty { throw error }
                source = DamagedSource(error)
                return bytes
            }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Returns the arrangement of the records, and the reason why the file cannot be read, or `nil` if it can be read.
    private static func form(_ head: [UInt8], _ choice: ArchiveSettings.LayoutChoice) -> (RecordForm, String?) {
        let named: ArchiveLayout? = if case .layout(let layout) = choice { layout } else { nil }
        let form = head.withUnsafeBufferPointer { RecordForm(startOf: $0, isDocumentPossible: named == nil) }
        let header = choice == .recording ? nil : CSVHeader(startOf: head)
        if let header, named.map(header.fits) ?? (header.recognized.map { header.fits($0.layout) } ?? false) {
            return (.table(header), header.problem)
        }
        if let named, named.isTable || named.columns == nil && header?.isTable ?? false, !head.isEmpty {
            let column = named.event.map(\.description.quotedForDisplay).joined(separator: " or ")
            let found = header.map { "found the columns " + $0.names.quotedForDisplay(atMost: 8) } ?? "found no table"
            return (form, "line 1: expected a table in CSV with the column \(column), \(found)")
        }
        guard let header, header.isTable else { return (form, nil) }
        return (form, header.reasonOfNoLayout)
    }

    /// Returns the layout and the shape that fit the first records.
    private static func layout(_ head: [UInt8], _ form: RecordForm) throws -> (RecognizedLayout?, EventShape) {
        if case .table(let header) = form { return (header.recognized, .trackproof) }
        let records = try RecordReader(PrefixedSource(head, then: EmptySource()), form)
        var count = 0
        while count < 10, let item = try records.next() {
            count += 1
            let bytes: UnsafeBufferPointer<UInt8>
            switch item {
            case .record(let record), .lastLine(let record): bytes = record
            case .skipped, .unread: continue
            }
            if let layout = RecognizedLayout(bytes) { return (layout, .trackproof) }
            guard let base = bytes.baseAddress else { continue }
            var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
            do throws(JSONFailure) {
                let members = try cursor.object(depth: 0)
                // The header of a recording does not show the shape of the events, so the next record decides.
                if members.areOfHeader { continue }
                if let shape = EventShape(of: members) { return (nil, shape) }
            } catch {
                continue
            }
        }
        return (nil, .trackproof)
    }
}

extension ArchiveLayout {
    /// Returns the vendor's layout that fits the first records of a file that is not compressed, or `nil` if none fits.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be read.
    package init?(ofFile path: String) throws {
        let opening = try SplitOpening(
            ArchiveFile(path: path, .regular), .detected, inflate: { $0 }, onRead: { _ in })
        guard let layout = opening.layout else { return nil }
        self = layout
    }
}

/// A source without bytes.
final class EmptySource: ByteSource {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
}

/// A source that throws an error when it is read.
private final class DamagedSource: ByteSource {
    private let error: DamagedBytes

    init(_ error: DamagedBytes) { self.error = error }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }
}

/// The formats that Trackproof recognizes by the first bytes of a file.
enum Compression {
    /// The first bytes of gzip data. Source: RFC 1952.
    static let gzip: [UInt8] = [0x1F, 0x8B]

    /// The first bytes of a zip archive with files.
    static let zip: [UInt8] = [0x50, 0x4B, 3, 4]

    /// Returns the reason why Trackproof cannot read a file, and what to do, if the first bytes show an unreadable format.
    static func unreadable(_ head: [UInt8]) -> String? {
        let text = String(decoding: head.prefix(200), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let start = text.lowercased()
        let isPage = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
        let format: (name: String, advice: String)? =
            if isPage {
                ("HTML", "it is perhaps the page of a login or an error, so export the file again")
            } else if start.hasPrefix("<?xml") {
                ("XML", "export the events as JSON or CSV")
            } else if head.prefix(2).contains(0), head.prefix(2).contains(where: { [0x7B, 0x5B, 0x22].contains($0) }) {
                ("UTF-16", utf8)
            } else {
                formats.first { head.starts(with: $0.start) }.map { ($0.name, $0.advice) }
            }
        return format.map { "the format of the file is \($0.name), which trackproof cannot read; \($0.advice)" }
    }

    private static let decompress = "decompress the file, or compress it with gzip"
    private static let query = "read it with a database, as docs/ArchivesInDatabases.md explains"
    private static let sheet = "save its sheet as CSV in UTF-8"
    private static let utf8 = "convert it to UTF-8"

    private static let formats: [(name: String, start: [UInt8], advice: String)] = [
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD], decompress), ("bzip2", Array("BZh".utf8), decompress),
        ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A], decompress), ("lz4", [0x04, 0x22, 0x4D, 0x18], decompress),
        ("compress", [0x1F, 0x9D], decompress), ("Snappy", [0xFF, 0x06, 0x00, 0x00, 0x73], decompress),
        ("zlib", [0x78, 0x9C], decompress), ("zlib", [0x78, 0xDA], decompress), ("zlib", [0x78, 0x01], decompress),
        ("zlib", [0x78, 0x5E], decompress), ("lzip", Array("LZIP".utf8), decompress),
        ("7-Zip", [0x37, 0x7A, 0xBC, 0xAF], decompress), ("RAR", Array("Rar!".utf8), decompress),
        // Only a zip archive that is a file has its list of files at a known place.
        ("zip in a pipe or in another archive", zip, "extract it"),
        ("Parquet", Array("PAR1".utf8), query), ("ORC", Array("ORC".utf8), query),
        ("Avro", [0x4F, 0x62, 0x6A, 0x01], query), ("SQLite", Array("SQLite format 3".utf8), query),
        ("an old Office document such as .xls", [0xD0, 0xCF, 0x11, 0xE0], sheet), ("PDF", Array("%PDF".utf8), sheet),
        ("UTF-16", [0xFF, 0xFE], utf8), ("UTF-16", [0xFE, 0xFF], utf8),
    ]
}

/// A line that contains a record as hexadecimal digits, such as `hex 7B0A7D`.
enum HexadecimalRow {
    private static let prefix = Array("hex ".utf8)

    /// Returns the bytes of the record, or `nil` if the line is not `hex ` and pairs of hexadecimal digits.
    static func record(_ row: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard row.count > prefix.count, row.count.isMultiple(of: 2), row.starts(with: prefix) else { return nil }
        var record: [UInt8] = []
        record.reserveCapacity((row.count - prefix.count) / 2)
        let digits = row.span
        for index in stride(from: prefix.count, to: digits.count, by: 2) {
            guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
            record.append(high << 4 | low)
        }
        return record
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
