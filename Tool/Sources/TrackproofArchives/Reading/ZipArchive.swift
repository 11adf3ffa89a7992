import TrackproofPlanning

/// The list of the files in a zip archive.
///
/// Source: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, version 6.3.10
package struct ZipArchive {
    /// A file in the archive.
    package struct Member {
        /// The path of the file in the archive. It is only shown.
        package let name: String
        fileprivate let isEncrypted: Bool
        fileprivate let method: UInt64
        fileprivate let checksum: [UInt8]
        fileprivate var compressedSize: UInt64
        fileprivate var size: UInt64
        /// The offset of the local header.
        fileprivate var offset: UInt64
    }

    /// The maximum size of the list, in bytes.
    private static let listLimit: UInt64 = 64 << 20
    /// The largest size of the record at the end of an archive, with its comment.
    private static let endLimit: UInt64 = 22 + 65_535

    /// The files of the archive, except folders and files whose names begin with a dot.
    package let members: [Member]
    private let file: any RandomAccess

    /// Reads the list of an archive.
    ///
    /// - Throws: ``DamagedBytes`` if the list is damaged or too large, or if the archive is an Office document.
    package init(_ file: any RandomAccess) throws {
        self.file = file
        let start = file.byteCount - min(file.byteCount, Self.endLimit)
        let tail = ZipFields(try file.bytes(at: start, count: file.byteCount - start))
        guard let end = tail.lastOffset(of: [0x50, 0x4B, 5, 6], size: 22) else {
            throw DamagedBytes("the zip archive is cut short: the list at its end is missing")
        }
        var (count, size, offset) = (tail[end + 10, 2], tail[end + 12, 4], tail[end + 16, 4])
        if end >= 20, tail.has([0x50, 0x4B, 6, 7], at: end - 20) {
            let large = ZipFields(try file.bytes(at: tail[end - 12, 8], count: 56))
            guard large.has([0x50, 0x4B, 6, 6], at: 0) else { throw Self.damaged }
            (count, size, offset) = (large[32, 8], large[40, 8], large[48, 8])
        }
        guard size <= Self.listLimit else {
            throw DamagedBytes("the list of the files in a zip archive must not be larger than 64 MiB")
        }
        let list = ZipFields(try file.bytes(at: offset, count: size))
        var (members, place, total): ([Member], Int, UInt64) = ([], 0, 0)
        for _ in 0..<min(count, size) {
            guard list.has([0x50, 0x4B, 1, 2], at: place), list.bytes.count - place >= 46 else { throw Self.damaged }
            let ends = [28, 30, 32].reduce(into: [place + 46]) { ends, field in
                ends.append(ends[ends.count - 1] + Int(list[place + field, 2]))
            }
            guard ends[3] <= list.bytes.count else { throw Self.damaged }
            var member = Member(
                name: String(decoding: list.bytes[ends[0]..<ends[1]], as: UTF8.self).bounded,
                isEncrypted: list[place + 8, 2] & 1 == 1, method: list[place + 10, 2],
                checksum: Array(list.bytes[(place + 16)..<(place + 20)]), compressedSize: list[place + 20, 4],
                size: list[place + 24, 4], offset: list[place + 42, 4])
            member.readLargeSizes(list, ends[1]..<ends[2])
            place = ends[3]
            // If the data of several files overlapped, a small archive could contain any number of bytes.
            guard member.compressedSize <= file.byteCount - total else {
                throw DamagedBytes("the files in the zip archive overlap")
            }
            total += member.compressedSize
            if !member.isLeftOut { members.append(member) }
        }
        if members.contains(where: { ["[Content_Types].xml", "mimetype"].contains($0.name) }) {
            throw DamagedBytes("the file is an Excel file or another Office document; save its sheet as CSV in UTF-8")
        }
        if members.isEmpty { throw DamagedBytes("the zip archive contains no files") }
        self.members = members
    }

    private static let damaged = DamagedBytes("the list of the files in the zip archive is damaged")

    /// Returns a source of a file's bytes. They are gzip data if the archive contains the file compressed.
    ///
    /// - Throws: ``DamagedBytes`` if the file cannot be read.
    package func source(of member: Member) throws -> (bytes: any ByteSource, isCompressed: Bool) {
        if member.isEncrypted {
            throw DamagedBytes("the file is encrypted; extract the zip archive with its password, and check the files")
        }
        guard member.method == 0 || member.method == 8 else {
            let names: [UInt64: String] = [9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "zstd", 95: "xz", 98: "PPMd"]
            let name = names[member.method] ?? "method \(member.method)"
            throw DamagedBytes(
                "the file is compressed with \(name), which trackproof cannot read; extract the zip archive")
        }
        let header = ZipFields(try file.bytes(at: member.offset, count: 30))
        guard header.has([0x50, 0x4B, 3, 4], at: 0) else { throw Self.damaged }
        // `bytes(at:count:)` has checked that the offset is in the file, so the sum cannot overflow.
        let start = member.offset + 30 + header[26, 2] + header[28, 2]
        guard start <= file.byteCount, member.compressedSize <= file.byteCount - start else {
            throw DamagedBytes("the zip archive is cut short: it does not contain the whole file")
        }
        let data = file.bytes(from: start)
        if member.method == 0 { return (LimitedSource(data, member.compressedSize), false) }
        // Deflated data between a header and a checksum are gzip data (RFC 1952), so one decompressor reads both.
        let end = member.checksum + (0..<4).map { UInt8(truncatingIfNeeded: member.size >> ($0 * 8)) }
        let gzip = Compression.gzip + [8, 0, 0, 0, 0, 0, 0, 255]
        return (PrefixedSource(gzip, then: LimitedSource(data, member.compressedSize, then: end)), true)
    }
}

