import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// Tests that the decoder reads records in the layouts of vendors and in layouts that a user describes.
struct LayoutTests {
    /// Returns the event of a record as one line: kind, name, parameters, version, platform, time and source.
    ///
    /// The parameters that the vendor's SDK adds are left out.
    ///
    /// - Parameter layout: The layout, or `nil` to detect the layout from the record.
    private func read(_ record: String, _ layout: ArchiveLayout? = nil) -> String {
        let bytes = Array(record.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            var decoder = RecordDecoder(layout ?? ArchiveLayout(of: bytes))
            switch decoder.decode(bytes) {
            case .event(let archived):
                if let problem = archived.problem { return "unreadable: " + problem }
                let event = archived.event
                let own = decoder.layout?.ownNames ?? []
                let parameters = EventParameters(event.event.parameters.filter { !own.contains($0.name) })
                return [
                    event.event.kind.rawValue, event.event.name, EventValue.object(parameters).json,
                    archived.version, archived.platform, event.time?.description ?? "-", event.source.rawValue,
                ].joined(separator: " ")
            case .header: return "header"
            case .unreadable(let reason): return "unreadable: " + reason
            }
        }
    }

    /// The input of a step is a record. A line before the record can name or describe a layout.
    @Test func recordsAreReadAsAccepted() throws {
        try expectTranscript("layouts") { _, lines in
            let layout = try lines.dropLast().last.map { line in
                try line.hasPrefix("layout ")
                    ? #require(ArchiveLayout(named: String(line.dropFirst(7)))) : self.layout(line)
            }
            return read(try #require(lines.last), layout)
        }
    }

    /// A plan can require a parameter and allow null as its value. `QuickReader` would accept null, but in this layout
    /// null means that the parameter is absent. So `QuickReader` must not read a record with null.
    @Test func plainReadersDoNotReadAbsentNulls() throws {
        var reader = QuickReader(
            try layout(#"{"layout":1,"event":"name","parameters":"p","nulls":"absent"}"#), source: .app)
        func isRead(_ record: String) -> Bool {
            Array(record.utf8).withUnsafeBufferPointer { reader.read($0) != nil }
        }
        #expect(isRead(#"{"name":"e","p":{"a":1}}"#))
        #expect(!isRead(#"{"name":"e","p":{"a":null}}"#))
        #expect(!isRead(#"{"name":"e","p":{"a":{"b":[null]}}}"#))
    }

    @Test func snowplowsLinesHave131Columns() {
        var columns = Array(repeating: "", count: 131)
        columns[1] = "mob"
        columns[58] =
            #"{"schema":"iglu:u","data":{"schema":"iglu:com.acme/purchase/jsonschema/1-0-0","data":{"price":1}}}"#
        columns[124] = "2026-11-21 09:29:00.000"
        columns[126] = "purchase"
        let line = columns.joined(separator: "\t")
        let event = #"track purchase {"price":1}  mob 2026-11-21T09:29:00.000Z wire:snowplow"#
        #expect(read(line) == event && read(line + "\r") == event)
        #expect(
            read(line + "\t", ArchiveLayout(named: "snowplow-tsv"))
                == "unreadable: column \(line.utf8.count + 2): expected 131 columns, found more")
        #expect(
            read("a\tb", ArchiveLayout(named: "snowplow-tsv"))
                == "unreadable: column 1: expected 131 columns, found 2")
        columns[58] = ""
        columns[54] = "tap"
        columns[57] = "2.5"
        columns[126] = "event"
        #expect(
            read(columns.joined(separator: "\t"))
                == #"track tap {"se_ac":"tap","se_va":2.5}  mob 2026-11-21T09:29:00.000Z wire:snowplow"#)
    }

    // MARK: Layouts that a user describes

    private func layout(_ json: String) throws -> ArchiveLayout {
        try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json"))
    }

    @Test func mistakesInLayoutsHaveTheirPlaces() throws {
        try expectTranscript("refused-layouts") { _, lines in
            let error = #expect(throws: PlanErrors.self, "\(lines)") { try layout(lines[0]) }
            return try #require(error).description
        }
    }

    @Test func pathsHaveNamesAndIndices() {
        for text in ["", ".", "a.", ".a", "a..b", "a[1]", "a[0", "[0]", "a[0]b", "a\\"] {
            #expect(FieldPath(text) == nil, "\(text)")
        }
        for text in ["a", "a.b", "a[0].b", "a\\.b.c", "a_*", "a[0]"] { #expect(FieldPath(text) != nil, "\(text)") }
    }
}
