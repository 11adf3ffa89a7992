/// A cell of a CSV table.
package struct CSVCell: Sendable, Equatable {
    package let text: String
    /// The line of the cell's first byte, from 1.
    package let line: Int
    /// The position of the cell's first byte in its line, in bytes from 1.
    package let column: Int
}

/// The error for a text that is not CSV.
package struct CSVError: Error, Sendable, Equatable {
    package let line: Int
    /// The position in the line, in bytes from 1.
    package let column: Int
    package let message: String
}

/// The character between the cells of a row.
package enum CSVDelimiter: UInt8, Sendable, CaseIterable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09

    /// Detects the delimiter of a table: the one that the first row contains most often outside of quotation marks.
    fileprivate init(startOf bytes: some Sequence<UInt8>) {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes {
            if byte == CSVScanner.quote { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == CSVScanner.lineFeed { break }
            counts[byte, default: 0] += 1
        }
        let most = Self.allCases.map { counts[$0.rawValue] ?? 0 }.max()
        self = Self.allCases.first { (counts[$0.rawValue] ?? 0) == most } ?? .comma
    }

    fileprivate var name: String {
        switch self {
        case .comma: "a comma"
        case .semicolon: "a semicolon"
        case .tab: "a tab"
        }
    }
}

/// A scanner that finds the end of a row in bytes that arrive in pieces of any size.
package struct CSVScanner: Sendable {
    static let quote = UInt8(ascii: "\"")
    package static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    private enum State { case cellStart, plain, quoted, afterQuote }

    private let delimiter: UInt8
    private var state = State.cellStart
    /// The number of line feeds inside of the row.
    package private(set) var lineBreakCount = 0

    /// Creates a scanner at the beginning of a row.
    package init(_ delimiter: CSVDelimiter) { self.delimiter = delimiter.rawValue }

    /// Whether the scanner is between two quotation marks, where a line feed does not end the row.
    package var isQuoted: Bool { state == .quoted }

    /// Scans the next bytes, and returns the offset of the line feed that ends the row, or `nil` if the row goes on.
    package mutating func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for index in bytes.indices {
            let byte = bytes[index]
            if state == .quoted {
                if byte == Self.quote { state = .afterQuote }
                if byte == Self.lineFeed { lineBreakCount += 1 }
            } else if byte == Self.lineFeed {
                return index
            } else if byte == delimiter {
                state = .cellStart
            } else {
                state = byte == Self.quote && state != .plain ? .quoted : .plain
            }
        }
        return nil
    }
}

extension CSVDelimiter {
    /// The maximum number of cells of a row.
    package static let cellLimit = 10_000

    /// Reads the cells of a row, as RFC 4180 defines it. The row has no line feed at its end.
    ///
    /// - Parameter line: The number of the row's first line, for the places of cells and errors.
    package func cells(of row: UnsafeBufferPointer<UInt8>, line: Int) throws(CSVError) -> [CSVCell] {
        let hasReturn = row.last == CSVScanner.carriageReturn
        var parser = RowParser(
            bytes: UnsafeBufferPointer(rebasing: row.dropLast(hasReturn ? 1 : 0)), delimiter: self, line: line)
        var cells = [try parser.cell()]
        while parser.skipDelimiter() {
            guard cells.count < Self.cellLimit else {
                throw CSVError(line: line, column: 1, message: "the row has more than \(Self.cellLimit) cells")
            }
            cells.append(try parser.cell())
        }
        return cells
    }
}

