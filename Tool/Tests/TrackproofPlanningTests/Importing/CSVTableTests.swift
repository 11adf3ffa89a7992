import TestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the reader of CSV.
@Suite("Import of CSV: cells and places")
struct CSVTableTests {
    /// Returns the cells of a table with their places, one row on each line.
    private static func describe(_ text: String) throws -> String {
        let table = try CSVTable(Array(text.utf8), file: "t.csv")
        let rows = [table.header] + table.rows.map { $0.cells.sorted { $0.key < $1.key }.map(\.value) }
        return rows.map { row in
            row.map { "\($0.text.debugDescription)@\($0.place.line):\($0.place.column)" }.joined(separator: " ")
        }
        .joined(separator: "\n")
    }

    @Test(arguments: [
        ("a,b\n1,2\n", "\"a\"@1:1 \"b\"@1:3\n\"1\"@2:1 \"2\"@2:3"),
        // Windows' line ends, and no line end at the end of the file.
        ("a,b\r\n1,2", "\"a\"@1:1 \"b\"@1:3\n\"1\"@2:1 \"2\"@2:3"),
        // A byte order mark is not a part of the first name.
        ("\u{FEFF}a,b\n1,2", "\"a\"@1:1 \"b\"@1:3\n\"1\"@2:1 \"2\"@2:3"),
        // Commas, quotation marks and line breaks in quotation marks. The next row is in the fourth line.
        (
            "a,b\n\"x,\"\"y\"\"\n\r\nz\",2\n3,4",
            "\"a\"@1:1 \"b\"@1:3\n\"x,\\\"y\\\"\\n\\r\\nz\"@2:1 \"2\"@4:4\n\"3\"@5:1 \"4\"@5:3"
        ),
        // Spreadsheets write semicolons if the comma is the decimal mark, and tabs.
        ("a;b\n1,5;2\n", "\"a\"@1:1 \"b\"@1:3\n\"1,5\"@2:1 \"2\"@2:5"),
        ("a\tb\n1\t2\n", "\"a\"@1:1 \"b\"@1:3\n\"1\"@2:1 \"2\"@2:3"),
        // Columns count bytes. Empty cells and empty rows are left out.
        ("é,b\n\n,2\n,\n\"\",3\n\n", "\"é\"@1:1 \"b\"@1:4\n\"2\"@3:2\n\"3\"@5:4"),
    ])
    func cellsHavePlaces(text: String, cells: String) throws {
        #expect(try Self.describe(text) == cells)
    }

    @Test(arguments: [
        ("", "t.csv:1:1: expected a header with the names of the columns"),
        (",\n1,2", "t.csv:1:1: expected a header with the names of the columns"),
        ("a,b\n1,2,3\n", "t.csv:2:1: expected 2 cells, as in the header, found 3 cells"),
        ("a,b\n1,2\n1\n", "t.csv:3:1: expected 2 cells, as in the header, found 1 cell"),
        ("a,b\n1,\"2\n3,4\n", "t.csv:2:3: the quotation mark is not closed"),
        ("a,b\n1,\"2\"x\n", "t.csv:2:6: expected a comma or the end of the line after the closing quotation mark"),
        ("a,b\n1,2\"3\"\n", "t.csv:2:4: a quotation mark inside of a cell that does not begin with one"),
        ("a,b\r1,2\r", "t.csv:1:4: expected a line feed after the carriage return"),
        ("a,b\n1,\0\n", "t.csv:2:3: the cell contains the character NUL"),
    ])
    func wrongTextIsAnError(text: String, error: String) {
        #expect(throws: PlanErrors.self) { try CSVTable(Array(text.utf8), file: "t.csv") }
        #expect(Self.error(Array(text.utf8)) == error)
    }

    @Test func hostileBytesAreAnError() {
        #expect(Self.error(Array("a,b\n1,".utf8) + [0xC3, 0x28]) == "t.csv:2:3: the cell is not UTF-8")
        #expect(Self.error([0xFF, 0xFE, 0x61, 0x00]) == "t.csv:1:1: expected a file in UTF-8, found UTF-16")
        let commas = { Array(repeating: UInt8(ascii: ","), count: $0) }
        #expect(Self.error(commas(20_000)) == "t.csv:1:1: the row has more than 10000 cells")
        let large = Array(repeating: UInt8(ascii: "a"), count: PlanNode.sizeLimit + 1)
        #expect(Self.error(large) == "t.csv:1:1: the file is larger than 32 MiB")
        for _ in 0..<rounds(0, deep: 1) {
            let rows = Array("a,b\n".utf8) + Array(repeating: Array("1,2\n".utf8), count: 500_001).joined()
            #expect(Self.error(rows) == "t.csv:500002:1: the file has more than 1000000 cells with a text")
        }
    }

    /// Tests that the reader finds the cells of random tables again.
    @Test func randomTablesReadBack() throws {
        var random = SeededGenerator(seed: 7)
        let parts = ["a", "é", "\"", ",", "\n", "\r\n", "\r", " ", ";", "👩‍👩‍👧", "\u{FEFF}", "\u{301}", "="]
        for _ in 0..<rounds(50, deep: 300) {
            let width = Int.random(in: 2...5, using: &random)
            let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                (0..<width).map { _ in
                    (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                        .joined()
                }
            }
            let end = Bool.random(using: &random) ? "\n" : "\r\n"
            let text = rows.map { $0.map(Self.quoted).joined(separator: ",") }.joined(separator: end)
            let table = try CSVTable(Array(text.utf8), file: "t.csv")
            let found =
                [table.header.map(\.text)]
                + table.rows.map { $0.cells.sorted { $0.key < $1.key }.map(\.value.text) }
            #expect(found.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
        }
    }

    /// Returns a text as a cell. Works on Unicode scalars, because a mark can combine with a quotation mark.
    static func quoted(_ text: String) -> String {
        let special: Set<Unicode.Scalar> = ["\"", ",", "\n", "\r", "\u{FEFF}"]
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        var cell = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { cell.unicodeScalars.append(scalar) }
            cell.unicodeScalars.append(scalar)
        }
        cell.unicodeScalars.append("\"")
        return cell
    }

    private static func error(_ bytes: [UInt8]) -> String {
        do throws(PlanErrors) {
            _ = try CSVTable(bytes, file: "t.csv")
            return ""
        } catch {
            return error.description
        }
    }
}
