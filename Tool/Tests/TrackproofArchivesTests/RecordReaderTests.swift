import Testing
import TrackproofArchives

/// A source of bytes that returns at most `size` bytes in each read.
private final class Pieces: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int
    private let damage: DamagedBytes?

    init(_ text: String, size: Int, damage: DamagedBytes? = nil) {
        (rest, self.size, self.damage) = (Array(text.utf8)[...], size, damage)
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
    /// Each item has a prefix: `=` for a record, `~` for a last line without a line break, and `!` for bytes that are not a record.
    private func items(
        _ text: String, _ form: RecordForm, piece: Int = 3, sizeLimit: Int = 1_000, damage: DamagedBytes? = nil
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

    @Test(arguments: [1, 2, 3, 7, 100])
    func linesAreRecords(piece: Int) throws {
        #expect(try items("a\nbc\n\n  \r\nd\r\ne", .lines, piece: piece) == ["=a", "=bc", "=d\r", "~e"])
        #expect(try items("\u{FEFF}a\n", .lines, piece: piece) == ["=a"])
        #expect(try items("", .lines, piece: piece) == [])
        #expect(try items("\n\n", .lines, piece: piece) == [])
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func nothingFollowsADocument(piece: Int) throws {
        let document = #"{"events":[{},{}],"a":["]}\"{"],"b":{}}"#
        let form = RecordForm.document(firstElement: 11)
        #expect(try items(document + "\n ", form, piece: piece) == ["={}", "={}"])
        let rests = [document + "\n{}", String(document.dropLast()), document + "]"]
        for text in rests {
            let items = try items(text, form, piece: piece)
            #expect(items.dropLast() == ["={}", "={}"])
            #expect(items.last?.hasPrefix(#"!after the list "events": "#) == true, "\(items)")
            #expect(items.last?.hasSuffix("; the rest of the file was not read") == true)
        }
        let second = #"{"events":[{},{}],"a":1,"ev\u0065nts":[{}]}"#
        #expect(
            try items(second, form, piece: piece)
                == ["={}", "={}", #"!the file has a second list "events", which was not read"#])
    }

    @Test func theFirstBytesShowTheForm() {
        func form(_ text: String, _ isDocumentPossible: Bool = true) -> RecordForm {
            Array(text.utf8).withUnsafeBufferPointer {
                RecordForm(startOf: $0, isDocumentPossible: isDocumentPossible)
            }
        }
        #expect(form(#"{"events":[{}]}"# + "\n") == .document(firstElement: 11))
        #expect(form(#"{"events":[{}]}"# + "\n", false) == .lines)
        #expect(form(#"{"events":[{}]}"# + "\n{}") == .lines)
        for text in ["[{}]", "[ [1]]", "[]", "[", "[null,{}]"] { #expect(form(text) == .values, "\(text)") }
        for text in ["[2026] a\n{}", "[notice]\n", "[7]", "{}\n{}"] { #expect(form(text) == .lines, "\(text)") }
    }

    @Test func aLineThatIsTooLargeIsAProblem() throws {
        // The limit is 100 bytes. One read gets the entire text, so the line of 101 bytes is complete in the buffer.
        let line = String(repeating: "x", count: 101)
        let text = "a\n\(line)\nb\n\(line)"
        let problem = "!101 bytes: a record must not be larger than 0 MiB"
        for piece in [500, 110, 7] {
            #expect(try items(text, .lines, piece: piece, sizeLimit: 100) == ["=a", problem, "=b", problem])
        }
        // The line is twice as long as the limit, so the reader reaches the limit before it has read the entire line.
        let large = String(repeating: "x", count: 1 << 20)
        let items = try items("a\n\(large)\(large)\nb\n", .lines, piece: 1 << 16, sizeLimit: 1 << 20)
        #expect(items == ["=a", "!2097152 bytes: a record must not be larger than 1 MiB", "=b"])
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func elementsOfArraysAreRecords(piece: Int) throws {
        #expect(
            try items(#"[{"a":"]}\"{"}, {"b":[{}]}]"# + "\n[{}]", .values, piece: piece)
                == [#"={"a":"]}\"{"}"#, #"={"b":[{}]}"#, "={}"])
        #expect(try items("{\n}\n{}", .values, piece: piece) == ["={\n}", "={}"])
        #expect(try items("[]", .values, piece: piece) == [])
        #expect(
            try items(#"[{},7,"a,]\"{" ,null,[1,[2]],{}]"# + " x", .values, piece: piece)
                == ["={}", "=7", #"="a,]\"{""#, "=null", "=[1,[2]]", "={}", "=x"])
        #expect(try items("[{},", .values, piece: piece) == ["={}", "!the file ends inside an array"])
        #expect(try items("[{},{", .values, piece: piece) == ["={}", "!the file ends inside an event"])
        #expect(try items(#"[{"a\"#, .values, piece: piece) == ["!the file ends inside an event"])
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func aMissingCommaIsAProblem(piece: Int) throws {
        for text in ["[{}{}]", "[{}\n {}]"] {
            let items = try items(text, .values, piece: piece)
            #expect(items == ["={}", "!0 bytes: expected ',' or ']', found '{'", "={}"])
        }
        #expect(
            try items(#"[1 "a"[null],{}7]"#, .values, piece: piece) == [
                "=1", #"!0 bytes: expected ',' or ']', found '"'"#, #"="a""#,
                "!0 bytes: expected ',' or ']', found '['", "=[null]", "={}",
                "!0 bytes: expected ',' or ']', found '7'", "=7",
            ])
        #expect(
            try items(#"{"events":[{}{}]}"#, .document(firstElement: 11), piece: piece) == [
                "={}", "!0 bytes: expected ',' or ']', found '{'", "={}",
            ])
        // Without the quote, the record ends at the line break. It contains the comma, or the comma follows it.
        for text in ["[{\"a\":\"x},\n{}]", "[{\"a\":\"x\n,{}]"] {
            #expect(try items(text, .values, piece: piece).count == 2)
        }
        // The values of a file need no commas between them.
        #expect(try items("{}{}[{}] 7", .values, piece: piece) == ["={}", "={}", "={}", "=7"])
    }

    @Test func theRestOfADocumentIsSkipped() throws {
        let text = #"{"x":[{}],"events":[{"a":1}],"y":[{}]}"#
        #expect(try items(text, .document(firstElement: 20)) == [#"={"a":1}"#])
    }

    @Test func damageEndsTheFile() throws {
        let damage = DamagedBytes("the gzip data are cut short")
        let problem = "!the gzip data are cut short; the rest of the file was not read"
        #expect(try items("a\nb", .lines, damage: damage) == ["=a", problem])
        #expect(try items("", .lines, damage: damage) == [problem])
        #expect(try items("[{},{", .values, damage: damage) == ["={}", problem])
    }

    // MARK: The form of a file

    @Test(arguments: [
        ("{\"name\":\"a\"}\n{\"name\":\"b\"}\n", RecordForm.lines), ("[{}]", .values), ("  [\n{}]", .values),
        ("{\n\"name\":\"a\"}\n{\"name\":\"b\"}", .values), ("nonsense\n{}", .lines), ("", .lines),
        ("{\"recording\":1}\n{\"name\":\"a\"}\n", .lines), ("{\"name\":\"a\n{\"name\":\"b\"}\n", .lines),
        (#"{"snapshot":1,"events":[{}]}"#, .document(firstElement: 24)), ("a\tb\tc\n", .lines),
    ])
    func theFormIsThatOfTheFirstBytes(text: String, form: RecordForm) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { RecordForm(startOf: $0) } == form)
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
