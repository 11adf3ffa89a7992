import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// Fuzzes the reader of archives and the quick check of events, which does not decode their JSON.
///
/// The first byte selects a size, and the bytes after it are a file. The reader must return the same records if it gets
/// the file in pieces of this size and if it gets the entire file at once. If the file has lines, it is also divided
/// into two parts. Two readers that read one part each must return the same records too. The bytes are also read as a CSV
/// table and as a zip archive. If the quick check accepts an
/// event, the normal check must have no finding for it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchive(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let size = Int(start[0]) + 1
    let form = bytes.withUnsafeBufferPointer { RecordForm(startOf: $0) }
    let records = read(bytes, form, piece: bytes.count)
    precondition(read(bytes, form, piece: size) == records, "pieces of \(size) bytes gave other records")
    if form == .lines {
        let cut = min(size, bytes.count)
        let first = read(bytes, form, piece: bytes.count, length: cut)
        let second = read(Array(bytes[(cut - 1)...]), form, piece: bytes.count, isInside: true)
        precondition(first + second == records, "two parts, split at byte \(cut), gave other records")
    }
    for record in records { check(record) }
    fuzzTable(bytes, piece: size)
    fuzzZip(bytes)
    return 0
}

/// Reads the bytes as a CSV table, in pieces and at once.
private func fuzzTable(_ bytes: [UInt8], piece: Int) {
    guard let header = CSVHeader(startOf: bytes) else { return }
    let rows = read(bytes, .table(header), piece: bytes.count)
    precondition(read(bytes, .table(header), piece: piece) == rows, "pieces of \(piece) bytes gave other rows")
    for layout in ArchiveLayout.vendors {
        var decoder = RecordDecoder(layout, header: header)
        for row in rows { row.withUnsafeBufferPointer { _ = decoder.decode($0, line: 2) } }
    }
}

/// Reads the bytes as a zip archive.
private func fuzzZip(_ bytes: [UInt8]) {
    do {
        let archive = try ZipArchive(BytesInMemory(bytes: bytes))
        for member in archive.members {
            let source = try archive.source(of: member).bytes
            var chunk = [UInt8](repeating: 0, count: 1 << 12)
            while try chunk.withUnsafeMutableBytes({ try source.read(into: $0) }) > 0 {}
        }
    } catch {
        precondition(error is DamagedBytes, "\(error)")
    }
}

private struct BytesInMemory: RandomAccess {
    let bytes: [UInt8]
    var byteCount: UInt64 { UInt64(bytes.count) }

    func bytes(from offset: UInt64) -> any ByteSource {
        Pieces(Array(bytes.dropFirst(Int(clamping: offset))), size: bytes.count)
    }
}

/// A source of bytes that returns at most `size` bytes at a time.
private final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) { (rest, self.size) = (bytes[...], size) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(size, rest.count, buffer.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}

/// Returns the records of a file. If the reader reports a problem, the problem's message counts as a record.
private func read(
    _ bytes: [UInt8], _ form: RecordForm, piece: Int, isInside: Bool = false, length: Int? = nil
) -> [[UInt8]] {
    do {
        let reader = try RecordReader(
            Pieces(bytes, size: max(1, piece)), form, isInside: isInside, length: length.map { UInt64($0) })
        var records: [[UInt8]] = []
        while let item = try reader.next() {
            switch item {
            case .record(let record), .lastLine(let record): records.append(Array(record))
            case .skipped(let reason, let byteCount): records.append(Array("\(byteCount) \(reason)".utf8))
            case .unread(let reason): records.append(Array(reason.utf8))
            }
        }
        return records
    } catch {
        fatalError("bytes in memory cannot be read: \(error)")
    }
}

private let checker: PlanChecker = {
    let plan = """
        {"plan": 1, "types": {"sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}}, "events": {
          "a": {"parameters": {"text": {"type": "string", "minLength": 2, "maxLength": 5}, "sku": {"type": "sku"},
            "kind": {"enum": ["x", 1, 2.5, true, null]}, "number": {"type": "number", "minimum": -1, "maximum": 9.5},
            "whole": {"type": "integer", "multipleOf": 3, "required": true}}},
          "b": {"closed": true, "parameters": {"id": {"type": "string", "format": "uuid"},
            "list": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "integer"}},
            "map": {"type": "object", "additionalProperties": {"type": ["boolean", "null"]}}}}}}
        """
    do {
        return PlanChecker(try TrackingPlan(json: Array(plan.utf8), file: "plan.json"))
    } catch {
        fatalError("\(error)")
    }
}()

/// The decoder and the readers of each layout. `checking` also checks the parameters while it reads them.
///
/// The readers are made only once, because making them takes longer than reading a record.
private let readers: [(decoder: RecordDecoder, plain: QuickReader, checking: QuickReader)] =
    ([nil] + ArchiveLayout.vendors).map { layout in
        let source = layout?.source ?? .app
        return (
            RecordDecoder(layout), QuickReader(layout, source: source),
            QuickReader(layout, source: source, checker: checker)
        )
    }

private func check(_ record: [UInt8]) {
    record.withUnsafeBufferPointer { record in
        for (decoder, plain, checking) in readers {
            var (decoder, reader, checkingReader) = (decoder, plain, checking)
            let decoded = decoder.decode(record)
            func fits(_ found: QuickReader.Record, _ index: Int) -> Bool {
                reader.withParameters(of: found, record) {
                    checker.certainlyFits(parameters: $0, index, storedAs: reader.form)
                }
            }
            if reader.isUsable, let checked = checkingReader.read(record), checked.fitting >= 0 {
                precondition(
                    reader.read(record).map { fits($0, checked.fitting) } ?? false, "the two readers differ")
            }
            guard reader.isUsable, let plain = reader.read(record), let name = plain.name.bytes(of: record),
                let index = checker.index(ofName: name, plain.kind), fits(plain, index)
            else { continue }
            var context = CheckContext(today: "2026-11-23")
            context.ignored = reader.form.ignored
            context.areTypesLost = reader.form.areTypesLost
            guard case .event(let event) = decoded else { fatalError("expected an event, got \(decoded)") }
            let findings = checker.findings(for: event.event, context)
            precondition(findings.isEmpty, "\(findings)")
            precondition(event.event.time == plain.time, "the quick reader and the decoder read different times")
        }
    }
}
