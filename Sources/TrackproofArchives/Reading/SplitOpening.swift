internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// The beginning of a file: its compression, its form, and the layout of its first record.
///
/// Each reader of a split first reads the beginning of the whole file. So all processes read the splits of a file in
/// the same way.
struct SplitOpening {
    /// The number of bytes at the beginning of a file that determine how it is read.
    private static let headSize = 1 << 20

    /// The reader of the split's records, or `nil` if all records of the file belong to the first split.
    let reader: RecordReader?
    /// The layout of the first record, or `nil` if no layout of a vendor fits the record.
    let layout: ArchiveLayout?
    /// The shape of the first record.
    let shape: EventShape
    /// The reason why the file cannot be read, or `nil` if the file can be read.
    let problem: String?

    /// Opens a pipe of rows, whose layout is the one of ``ArchiveSettings/layout``.
    init(rows file: ArchiveFile, onRead: @escaping (Int) throws -> Void) throws {
        reader = try RecordReader(CountingSource(file.bytes(from: 0), onRead), .lines, hasByteOrderMark: false)
        (layout, shape, problem) = (nil, .trackproof, nil)
    }

    /// Opens a split.
    ///
    /// - Parameters:
    ///   - start: The first byte of the split.
    ///   - length: The number of bytes of the split, or `nil` to read to the end of the file.
    ///   - hasNamedLayout: Whether the user has named the layout of a vendor. A record of such a layout can have a member
    ///     `events`, which is not a list of events then.
    ///   - inflate: A closure that returns the decompressed content of a gzip file.
    ///   - onRead: A closure that is called with the number of bytes whenever a part of the split was read from the
    ///     file.
    init(
        _ file: ArchiveFile, from start: UInt64, length: UInt64?, hasNamedLayout: Bool,
        inflate: (any ByteSource) throws -> any ByteSource, onRead: @escaping (Int) throws -> Void
    ) throws {
        var source = file.bytes(from: 0)
        var head = try Self.head(&source)
        if let name = Compression.unreadable(head) {
            (reader, layout, shape) = (nil, nil, .trackproof)
            problem = start > 0 ? nil : "the file is compressed with \(name), which trackproof cannot read"
            return
        }
        let isCompressed = head.starts(with: Compression.gzip)
        if isCompressed {
            guard start == 0 else {
                (reader, layout, shape, problem) = (nil, nil, .trackproof, nil)
                return
            }
            source = try inflate(CountingSource(PrefixedSource(head, then: source), onRead))
            do {
                head = try Self.head(&source)
            } catch let error as DamagedBytes {
                (reader, layout, shape, problem) = (nil, nil, .trackproof, error.message)
                return
            }
        }
        let form = head.withUnsafeBufferPointer { RecordForm(startOf: $0, isDocumentPossible: !hasNamedLayout) }
        (layout, shape) = try Self.layout(head, form)
        problem = nil
        if start > 0, form != .lines {
            reader = nil
        } else if start > 0 {
            let bytes = CountingSource(file.bytes(from: start - 1), onRead)
            reader = try RecordReader(bytes, form, isInside: true, length: length)
        } else if isCompressed {
            reader = try RecordReader(PrefixedSource(head, then: source), form)
        } else {
            let bytes = file.size == nil ? PrefixedSource(head, then: source) : file.bytes(from: 0)
            reader = try RecordReader(CountingSource(bytes, onRead), form, length: length)
        }
    }

    /// Reads the first bytes of a source. If damage follows these bytes, the source throws its error again later.
    private static func head(_ source: inout any ByteSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < headSize {
            let count: Int
            do {
                count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
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

    /// Returns the layout and the shape of the first record.
    private static func layout(_ head: [UInt8], _ form: RecordForm) throws -> (ArchiveLayout?, EventShape) {
        let records = try RecordReader(PrefixedSource(head, then: EmptySource()), form)
        var count = 0
        while count < 10, let item = try records.next() {
            count += 1
            let bytes: UnsafeBufferPointer<UInt8>
            switch item {
            case .record(let record), .lastLine(let record): bytes = record
            case .problem: continue
            }
            if let layout = ArchiveLayout(of: bytes) { return (layout, .trackproof) }
            guard let base = bytes.baseAddress else { continue }
            var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
            do throws(JSONFailure) {
                let members = try cursor.object(depth: 0)
                // The header of a recording does not show the shape of the events.
                if members["recording"] != nil, members["name"] == nil { continue }
                return (nil, EventShape(first: members))
            } catch {
                continue
            }
        }
        return (nil, .trackproof)
    }
}

private final class EmptySource: ByteSource {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
}

/// A source whose bytes are lost.
private final class DamagedSource: ByteSource {
    private let error: DamagedBytes

    init(_ error: DamagedBytes) { self.error = error }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }
}

/// Kinds of compression, by the first bytes of a file.
enum Compression {
    /// Source: RFC 1952.
    static let gzip: [UInt8] = [0x1F, 0x8B]

    /// Returns the name of the compression if it is not supported, otherwise `nil`.
    static func unreadable(_ head: [UInt8]) -> String? {
        let names: [(String, [UInt8])] = [
            ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("bzip2", Array("BZh".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
            ("zip", [0x50, 0x4B, 0x03, 0x04]), ("Parquet", Array("PAR1".utf8)),
        ]
        return names.first { head.starts(with: $0.1) }?.0
    }
}
