import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Tests both readers of JSON with all beginnings and ends of texts, against a slow reader over arrays.
@Suite("JSON texts that are cut")
struct CutTextTests {
    private static let texts = [
        #"{"name":"a\"\\\u00e9\ud83d\ude00","parameters":{"x":[1,-2.5e+3,true,false,null,{}],"größe":"日本😀"}} "#,
        #"  [ "\/\b\f\n\r\t", 0, -0, 1e5, 0.125, 123456789012345678901234567890e-10, [], [[]] ]"#,
        "\"plain text of more than eight bytes, and ä\"", "-12.75E-2", "[1,]", "[,1]", #"{"a":1,"a":2}"#, "tru",
        "nulll",
        #"{"a" 1}"#, #""\u12G4""#, #""\ud800""#, "01", "1.", ".5", "-", "1e", "{\"a\":\"b\u{1}\"}",
    ]

    private static let count = rounds(150, deep: 2_000)

    private static let all =
        texts
        + randomTexts(
            of: [
                "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00", "e9", "ä", "😀", "1", "-", ".", "e", "true", "null",
                " ", "\"a\":", "\"b\"", "\n", "00000000",
            ], count: count, length: 10, seed: 5)

    /// What a reader has read: a value, or `nil` if the reader only skips it, and the position of the end.
    private struct Read: Equatable {
        var value: EventValue?
        let end: Int
    }

    /// Tests that the slow reader reads the same values as a reader.
    ///
    /// - Parameters:
    ///   - refusesTheSame: Whether the reader must read all texts that the slow reader reads.
    ///   - read: The reader. It returns `nil` if it refuses the bytes.
    private func expectAgreement(
        refusesTheSame: Bool = false, for isTested: (ArraySlice<UInt8>) -> Bool = { _ in true },
        _ read: (UnsafeBufferPointer<UInt8>) -> Read?
    ) {
        var accepted = 0
        for text in Self.all {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] where isTested(cut) {
                guard let found = scanned(cut, read) else {
                    Issue.record("the reader reads behind the text \(String(decoding: cut, as: UTF8.self))")
                    continue
                }
                if found == nil, !refusesTheSame { continue }
                var slow = SlowJSON(cut.prefix(found?.end ?? cut.count))
                let expected = slow.document()
                if expected != nil { accepted += 1 }
                #expect((expected == nil) == (found == nil), "\(String(decoding: cut, as: UTF8.self))")
                if let value = found?.value { #expect(value == expected, "\(String(decoding: cut, as: UTF8.self))") }
            }
        }
        #expect(accepted * 4 > Self.count)
    }

    @Test func theCursorAgreesWithTheSlowReader() {
        expectAgreement(refusesTheSame: true) { bytes in
            var cursor = Self.cursor(bytes)
            do throws(JSONFailure) {
                let value = try cursor.value()
                // If the value has an end, skipping the value ends there too.
                let isComplete = cursor.position == bytes.count || ",]} \n".utf8.contains(bytes[cursor.position])
                if isComplete, bytes[0] > 0x20 {
                    var other = Self.cursor(bytes)
                    try other.skipValue()
                    guard other.position == cursor.position else { return Read(end: 0) }
                }
                cursor.skipWhitespace()
                return cursor.position == cursor.end ? Read(value: value, end: cursor.end) : nil
            } catch {
                return nil
            }
        }
    }

    @Test func aBeginningOfAValueIsIncomplete() {
        for text in Self.texts.prefix(2) {
            let value = text.utf8.reversed().drop { $0 == 0x20 }.reversed()
            for cut in value.indices.map({ value[..<$0] }) {
                let isIncomplete = scanned(cut) { bytes -> Bool in
                    var cursor = Self.cursor(bytes, isFinal: false)
                    do throws(JSONFailure) {
                        _ = try cursor.value()
                        return false
                    } catch {
                        return error.isIncomplete
                    }
                }
                #expect(isIncomplete == true, "\(String(decoding: cut, as: UTF8.self))")
            }
        }
    }

    @Test func thePlainScannerAcceptsNothingThatTheCursorRefuses() {
        expectAgreement { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var scanner = PlainScanner(base, from: 0, to: bytes.count)
            return scanner.skipValue() ? Read(end: scanner.position) : nil
        }
    }

