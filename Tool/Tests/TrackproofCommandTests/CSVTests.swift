import Foundation
import TestSupport
import Testing

@Suite("trackproof show --format csv", .timeLimit(.minutes(15)))
struct CSVTests {
    /// Characters that spreadsheets or CSV readers treat specially, and characters that combine with their neighbours.
    private static let parts =
        ["\"", "'", ",", ";", "\t", "\n", "\r", "\r\n", "=", "+", "-", "@", "＝", "|", "cmd", "1", " ", "\u{A0}"]
        + ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{FEFF}", "é", "👩‍👩‍👧", "\\", "::", "##["]

    @Test func namesReadBackAndNeverBeginAFormula() async throws {
        var generator = SeededGenerator(seed: 3)
        let names = (0..<3_000).map { _ in
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                Self.parts.randomElement(using: &generator) ?? ""
            }.joined()
        }
        let place = try Workplace()
        let lines = try names.map { #"{"name":\#(String(decoding: try JSONEncoder().encode($0), as: UTF8.self))}"# }
        try place.write(lines.joined(separator: "\n") + "\n", to: "r.ndjson")
        let outcome = try await place.trackproof("show", "r.ndjson", "--format", "csv")
        let rows = Self.rows(outcome.output)
        #expect(rows.count == names.count + 1)
        for (name, row) in zip(names, rows.dropFirst()) {
            #expect(row.count == 7)
            let cell = row[2]
            var shown = cell.replacing("\\u{23}", with: "#").replacing("\\u{3a}", with: ":")
            let first = name.unicodeScalars.first {
                !" \t\r\n\u{A0}\u{200D}\u{FE0F}\u{FEFF}\u{301}\"'".unicodeScalars.contains($0)
            }
            let isFormula = first.map { "=+-@＝".unicodeScalars.contains($0) } ?? false
            if isFormula || "\t\r\n".unicodeScalars.contains(name.unicodeScalars.first ?? " ") {
                #expect(cell.utf8.first == UInt8(ascii: "'"))
                shown = String(String.UnicodeScalarView(shown.unicodeScalars.dropFirst()))
            }
            #expect(Array(shown.utf8) == Array(name.utf8), "\(name.debugDescription): \(cell.debugDescription)")
        }
    }

    /// Tests the three columns whose text an app can choose: the name, the source and the user.
    @Test func noColumnIsAFormula() async throws {
        let texts = [
            "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "=\u{301}cmd", "+\u{301}", "-\u{301}1",
            "@\u{301}", "\u{301}=1", "\u{301}\u{20DD}@SUM(A1)", "\u{200D}=1", "\u{FE0F}-1", "\"=1", "'=1", "＝1", "＋1",
            "－1", "＠1",
        ]
        let lines = try texts.map { text in
            let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            return #"{"name":\#(json),"source":\#(json),"user":\#(json),"parameters":{\#(json):\#(json)}}"# + "\n"
        }
        let outcome = try await Workplace(recording: lines.joined()).trackproof("show", "r.ndjson", "--format", "csv")
        let rows = Self.rows(outcome.output)
        try #require(rows.count == texts.count + 1 && rows.allSatisfy { $0.count == 7 })
        for (number, (text, row)) in zip(texts, rows.dropFirst()).enumerated() {
            for column in [2, 3, 5] { #expect(Array(row[column].utf8) == Array(("'" + text).utf8), "\(text)") }
            // The text of the other columns begins with a digit, a fixed word or a brace, or is empty.
            #expect([row[0], row[1], row[4]] == ["\(number + 1)", "track", ""])
            #expect(row[6].utf8.first == UInt8(ascii: "{"))
        }
    }

    /// Tests separators in names. Spreadsheets separate cells at a semicolon if the comma is the decimal mark.
    @Test func aSeparatorInANameDoesNotEndItsCell() async throws {
        let names = [
            "a;=1", "a\t=1", "a\";=1", "a,\u{301}=1", "a\"\u{301},=1", "a\"\u{301}=1", "a\r\nb", "a\nb", "a\rb", ",",
        ]
        let lines = try names.map { name in
            #"{"name":\#(String(decoding: try JSONEncoder().encode(name), as: UTF8.self))}"# + "\n"
        }
        let outcome = try await Workplace(recording: lines.joined()).trackproof("show", "r.ndjson", "--format", "csv")
        let rows = names.enumerated().map { number, name in
            let quoted = name.unicodeScalars.flatMap { $0 == "\"" ? ["\"", "\""] : [$0] as [Unicode.Scalar] }
            return "\(number + 1),track,\"\(String(String.UnicodeScalarView(quoted)))\",app,,,{}\r\n"
        }
        let expected = "number,kind,name,source,time,user,parameters\r\n" + rows.joined()
        #expect(Array(outcome.output.utf8) == Array(expected.utf8))
    }

    /// Returns the cells of each row. Reads the text by the rules of RFC 4180.
    private static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                cell.append("\"")
                scalars.removeFirst()
            case "\"" where isQuoted: isQuoted = false
            case "\"" where cell.isEmpty: isQuoted = true
            case "," where !isQuoted:
                row.append(String(cell))
                cell = String.UnicodeScalarView()
            case "\r" where !isQuoted && scalars.first == "\n":
                scalars.removeFirst()
                rows.append(row + [String(cell)])
                (row, cell) = ([], String.UnicodeScalarView())
            default: cell.append(scalar)
            }
        }
        return rows
    }
}
