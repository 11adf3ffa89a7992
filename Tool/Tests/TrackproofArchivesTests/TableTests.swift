import Foundation
import TestSupport
import Testing
import TrackproofArchives
import TrackproofCSV

/// Tests that the reader finds the rows of CSV tables.
@Suite("Rows of CSV tables")
struct TableTests {
    /// Returns the cells of the rows after the header, and the texts of other items.
    private static func rows(_ text: String, piece: Int, sizeLimit: Int = 1_000) throws -> [[String]] {
        let header = try #require(CSVHeader(startOf: Array(text.utf8)))
        let reader = try RecordReader(Pieces(text, size: piece), .table(header), sizeLimit: sizeLimit)
        var rows: [[String]] = []
        while let item = try reader.next() {
            switch item {
            case .record(let row), .lastLine(let row):
                rows.append(try header.delimiter.cells(of: row, line: reader.line).map(\.text))
            case .skipped(let reason, _), .unread(let reason): rows.append([reason])
            }
        }
        return rows
    }

    @Test func randomTablesReadBackInPiecesOfAnySize() throws {
        var random = SeededGenerator(seed: 53)
        let parts = ["a", "é", "\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "{", "👩‍👩‍👧", "\u{301}", ""]
        for _ in 0..<rounds(60, deep: 2_000) {
            let delimiter = try #require(CSVDelimiter.allCases.randomElement(using: &random))
            let separator = String(Unicode.Scalar(delimiter.rawValue))
            let width = Int.random(in: 2...5, using: &random)
            let rows = (0..<Int.random(in: 1...6, using: &random)).map { row in
                (0..<width).map { column in
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                        .joined() + (column == 0 ? "\(row)" : "")
                }
            }
            let names = (0..<width).map { "c\($0)" }.joined(separator: separator)
            // A text in quotation marks can contain any character. A plain text cannot contain the characters of CSV.
            let lines = rows.map { row in
                row.map { cell in
                    let isPlain = cell.unicodeScalars.allSatisfy { !"\",;\t\n\r".unicodeScalars.contains($0) }
                    if isPlain, Bool.random(using: &random) { return cell }
                    return "\"" + cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
                }.joined(separator: separator)
            }
            let end = Bool.random(using: &random) ? "\n" : "\r\n"
            let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
            let named = Bool.random(using: &random) ? "sep=\(separator)\(end)" : ""
            let text =
                mark + named + ([names] + lines).joined(separator: end) + (Bool.random(using: &random) ? end : "")
            for piece in [1, 2, 3, 7, 1_000] {
                let found = try Self.rows(text, piece: piece)
                #expect(found.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }, "\(text)")
            }
        }
    }

    /// Tests that a quotation mark that is not closed costs only as much memory as the largest row.
    @Test(arguments: [1, 7, 1_000]) func anOpenQuotationMarkEndsTheReading(piece: Int) throws {
        let start = "a,b\n1,2\n\n\"3\n,"
        let short = try Self.rows(start, piece: piece)
        let rest = "the rest of the file was not read"
        #expect(short[1] == ["line 4: the file ends inside a row, because a quotation mark is not closed; \(rest)"])
        let limit = "a row must not be larger than 0 MiB; perhaps a quotation mark is not closed"
        for end in ["", "\",4\n5,6\n"] {
            let long = start + String(repeating: "x,y\n", count: 1_000) + end
            #expect(try Self.rows(long, piece: piece) == [["1", "2"], ["line 4: \(limit); \(rest)"]])
        }
    }

    @Test func theFirstRowShowsTheDelimiter() {
        func names(_ text: String) -> [String]? { CSVHeader(startOf: Array(text.utf8))?.names }
        #expect(names("a;b,c;d\n") == ["a", "b,c", "d"])
        #expect(names("\u{FEFF}\"a;b;c\",d\r\n1,2") == ["a;b;c", "d"])
        #expect(names("a\tb") == ["a", "b"])
        #expect(names("a\n") == ["a"])
        #expect(names("sep=;\na,b,c;d\n") == ["a,b,c", "d"])
        #expect(names("\u{FEFF}\"sep=,\"\r\na;b,c;d") == ["a;b", "c;d"])
        #expect(names("sep=|\na|b") == ["sep=|"])
        #expect(names("sep=;a,b\n1,2") == ["sep=;a", "b"])
        for text in [
            "", "\n", "sep=;", "sep=;\n", "sep=;\n{\"a\":1}", "{\"a\":1,\"b\":2}", "[1,2]", "a,\"b", "a,b\"c\n",
        ] {
            #expect(names(text) == nil, "\(text)")
        }
    }
}

/// A zip archive in memory.
private struct ZipBytes: RandomAccess {
    var bytes: [UInt8] = []
    var byteCount: UInt64 { UInt64(bytes.count) }

    func bytes(from offset: UInt64) -> any ByteSource {
        Pieces(bytes[min(Int(clamping: offset), bytes.count)...], size: 50)
    }

    /// Creates an archive of files that are not compressed.
    ///
    /// - Parameter isLarge: Whether all sizes and offsets have 64 bits.
    init(_ files: [(name: String, content: String)], isLarge: Bool) {
        var list: [UInt8] = []
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func short(_ value: Int) -> [UInt8] { number(isLarge ? 0xFFFF_FFFF : value, 4) }
        for (name, content) in files {
            let sizes = short(content.utf8.count) + short(content.utf8.count)
            let large = [content.utf8.count, content.utf8.count, bytes.count].flatMap { number($0, 8) }
            let extra = number(1, 2) + number(24, 2) + large
            list += [0x50, 0x4B, 1, 2] + number(0, 16) + sizes + number(name.utf8.count, 2)
            list += number(isLarge ? extra.count : 0, 2) + number(0, 10) + short(bytes.count) + Array(name.utf8)
            list += isLarge ? extra : []
            bytes += [0x50, 0x4B, 3, 4] + number(0, 14) + sizes + number(name.utf8.count, 2) + number(0, 2)
            bytes += Array((name + content).utf8)
        }
        let start = bytes.count
        bytes += list
        if isLarge {
            let end = bytes.count
            bytes += [0x50, 0x4B, 6, 6] + number(44, 8) + number(0, 12)
            bytes += [files.count, files.count, list.count, start].flatMap { number($0, 8) }
            bytes += [0x50, 0x4B, 6, 7] + number(0, 4) + number(end, 8) + number(1, 4)
        }
        bytes += [0x50, 0x4B, 5, 6] + number(0, 4) + number(isLarge ? 0xFFFF : files.count, 2)
        bytes += number(isLarge ? 0xFFFF : files.count, 2) + short(list.count) + short(start) + number(3, 2)
        bytes += Array("PK!".utf8)
    }

    /// Returns the names and contents of the files, or the error.
    func files() throws -> [String] {
        do {
            let archive = try ZipArchive(self)
            return try archive.members.map { member in
                let source = try archive.source(of: member).bytes
                var content: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 10)
                while case let count = try chunk.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
                    content += chunk.prefix(count)
                }
                return member.name + "=" + String(decoding: content, as: UTF8.self)
            }
        } catch let error as DamagedBytes {
            return [error.message]
        }
    }
}