    @Test func thePlainScannerReadsTextsAndNumbersLikeTheSlowReader() {
        let isTested = { (cut: ArraySlice<UInt8>) in cut.first.map { $0 == 0x22 || (0x2D...0x39).contains($0) } ?? false
        }
        expectAgreement(for: isTested) { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var scanner = PlainScanner(base, from: 0, to: bytes.count)
            if bytes[0] == 0x22 {
                guard let text = scanner.text() else { return nil }
                return Read(value: .string(String(decoding: text.bytes, as: UTF8.self)), end: scanner.position)
            }
            switch scanner.number() {
            case .integer(let integer): return Read(value: .integer(integer), end: scanner.position)
            case .fraction(let number): return Read(value: .number(number), end: scanner.position)
            case nil: return nil
            }
        }
    }

    private static func cursor(_ bytes: UnsafeBufferPointer<UInt8>, isFinal: Bool = true) -> JSONCursor {
        // A buffer without bytes has no address. The cursor does not read at this address.
        let start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        return JSONCursor(start, from: 0, to: bytes.count, isFinal: isFinal)
    }
}

/// A slow reader of JSON. It copies its text and looks at one byte at a time.
private struct SlowJSON {
    private var rest: ArraySlice<UInt8>

    init(_ text: some Collection<UInt8>) { rest = ArraySlice(Array(text)) }

    mutating func document() -> EventValue? {
        guard let value = value() else { return nil }
        skipSpace()
        return rest.isEmpty ? value : nil
    }

    private mutating func skipSpace() { rest = rest.drop { " \n\r\t".utf8.contains($0) } }

    private mutating func take(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    mutating func value() -> EventValue? {
        skipSpace()
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("null") { return .null }
        if rest.first == 0x22 { return string().map { .string($0) } }
        if take("[") {
            var values: [EventValue] = []
            skipSpace()
            if take("]") { return .array([]) }
            while true {
                guard let value = value() else { return nil }
                values.append(value)
                skipSpace()
                if take("]") { return .array(values) }
                guard take(",") else { return nil }
            }
        }
        if take("{") {
            var members: [EventParameter] = []
            skipSpace()
            if take("}") { return .object(EventParameters()) }
            while true {
                skipSpace()
                guard let name = string() else { return nil }
                skipSpace()
                guard take(":"), let value = value() else {
                    return nil
                }
                members.append(EventParameter(name, value))
                skipSpace()
                if take("}") { return .object(EventParameters(members)) }
                guard take(",") else { return nil }
            }
        }
        return number()
    }

    private mutating func number() -> EventValue? {
        let text = String(decoding: rest.prefix { "+-.0123456789eE".utf8.contains($0) }, as: UTF8.self)
        guard let match = text.prefixMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) else { return nil }
        let word = String(match.0)
        // A fraction without digits, such as `1.`, or a second sign is not JSON.
        guard word == text else { return nil }
        rest = rest.dropFirst(word.utf8.count)
        if match.2 == nil, match.3 == nil, let integer = Int64(word) { return .integer(integer) }
        guard let number = Double(word), number.isFinite else { return nil }
        // An integer beyond 64 bits must be exact.
        if match.2 == nil, match.3 == nil {
            return String(format: "%.0f", number) == word ? .number(number) : nil
        }
        return .number(number)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var units: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: return String(validating: units, as: UTF8.self)
            case 0..<0x20: return nil
            case 0x5C:
                guard let scalar = escape() else { return nil }
                units += Array(String(Character(scalar)).utf8)
            default: units.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        switch rest.popFirst() {
        case 0x22: return "\""
        case 0x5C: return "\\"
        case 0x2F: return "/"
        case 0x62: return "\u{8}"
        case 0x66: return "\u{C}"
        case 0x6E: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75:
            guard let first = unit() else { return nil }
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard first < 0xDC00, take("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
                return nil
            }
            return Unicode.Scalar(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))
        default: return nil
        }
    }

    private mutating func unit() -> UInt32? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return UInt32(text, radix: 16)
    }
}
