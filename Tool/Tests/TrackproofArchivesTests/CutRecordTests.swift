import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofVendors

@testable import TrackproofArchives

/// Tests the readers of records with all beginnings and ends of records.
@Suite("Records that are cut")
struct CutRecordTests {
    private static let records = [
        #"{"name":"e","parameters":{"a":1,"b":"x"},"time":"2026-11-23T10:00:00.125Z","source":"app"}"#,
        #"{"type":"track","event":"e","properties":{"a":[1,{"b":null}]},"timestamp":"2026-11-23T10:00:00Z","context":{"app":{"version":"5.2"}}}"#,
        #"{"event":"e","properties":{"time":1764000000,"$os":"iOS","distinct_id":"u"}}"#,
        #"{"event_name":"e","event_params":[{"key":"a","value":{"int_value":"1"}}],"platform":"IOS"}"#,
        #"{"event_type":"e","event_properties":"{\"a\":\"\\u00e9\"}","event_time":"2026-11-23 10:00:00.000000"}"#,
        #"[{"name":"e"},{"name":"f"}]"#, #"{"events":[{"name":"e"}]}"#, "{}{}", "null", "a\tb\tc",
    ]

    /// Returns the beginnings and ends of a text, and the text. In the usual run, returns only some of them.
    private static func someCuts(_ text: String) -> [ArraySlice<UInt8>] {
        let all = cuts(of: text)
        return stride(from: 0, to: all.count, by: rounds(7, deep: 1)).map { all[$0] } + [ArraySlice(text.utf8)]
    }

    /// Tests that both readers read only the bytes of the record, and that the quick reader reads a record only if the
    /// decoder finds the same event in it.
    @Test func theQuickReaderAgreesWithTheDecoder() {
        var (read, events) = (0, 0)
        for layout in [nil] + ArchiveLayout.vendors.map(Optional.some) {
            for cut in Self.records.flatMap(Self.someCuts) {
                let place = "\(layout?.name ?? "recording"): \(String(decoding: cut, as: UTF8.self))"
                let name = scanned(cut) { bytes -> String? in
                    var reader = QuickReader(layout, source: layout?.source ?? .app)
                    guard let found = reader.read(bytes), let name = found.name.bytes(of: bytes) else { return nil }
                    return String(decoding: name, as: UTF8.self)
                }
                let decoded = scanned(cut) { bytes -> [String] in
                    var decoder = RecordDecoder(layout)
                    let decoded = decoder.decode(bytes)
                    guard case .event(let event) = decoded else { return ["\(decoded)"] }
                    return ["\(decoded)", event.event.event.name]
                }
                guard let name, let decoded else {
                    Issue.record("a reader reads behind \(place)")
                    continue
                }
                if layout == nil, decoded.count == 2 { events += 1 }
                guard let name else { continue }
                read += 1
                #expect(decoded.last == name && decoded.count == 2, "\(decoded) for \(place)")
            }
        }
        #expect(read > 2 && events > 0)
    }

    @Test func theFormAndTheLayoutDependOnlyOnTheBytes() {
        for cut in Self.records.flatMap({ Self.someCuts($0 + "\n" + $0) }) {
            let words = String(decoding: cut, as: UTF8.self)
            #expect(scanned(cut) { RecordForm(startOf: $0) } != nil, "\(words)")
            #expect(scanned(cut) { ArchiveLayout(of: $0)?.name } != nil, "\(words)")
        }
    }

    @Test func timesAreReadToTheirEnd() {
        for text in [
            "2026-11-23T10:00:00.125Z", "2026-11-23 10:00:00+02", "2026-11-23 10:00:00 UTC", "2026-11-23",
            "2026-11-23T10:00:00.123456789+01:30", "2026-11-23T10:00:00-0",
        ] {
            for cut in cuts(of: text) + [ArraySlice(text.utf8)] {
                let time = scanned(cut) { EventTime(lenient: $0) }
                #expect(time == .some(Self.slowTime(String(decoding: cut, as: UTF8.self))), "\(cut)")
            }
        }
    }

    /// Completes a time so that it follows RFC 3339, and then reads it.
    private static func slowTime(_ text: String) -> EventTime? {
        if let time = EventTime(text) { return time }
        guard (10...40).contains(text.utf8.count) else { return nil }
        if text.utf8.count == 10 { return EventTime(text + "T00:00:00Z") }
        if "+-".contains(text.suffix(3).first ?? " ") { return EventTime(text + ":00") }
        return EventTime((text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text) + "Z")
    }

    @Test func rowsAreReadToTheirEnd() {
        for row in ["hex 7B0A7d", "hex ", "hex 7", "HEX 00", "hex 0g"] {
            for cut in cuts(of: row) + [ArraySlice(row.utf8)] {
                let text = String(decoding: cut, as: UTF8.self)
                let digits = Array(text.dropFirst(4))
                let pairs = stride(from: 0, to: digits.count - 1, by: 2).map {
                    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
                }
                let isRow = text.hasPrefix("hex ") && digits.count.isMultiple(of: 2) && !digits.isEmpty
                let expected = isRow && !pairs.contains(nil) ? pairs.compactMap(\.self) : nil
                #expect(scanned(cut) { HexadecimalRow.record($0) } == .some(expected), "\(text)")
            }
        }
    }
}