@Suite("Zip archives")
struct ZipArchiveTests {
    private static let files = [
        ("a/b.ndjson", "{}\n"), ("a/", ""), ("__MACOSX/a", "x"), ("a/.DS_Store", "x"), ("../../c", ""), ("é", "PK"),
    ]

    @Test(arguments: [false, true]) func filesAreFound(isLarge: Bool) throws {
        let zip = ZipBytes(Self.files, isLarge: isLarge)
        #expect(try zip.files() == ["a/b.ndjson={}\n", "../../c=", "é=PK"])
    }

    /// Tests that each beginning of an archive and each wrong byte is an error or other files, and ends no process.
    @Test(arguments: [false, true]) func damagedArchivesAreErrors(isLarge: Bool) throws {
        let zip = ZipBytes(Self.files, isLarge: isLarge)
        var messages: Set<String> = []
        for index in zip.bytes.indices {
            var cut = zip
            cut.bytes.removeSubrange(index...)
            messages.formUnion(try cut.files())
            for byte in [0, 1, 0x50, 0x7F, 0xFF] as [UInt8] {
                var changed = zip
                changed.bytes[index] = byte
                messages.formUnion(try changed.files())
            }
        }
        for message in [
            "the zip archive is cut short: the list at its end is missing", "the files in the zip archive overlap",
            "the list of the files in the zip archive is damaged", "the zip archive contains no files",
            "the file is encrypted; extract the zip archive with its password, and check the files",
            "the file is compressed with method 255, which trackproof cannot read; extract the zip archive",
            "the zip archive is cut short: it does not contain the whole file",
        ] {
            #expect(messages.contains(message), "\(message)")
        }
    }
}
