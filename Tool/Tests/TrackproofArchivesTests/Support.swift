import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans

/// A plan of a shop: a purchase with constraints of several kinds, and a screen.
let shopPlan = """
    {"plan": 1, "events": {
      "purchase": {"parameters": {
        "price": {"type": "number", "required": true, "minimum": 0},
        "currency": {"type": "string", "required": true, "enum": ["EUR", "USD"]},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}}}},
      "home": {"kind": "screen"}}}
    """

func shopCheck(_ change: (inout ArchiveSettings) -> Void = { _ in }) throws -> SplitCheck {
    var settings = ArchiveSettings(today: "2026-11-23")
    change(&settings)
    return try check(shopPlan, settings)
}

/// Checks records with and without the quick check, and expects the same result.
///
/// - Parameter plan: A plan in JSON.
func tallyBothWays(
    _ records: some Collection<UInt8>, plan: String, _ comment: Comment? = nil,
    at place: SourceLocation = #_sourceLocation, _ change: (inout ArchiveSettings) throws -> Void = { _ in }
) throws -> ArchiveTally {
    let folder = try TemporaryFolder()
    let path = try folder.write(records, to: "a.ndjson")
    var settings = ArchiveSettings(today: "2026-12-01")
    try change(&settings)
    var check = try check(plan, settings)
    let fast = try check.tally(ArchiveFile(path: path))
    check.usesQuickCheck = false
    let slow = try check.tally(ArchiveFile(path: path))
    #expect(fast == slow, comment, sourceLocation: place)
    return fast
}

/// Returns a plan in JSON.
func plan(_ json: String) throws -> TrackingPlan {
    try TrackingPlan(PlanNode(json: Array(json.utf8), file: "plan.json"))
}

/// Returns a checker for a plan in JSON.
func checker(_ json: String) throws -> PlanChecker { PlanChecker(try plan(json)) }

/// Returns a check that also measures the coverage of the plan.
func check(_ json: String, _ settings: ArchiveSettings) throws -> SplitCheck {
    SplitCheck(try checker(json), settings, CoverageMap(try plan(json), today: nil)) { _ in
        throw DamagedBytes("no gzip in these tests")
    }
}

/// Returns how many lines a quick reader reads into a record that `body` accepts.
func countOfRecords(
    in text: some Collection<UInt8>, readBy reader: inout QuickReader, where body: (QuickReader.Record) -> Bool
) -> Int {
    var count = 0
    for line in text.split(separator: 0x0A) {
        Array(line).withUnsafeBufferPointer { if let record = reader.read($0), body(record) { count += 1 } }
    }
    return count
}

let testOrigin = PartialResult.Origin(tool: "1.0", plan: "p", source: .app, settings: "s")

extension SplitCheck {
    /// Cuts a file at the offsets `cuts`, checks each split, and returns a result for each split.
    func results(of path: String, cutAt cuts: [UInt64]) throws -> [PartialResult] {
        let file = try ArchiveFile(path: path)
        let size = try #require(file.size)
        let ends = cuts.sorted() + [size]
        var start: UInt64 = 0
        return try ends.map { end in
            defer { start = end }
            let split = try #require(ArchiveSplit(file: path, start: start, length: end - start))
            let tally = try tally(file, from: start, length: end - start)
            return PartialResult(testOrigin, .split(split, size: size), tally)
        }
    }
}

extension Sequence<PartialResult> {
    func merged() throws -> ArchiveTally {
        var merger = PartialMerger()
        for result in self { try merger.add(result) }
        return try merger.result()
    }
}

extension ArchiveTally {
    /// The number of records with each finding. A key is the event, path and id of a finding, such as
    /// `purchase price range`.
    var counts: [String: Int] {
        Dictionary(
            uniqueKeysWithValues: check.groups.map { key, group in
                ([key.event, key.path, key.id.rawValue].joined(separator: " "), group.count)
            })
    }
}

/// A random file of events, in which many lines are damaged. `counts` has the number of times each finding occurs.
struct RandomArchive {
    private(set) var bytes: [UInt8] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var eventCount = 0

    private static let damaged: [String] = [
        #"{"name":"purchase""#, "nonsense", #"{"name":"purchase","parameters":{"price":1e999}}"#,
        #"{"name":"purchase","parameters":{"price":123456789012345678901}}"#, #"{"name":1}"#, "[1]", "7", "null",
        #"{"name":"home"} {"name":"home"}"#, #"{"name":"purchase","parameters":3}"#, "{\"name\":\"a\u{1}\"}",
        #"{"kind":"unknown","name":"x"}"#, #"{"name":"\ud800"}"#, "\u{FEFF}{\"name\":\"home\"}", #"{"a":01}"#,
    ]

    init(seed: UInt64, lines: Int) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<lines { add(&random) }
    }

    private mutating func add(_ random: inout SeededGenerator) {
        var line: [UInt8]
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
            line = Array(#"{"name":"purchase","parameters":{"price":2.5,"currency":"EUR"}}"#.utf8)
            eventCount += 1
        case 4:
            line = Array(#"{"name":"home","kind":"screen"}"#.utf8)
            eventCount += 1
        case 5: line = event(#"{"price":-1,"currency":"EUR"}"#, "purchase price range")
        case 6: line = event(#"{"price":1}"#, "purchase currency missing")
        case 7:
            line = event(
                #"{"price":1,"currency":"EUR","items":[{"sku":1},{"sku":"a"},{"sku":2}]}"#,
                "purchase items[].sku wrong-type", 2)
        case 8:
            line = Array(#"{"name":"unknown_\#(Int.random(in: 0..<3, using: &random))"}"#.utf8)
            eventCount += 1
            let name = String(decoding: line, as: UTF8.self).split(separator: "\"")[3]
            counts["\(name)  unplanned-event", default: 0] += 1
        case 9:
            line = Array((Self.damaged.randomElement(using: &random) ?? "").utf8)
            counts["unreadable records  unreadable", default: 0] += 1
        case 10:
            // Bytes that are not UTF-8.
            line = Array(#"{"name":"a"#.utf8) + [0xFF, 0xC3] + Array(#""}"#.utf8)
            counts["unreadable records  unreadable", default: 0] += 1
        default: line = Array(repeating: 0x20, count: Int.random(in: 0..<4, using: &random))
        }
        bytes += line + (Bool.random(using: &random) ? [0x0A] : [0x0D, 0x0A])
    }

    private mutating func event(_ parameters: String, _ finding: String, _ count: Int = 1) -> [UInt8] {
        eventCount += 1
        counts[finding, default: 0] += count
        return Array(#"{"name":"purchase","parameters":\#(parameters)}"#.utf8)
    }
}
