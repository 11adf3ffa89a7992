import Trackproof
package import TrackproofCSV
import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// The first row of a CSV table: the names of the columns.
package struct CSVHeader: Sendable, Hashable {
    package let names: [String]
    package let delimiter: CSVDelimiter
    /// The number of bytes before the second row.
    package let byteCount: Int
    /// The number of lines before the second row.
    package let lineCount: Int
    /// Whether the second row begins like a row of the same table, and not like JSON.
    private let hasSecondRow: Bool

    /// Reads the header at the beginning of a file, or returns `nil` if the file does not begin with a row of CSV.
    package init?(startOf file: [UInt8]) {
        var rows = CSVRows(file)
        guard let first = file[rows.position...].first(where: { $0 > 0x20 }), first != 0x7B, first != 0x5B else {
            return nil
        }
        delimiter = rows.delimiter
        do throws(CSVError) {
            names = try rows.next()?.map(\.text) ?? []
        } catch {
            return nil
        }
        (byteCount, lineCount) = (rows.position, rows.line - 1)
        let rest = file[byteCount...]
        let row = rest.prefix { $0 != CSVScanner.lineFeed }
        hasSecondRow = rest.isEmpty || row.first != 0x7B && row.contains(delimiter.rawValue)
    }

    /// The layout of a vendor whose records have members with the names of the columns, or `nil` if no layout fits.
    package var recognized: RecognizedLayout? {
        // The layout of a record depends on the names of its members.
        let record = EventValue.object(EventParameters(names.map { EventParameter($0, .null) })).json
        return Array(record.utf8).withUnsafeBufferPointer { RecognizedLayout($0) }
    }

    /// Returns whether a column contains the names of events in this layout.
    func fits(_ layout: ArchiveLayout) -> Bool {
        layout.columns == nil
            && layout.event.contains { path in
                switch path.components.first {
                case .name(let name): names.contains { $0.isExactly(name) }
                case .prefix(let prefix): names.contains { $0.utf8.starts(with: prefix.utf8) && !$0.isExactly(prefix) }
                case .first, nil: false
                }
            }
    }

    /// Whether the file is certainly a table. Other text can contain commas too.
    var isTable: Bool {
        names.count > 1 && hasSecondRow && names.dropFirst().allSatisfy { !$0.isEmpty && Double($0) == nil }
            && Set(names.map(ExactText.init)).count == names.count
    }

    /// The reason why a table cannot be read if no layout fits its columns.
    var reasonOfNoLayout: String {
        "no layout fits: name one with --layout; the file is a table with the columns "
            + names.quotedForDisplay(atMost: 8)
    }

    /// The reason why no table with this header can be read, or `nil` if it can be read.
    var problem: String? {
        var known: Set<ExactText> = []
        let second = names.first { !$0.isEmpty && !known.insert(ExactText($0)).inserted }
        return second.map { "line \(lineCount): two columns have the name \($0.quotedForDisplay)" }
    }
}

extension ArchiveLayout {
    /// The layout for records that are rows of a CSV table.
    ///
    /// A cell is a text, so a parameter with its own column has lost its type. JSON in a cell keeps the types.
    var inTable: ArchiveLayout {
        guard case .columns = form else { return self }
        var layout = self
        layout.areTypesLost = true
        for id in [.wrongType, .null, .integerAsFloat] as [FindingID] where !layout.blindSpots.contains(id) {
            layout.blindSpots.append(id)
        }
        return layout
    }
}