private struct RowParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let delimiter: CSVDelimiter
    var line: Int
    private var position = 0
    private var lineStart = 0

    init(bytes: UnsafeBufferPointer<UInt8>, delimiter: CSVDelimiter, line: Int) {
        (self.bytes, self.delimiter, self.line) = (bytes, delimiter, line)
    }

    private func fail(_ message: String) -> CSVError {
        CSVError(line: line, column: position - lineStart + 1, message: message)
    }

    mutating func skipDelimiter() -> Bool {
        guard position < bytes.count else { return false }
        position += 1
        return true
    }

    mutating func cell() throws(CSVError) -> CSVCell {
        let start = (line: line, column: position - lineStart + 1)
        guard position < bytes.count, bytes[position] == CSVScanner.quote else {
            let first = position
            while position < bytes.count, bytes[position] != delimiter.rawValue {
                try checkReturn()
                guard bytes[position] != CSVScanner.quote else {
                    throw fail("a quotation mark inside of a cell that does not begin with one")
                }
                position += 1
            }
            return try cell(UnsafeBufferPointer(rebasing: bytes[first..<position]), start)
        }
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == CSVScanner.quote {
                guard position < bytes.count, bytes[position] == CSVScanner.quote else {
                    try checkEnd()
                    return try content.withUnsafeBufferPointer { (bytes) throws(CSVError) in try cell(bytes, start) }
                }
                position += 1
            } else if byte == CSVScanner.lineFeed {
                (line, lineStart) = (line + 1, position)
            }
            content.append(byte)
        }
        throw CSVError(line: start.line, column: start.column, message: "the quotation mark is not closed")
    }

    private func checkEnd() throws(CSVError) {
        guard position < bytes.count, bytes[position] != delimiter.rawValue else { return }
        try checkReturn()
        throw fail("expected \(delimiter.name) or the end of the line after the closing quotation mark")
    }

    private func checkReturn() throws(CSVError) {
        guard bytes[position] == CSVScanner.carriageReturn else { return }
        throw fail("expected a line feed after the carriage return")
    }

    private func cell(
        _ content: UnsafeBufferPointer<UInt8>, _ start: (line: Int, column: Int)
    ) throws(CSVError) -> CSVCell {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw CSVError(line: start.line, column: start.column, message: "the cell is not UTF-8")
        }
        guard !content.contains(0) else {
            throw CSVError(line: start.line, column: start.column, message: "the cell contains the character NUL")
        }
        return CSVCell(text: text, line: start.line, column: start.column)
    }
}

/// The rows of a CSV table in memory.
package struct CSVRows {
    /// The character between the cells of a row.
    package let delimiter: CSVDelimiter
    /// The number of bytes before the next row.
    package private(set) var position: Int
    /// The number of the next row's first line, from 1.
    package private(set) var line = 1
    private let bytes: [UInt8]

    /// Creates the rows of a table in UTF-8, with or without a byte order mark.
    ///
    /// - Parameter delimiter: The delimiter, or `nil` to detect it: from a first line such as `sep=;`, which is for Excel
    ///   and no row, or else from the first row.
    package init(_ bytes: [UInt8], _ delimiter: CSVDelimiter? = nil) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].prefix { $0 != CSVScanner.lineFeed }
        let word = first.prefix(9).filter { ![CSVScanner.quote, CSVScanner.carriageReturn].contains($0) }
        let named =
            first.count < 9 && word.count == 5 && word.starts(with: "sep=".utf8)
            ? word.last.flatMap { CSVDelimiter(rawValue: $0) } : nil
        if delimiter == nil, let named {
            self.delimiter = named
            (position, line) = (min(first.endIndex + 1, bytes.count), 2)
        } else {
            self.delimiter = delimiter ?? CSVDelimiter(startOf: bytes[start...])
            position = start
        }
    }

    /// Returns the cells of the next row, or `nil` at the end of the table.
    package mutating func next() throws(CSVError) -> [CSVCell]? {
        if position == bytes.count { return nil }
        var scanner = CSVScanner(delimiter)
        let (bytes, start, first) = (bytes, position, line)
        return try bytes.withUnsafeBufferPointer { (bytes) throws(CSVError) in
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            let end = scanner.end(in: rest)
            position = end.map { start + $0 + 1 } ?? bytes.count
            line += scanner.lineBreakCount + 1
            return try delimiter.cells(of: UnsafeBufferPointer(rebasing: rest[..<(end ?? rest.count)]), line: first)
        }
    }
}
