import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofVendors

/// Tests that rows with the same id count once, and that results of parts say how many rows are there twice.
struct RowTests {
    private static let plan = #"{"plan":1,"events":{"e":{"parameters":{"price":{"type":"number"}}},"f":{}}}"#

    /// A row that a vendor exports, what in it identifies the row, and what does not.
    struct Row: Sendable, CustomTestStringConvertible {
        let layout: String
        let json: String
        let identity: [String]
        let other: String
        var testDescription: String { layout }
    }

    private static let ga4 = """
        {"event_name":"e","event_timestamp":"1795253000000000","event_bundle_sequence_id":"40","stream_id":"55",\
        "user_pseudo_id":"7f.9","event_params":[{"key":"price","value":{"int_value":"3"}}],"event_date":"20261121"
        """

    private static let rows = [
        Row(
            layout: "segment",
            json: #"{"type":"track","event":"e","messageId":"m-0123456789","properties":{},"receivedAt":"9"}"#,
            identity: ["m-0123456789"], other: #""9""#),
        Row(
            layout: "segment-warehouse", json: #"{"id":"m-1","event_text":"e","event":"e","received_at":"9"}"#,
            identity: ["m-1"], other: #""9""#),
        Row(
            layout: "segment-snowflake", json: #"{"ID":"m-1","EVENT_TEXT":"e","EVENT":"e","RECEIVED_AT":"9"}"#,
            identity: ["m-1"], other: #""9""#),
        Row(
            layout: "rudderstack",
            json: #"{"type":"track","event":"e","messageId":"m-1","channel":"mobile","properties":{},"sentAt":"9"}"#,
            identity: ["m-1"], other: #""9""#),
        Row(
            layout: "mixpanel",
            json: """
                {"event":"e","properties":{"time":1795305599,"distinct_id":"u-1","$insert_id":"i-1","mp_lib":"swift9"}}
                """,
            identity: [#""e""#, "1795305599", "u-1", "i-1"], other: "swift9"),
        Row(
            layout: "mixpanel-pipeline",
            json: """
                {"event_name":"e","time":1795305599,"distinct_id":"u-1","insert_id":"i-1","device_id":"9","properties":{}}
                """,
            identity: [#""e""#, "1795305599", "u-1", "i-1"], other: #""9""#),
        Row(
            layout: "amplitude",
            json: #"{"event_type":"e","uuid":"i-1","device_id":"d","$insert_id":"9","event_properties":{}}"#,
            identity: ["i-1"], other: #""9""#),
        Row(
            layout: "amplitude",
            json: #"{"event_type":"e","device_id":"d-1","$insert_id":"i-1","event_properties":{},"amplitude_id":9}"#,
            identity: ["d-1", "i-1"], other: "9"),
        Row(
            layout: "posthog",
            json: #"{"event":"e","uuid":"i-1","distinct_id":"u","properties":{},"_inserted_at":"9"}"#,
            identity: ["i-1"], other: #""9""#),
        Row(
            layout: "snowplow",
            json:
                #"{"event_name":"e","event_id":"i-1","event_fingerprint":"f-1","collector_tstamp":"2026-11-21 09:30:00Z"}"#,
            identity: ["i-1", "f-1"], other: "09:30"),
        Row(
            layout: "snowplow",
            json: #"{"event_name":"e","event_id":"i-1","collector_tstamp":"2026-11-21 09:30:00Z","etl_tags":"9"}"#,
            identity: ["i-1", "09:30"], other: #""9""#),
        Row(
            layout: "snowplow-redshift",
            json:
                #"{"schema_vendor":"v","schema_name":"e","root_id":"i-1","root_tstamp":"2026-11-21 09:30:00","ref_tree":"9"}"#,
            identity: ["i-1", "09:30"], other: #""9""#),
        Row(
            layout: "ga4", json: ga4 + #","batch_event_index":"1"}"#,
            identity: ["1795253000000000", #""40""#, #""55""#, "7f.9", #""1""#], other: "20261121"),
        Row(
            layout: "ga4", json: ga4 + "}",
            identity: ["1795253000000000", #""40""#, #""55""#, "7f.9", #""3""#], other: "20261121"),
        tsv,
    ]

    /// An enriched event of Snowplow, with tabs between its columns.
    private static let tsv = {
        let values = [
            "event_id": "i-1", "event_fingerprint": "f-1", "event_name": "e", "collector_tstamp": "2026-11-21 09:30:00",
        ]
        let columns = ArchiveLayout(named: "snowplow-tsv")?.columns ?? []
        return Row(
            layout: "snowplow-tsv", json: columns.map { values[$0] ?? "" }.joined(separator: "\t"),
            identity: ["i-1", "f-1"], other: "09:30")
    }()

    /// Checks rows with and without the quick check.
    private func tally(_ rows: [String], _ layout: String? = nil) throws -> ArchiveTally {
        try tallyBothWays(rows.map { $0 + "\n" }.joined().utf8, plan: Self.plan) { settings in
            settings.countsRowsOnce = true
            if let layout { settings.layout = .layout(try #require(ArchiveLayout(named: layout))) }
        }
    }

    /// Returns a text that is as long as `text`, and differs from it in one digit or letter.
    private func changed(_ text: String) -> String {
        let place = text.lastIndex { $0.isNumber || $0.isLetter } ?? text.startIndex
        return text.replacingCharacters(in: place...place, with: text[place] == "e" ? "f" : "7")
    }

    @Test(arguments: rows)
    func aRowCountsOnceByWhatIdentifiesIt(row: Row) throws {
        func counts(_ second: String) throws -> [Int] {
            let tally = try tally([row.json, second], row.layout)
            #expect(tally.summary.recordCount == 2)
            return [tally.check.eventCount, tally.summary.copyCount]
        }
        #expect(try counts(row.json) == [1, 1])
        #expect(try counts(row.json.replacing(row.other, with: changed(row.other))) == [1, 1])
        for part in row.identity {
            #expect(row.json.contains(part))
            #expect(try counts(row.json.replacing(part, with: changed(part))) == [2, 0], "\(part)")
        }
    }

    @Test func aRowWithoutIDIsNoCopy() throws {
        let call = #"{"type":"track","event":"e","userId":"u","properties":{}}"#
        let null = #"{"type":"track","event":"e","userId":"u","messageId":null,"properties":{}}"#
        let empty = #"{"type":"track","event":"e","userId":"u","messageId":"","properties":{}}"#
        #expect(try tally([call, call, null, null, empty, empty]).check.eventCount == 6)
        let mixpanel = #"{"event":"e","properties":{"time":1795305599,"distinct_id":"u","mp_lib":"swift"}}"#
        #expect(try tally([mixpanel, mixpanel]).check.eventCount == 2)
        let consentless = Self.ga4.replacing(#""7f.9""#, with: "null") + #","batch_event_index":"1"}"#
        #expect(try tally([consentless, consentless]).check.eventCount == 2)
    }

    /// The quick check counts the first row, and the full check reads its copy, or the other way round.
    @Test func bothChecksGiveARowTheSameID() throws {
        func call(_ price: String, _ id: String = "\"m\"") -> String {
            #"{"type":"track","event":"e","messageId":\#(id),"properties":{"price":\#(price)}}"#
        }
        #expect(try tally([call("1"), call(#""x""#)]).check.eventCount == 1)
        #expect(try tally([call(#""x""#), call("1")]).counts == ["e price wrong-type": 1])
        // Numbers above 64 bits differ, although they are read as the same number.
        let ids = ["123456789012345678901", "123456789012345678902"]
        #expect(try tally([call("1", ids[0]), call("1", ids[1]), call(#""x""#, ids[1])]).check.eventCount == 2)
        #expect(try tally([#"{"damaged"#, call("1"), call("1")]).summary.unreadableCount == 1)
    }

    @Test func anOwnLayoutNamesWhatIdentifiesARow() throws {
        let rows = [(1, 1), (1, 2), (2, 1), (1, 1)].map { #"{"n":"e","p":{},"shop":\#($0.0),"number":\#($0.1)}"# }
        func count(_ identity: String) throws -> Int {
            let layout = #"{"layout":1,"event":"n","parameters":"p","identity":\#(identity)}"#
            let tally = try tallyBothWays(rows.map { $0 + "\n" }.joined().utf8, plan: Self.plan) { settings in
                settings.countsRowsOnce = true
                settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(layout.utf8), file: "layout.json")))
            }
            return tally.check.eventCount
        }
        #expect(try count(#"["shop","number"]"#) == 3)
        #expect(try count(#""shop""#) == 2)
        #expect(try count(#"["shop","other"]"#) == 4)
        #expect(try count("[]") == 4)
    }

    // MARK: Parts

    /// Returns the results of parts with rows that have these numbers, as `plan merge` reads them.
    private func results(_ parts: [[Int]]) throws -> [PartialResult] {
        let folder = try TemporaryFolder()
        var settings = ArchiveSettings(today: "2026-12-01")
        settings.countsRowsOnce = true
        let check = SplitCheck(try checker(Self.plan), settings) { _ in throw DamagedBytes("no gzip in these tests") }
        return try parts.enumerated().map { index, numbers in
            let lines = numbers.map { #"{"type":"track","event":"e","messageId":"m\#($0)","properties":{}}"# + "\n" }
            let file = try ArchiveFile(path: folder.write(lines.joined().utf8, to: "\(index).ndjson"))
            let result = PartialResult(testOrigin, .records(name: "\(index)"), try check.tally(file))
            return try PartialResult(EventValue(json: Array(result.json.utf8), of: "r"), at: "r:1:")
        }
    }

    @Test func partsSayHowMuchTooHighCountsAre() throws {
        // Four of the first ten rows are in another part, too. So 20 rows count in the place of 16.
        let parts = try results([Array(0..<10), [0, 1, 2, 3] + Array(20..<26)])
        #expect(try parts.merged().summary.excess == 0.25)
        #expect(try parts.reversed().merged() == parts.merged())
        #expect(try results([Array(0..<10), Array(10..<20)]).merged().summary.excess == nil)
        #expect(try results([[1, 1, 2], [3]]).merged().summary.excess == nil)
        #expect(try results([[1, 1, 2], [3]]).merged().summary.copyCount == 1)
        #expect(try results([[1], [1], [1, 2]]).merged().summary.excess == 1)
    }

    @Test func theExcessOfManyRowsIsAnEstimate() throws {
        var random = SeededGenerator(seed: 52)
        let all = (0..<20_000).map { _ in Int.random(in: 0...Int.max, using: &random) }
        for excess in [0.04, 0.33] {
            let copies = all.prefix(Int(excess * Double(all.count)))
            let parts = try results([Array(all[..<7_000]), Array(all[7_000...]), Array(copies)])
            let merged = try parts.shuffled(using: &random).merged()
            let estimate = try #require(merged.summary.excess)
            #expect(abs(estimate - excess) < 0.06, "\(estimate)")
            #expect(try merged == parts.merged())
        }
    }

    /// Tests parts that have copies of their own rows, of rows of other parts, and of none.
    @Test(arguments: [1, 3])
    func copiesDoNotCountWhereverTheyAre(jobs: Int) throws {
        var random = SeededGenerator(seed: 54)
        for share in [0, 0.002, 0.5] {
            var numbers: [Int] = []
            for number in 0..<1_000 {
                let isCopy = Double.random(in: 0..<1, using: &random) < share
                numbers.append(isCopy ? numbers.randomElement(using: &random) ?? 0 : number)
            }
            let folder = try TemporaryFolder()
            let lines = numbers.map { #"{"type":"track","event":"e","messageId":"m\#($0)","properties":{}}"# + "\n" }
            let path = try folder.write(lines.joined().utf8, to: "rows.ndjson")
            let size = try #require(try ArchiveFile(path: path).size)
            let parts = ParallelCheck.splits(of: path, size: size, splitSize: size / 7)
                .map { PartialResult.Part.split($0, size: size) }
            func result(countsRowsOnce: Bool) throws -> (tally: ArchiveTally, byteCount: UInt64) {
                var settings = ArchiveSettings(today: "2026-12-01")
                settings.countsRowsOnce = countsRowsOnce
                let check = try check(Self.plan, settings)
                var (merger, byteCount) = (PartialMerger(), UInt64(0))
                let run = ParallelCheck(testOrigin, jobs: jobs, countsRowsOnce: countsRowsOnce) { check }
                #expect(
                    try run.run(
                        parts, shouldStop: { false }, onRead: { byteCount = $0 }, onResult: { try merger.add($0) }))
                return (try merger.result(), byteCount)
            }
            let (tally, byteCount) = try result(countsRowsOnce: true)
            #expect(tally.check.eventCount == Set(numbers).count)
            #expect(tally.summary.copyCount == numbers.count - Set(numbers).count)
            let all = try result(countsRowsOnce: false)
            #expect(all.tally.check.eventCount == numbers.count && all.byteCount == byteCount)
        }
    }

    @Test func aDamagedSampleIsRefused() throws {
        let json = try results([[1]])[0].json
        let row = String(try #require(json.firstMatch(of: /"rows":\{"([0-9a-f]{16})":1\}/)?.output.1))
        for damaged in ["x" + row.dropFirst(), String(row.dropFirst()), "0000000000000000"] {
            #expect(throws: DocumentError.self) {
                let value = try EventValue(json: Array(json.replacing(row, with: damaged).utf8), of: "r")
                _ = try PartialResult(value, at: "r:1:")
            }
        }
    }

    // MARK: The set of ids

    @Test func theSetHasTheIDsThatWereAdded() throws {
        var random = SeededGenerator(seed: 7)
        var (known, set) = (Set<UInt64>(), RowIDs())
        for _ in 0..<20_000 {
            // Small hashes all begin at the same place.
            let hash = UInt64.random(in: 1...(Bool.random(using: &random) ? 3_000 : UInt64.max), using: &random)
            let id = try #require(RowID(hash: hash))
            #expect(set.contains(id) == known.contains(hash))
            #expect(set.insert(id) == known.insert(hash).inserted)
        }
        #expect(set.count == known.count)
    }

    @Test func aMergedSetHasTheIDsOfBothSets() throws {
        var random = SeededGenerator(seed: 8)
        for limit in [4, 20_000] {
            var (sets, known) = ([RowIDs(limit: limit), RowIDs()], [Set<RowID>(), Set<RowID>()])
            for index in 0..<20_000 {
                let most: UInt64 = Bool.random(using: &random) ? 3_000 : .max
                let id = try #require(RowID(hash: UInt64.random(in: 1...most, using: &random)))
                if index % 2 == 1 || sets[0].count < limit { known[index % 2].insert(id) }
                sets[index % 2].insert(id)
            }
            let copies = sets[0].merge(sets[1])
            let both = known[0].intersection(known[1])
            #expect(copies.count == both.count && both.allSatisfy(copies.contains))
            #expect(sets[0].count == min(limit, known[0].union(known[1]).count))
            #expect(known[0].allSatisfy(sets[0].contains))
        }
    }

    @Test(arguments: [3_000, UInt64.max])
    func aSetFindsOutLaterThatItHasNotedAnIDTwice(most: UInt64) throws {
        var random = SeededGenerator(seed: 9)
        var (known, set) = (Set<RowID>(), RowIDs(isNoting: true))
        for _ in 0..<2_000 {
            let id = try #require(RowID(hash: UInt64.random(in: 1...most, using: &random)))
            #expect(set.insert(id) && !set.contains(id))
            known.insert(id)
        }
        #expect(set.addNoted() == (known.count == 2_000))
        #expect(set.count == known.count && known.allSatisfy(set.contains))
        #expect(known.allSatisfy { !set.insert($0) })
    }

    @Test func aFullSetTakesNoMoreIDs() throws {
        var set = RowIDs(limit: 2)
        let ids = try (1...3).map { try #require(RowID(hash: $0 << 40)) }
        #expect(ids.map { set.insert($0) } == [true, true, true])
        #expect(ids.map { set.contains($0) } == [true, true, false])
        #expect(ids.map { set.insert($0) } == [false, false, true])
    }
}