extension ZipArchive.Member {
    /// Reads sizes and an offset of 64 bits, if the range of the list has them.
    fileprivate mutating func readLargeSizes(_ list: ZipFields, _ range: Range<Int>) {
        var place = range.lowerBound
        while place + 4 <= range.upperBound {
            let end = place + 4 + Int(list[place + 2, 2])
            defer { place = end }
            guard list[place, 2] == 1, end <= range.upperBound else { continue }
            var next = place + 4
            for path in [\.size, \.compressedSize, \.offset] as [WritableKeyPath<Self, UInt64>] {
                guard self[keyPath: path] == UInt64(UInt32.max), next + 8 <= end else { continue }
                self[keyPath: path] = list[next, 8]
                next += 8
            }
        }
    }

    /// Whether a check of a folder would leave out the file too.
    fileprivate var isLeftOut: Bool {
        name.hasSuffix("/")
            || name.split(separator: "/").contains {
                $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX"
            }
    }
}

/// Little-endian numbers in bytes.
private struct ZipFields {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    subscript(offset: Int, size: Int) -> UInt64 {
        (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64($1 * 8) }
    }

    func has(_ signature: [UInt8], at offset: Int) -> Bool {
        bytes.count - offset >= signature.count && bytes[offset...].starts(with: signature)
    }

    /// Returns the last offset of a record with this signature and at least `size` bytes.
    func lastOffset(of signature: [UInt8], size: Int) -> Int? {
        guard bytes.count >= size else { return nil }
        return (0...(bytes.count - size)).last { has(signature, at: $0) }
    }
}

/// Bytes that can be read in any order.
package protocol RandomAccess {
    var byteCount: UInt64 { get }
    /// Returns a source of the bytes, beginning with the byte at `offset`.
    func bytes(from offset: UInt64) -> any ByteSource
}

extension RandomAccess {
    /// Reads some bytes.
    ///
    /// - Throws: ``DamagedBytes`` if there are fewer bytes.
    fileprivate func bytes(at offset: UInt64, count: UInt64) throws -> [UInt8] {
        guard offset <= byteCount, count <= byteCount - offset else {
            throw DamagedBytes("the list of the files in the zip archive is damaged")
        }
        let source = bytes(from: offset)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        var filled = 0
        while filled < bytes.count {
            let read = try bytes.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            guard read > 0 else { throw DamagedBytes("the zip archive is cut short") }
            filled += read
        }
        return bytes
    }
}

extension ArchiveFile: RandomAccess {
    package var byteCount: UInt64 { size ?? 0 }

    /// Whether the file begins like a zip archive. `false` if the file is a pipe.
    func isZip() throws -> Bool {
        guard byteCount >= 22 else { return false }
        let start = try bytes(at: 0, count: 4)
        return start == Compression.zip || start == [0x50, 0x4B, 5, 6]
    }
}

/// A source of the first `count` bytes of another source, and of the bytes `end` after them.
private final class LimitedSource: ByteSource {
    private let base: any ByteSource
    private var count: UInt64
    private let end: PrefixedSource

    init(_ base: any ByteSource, _ count: UInt64, then end: [UInt8] = []) {
        (self.base, self.count) = (base, count)
        self.end = PrefixedSource(end, then: EmptySource())
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if count == 0 { return try end.read(into: buffer) }
        let size = Int(min(UInt64(buffer.count), count))
        let read = try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
        guard read > 0 else { throw DamagedBytes("the zip archive is cut short") }
        count -= UInt64(read)
        return read
    }
}
