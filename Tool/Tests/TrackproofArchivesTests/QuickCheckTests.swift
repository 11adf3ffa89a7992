import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofVendors

/// Tests that `QuickJudge`, which checks the JSON text of an event, never accepts an event that has findings. The
/// tests need thousands of random events, because few of them come close to the limits of the quick check.
struct QuickCheckTests {
    /// A plan with all kinds of rules: rules that `QuickJudge` can check, and rules that `QuickJudge` cannot check.
    private static let plan = """
        {"plan": 1, "types": {
          "sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"},
          "item": {"type": "object", "additionalProperties": false, "properties": {
            "sku": {"type": "sku", "required": true}, "count": {"type": "integer", "minimum": 1, "maximum": 9}}}},
        "events": {
          "a": {"parameters": {
            "text": {"type": "string", "minLength": 2, "maxLength": 5},
            "kind": {"enum": ["x", "y", 1, 2.5, true, null]},
            "number": {"type": "number", "minimum": -1, "exclusiveMaximum": 10.5, "required": true},
            "whole": {"type": "integer", "multipleOf": 3}, "a/b": {"enum": ["x/y", 1]}},
            "versions": {"2": {"parameters": {"number": {"type": "string"}}}}},
          "b": {"closed": true, "parameters": {
            "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "item"}},
            "set": {"type": "array", "uniqueItems": true, "items": {"type": "integer"}},
            "id": {"type": "string", "format": "uuid"}, "day": {"type": "string", "format": "date"},
            "flag": {"type": ["boolean", "null"]}}},
          "c": {"parameters": {
            "mail": {"type": "string"}, "own": {"type": "string", "pii": "email"},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1},
            "choice": {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 2}]},
            "never": {"never": true}, "list": {"type": "array", "prefixItems": [{"type": "string"}]}}},
          "old": {"deprecated": true}, "late": {"expires": "2026-01-01"}, "show": {"kind": "screen"}}}
        """

    private static let texts = [
        #""""#, #""x""#, #""xy""#, #""xyz""#, #""abcdef""#, #""äöü""#, #""日本語""#, #""a\nb""#, #""\u0041b""#,
        #""AB-12""#, #""AB-""#, #""null""#, #""undefined""#, #""123e4567-e89b-12d3-a456-426614174000""#,
        #""2026-02-28""#, #""2026-02-30""#,
        #""jane@example.com""#, #""+49 170 1234567""#, "\"\u{1}\"", #""x\/y""#, #""\"x\"""#, #""a\tb\\""#, #""ä\n""#,
        #""\x""#, #""jane\/x@example.com""#, "\"\\/\(String(repeating: "x", count: 300))\"",
    ]
    private static let numbers = [
        "0", "1", "-1", "-0", "3", "9", "10", "10.5", "10.4999999999999999", "2.5", "1.0", "3.0", "1e0", "25e-1",
        "1E400",
        "-1.0000000000000002", "-1.00000000000000001", "123456789012345678", "1234567890123456789012", "01", "1.", ".5",
        "0.1234567890123456789", "9007199254740993", "-",
    ]
    private static let names = [
        "text", "kind", "number", "whole", "items", "set", "id", "day", "flag", "mail", "own", "map", "choice", "never",
        "list", "other", "te\\u0078t", "größe", "a/b", "a\\/b", "\\\"", "ä\\/",
    ]

    private func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth < 3 ? 12 : 8), using: &random) {
        case 0..<3: return Self.texts.randomElement(using: &random) ?? ""
        case 3..<6: return Self.numbers.randomElement(using: &random) ?? ""
        case 6: return ["true", "false"].randomElement(using: &random) ?? ""
        case 7: return ["null", "nul", "[]", "{}"].randomElement(using: &random) ?? ""
        case 8, 9:
            let count = Int.random(in: 0...4, using: &random)
            return "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",") + "]"
        case 10: return item(&random)
        default: return object(&random, depth: depth + 1)
        }
    }

    private func item(_ random: inout SeededGenerator) -> String {
        let sku = ["\"AB-1\"", "\"CD-22\"", "\"x\"", "1"].randomElement(using: &random) ?? ""
        let count = ["", #","count":3"#, #","count":0"#, #","more":1"#].randomElement(using: &random) ?? ""
        return #"{"sku":\#(sku)\#(count)}"#
    }

    private func object(_ random: inout SeededGenerator, depth: Int) -> String {
        let count = Int.random(in: 0...4, using: &random)
        let members = (0..<count).map { _ in
            "\"\(Self.names.randomElement(using: &random) ?? "")\" : \(value(&random, depth: depth))"
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    /// Returns parameters that fit the plan, as names and JSON texts. With them, many random events have no finding.
    private func fitting(_ event: String, _ random: inout SeededGenerator) -> [(String, String)] {
        func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        switch event {
        case "a":
            return [
                ("number", one("1", "-1", "10.25", "1e0", "0.12345678901234567")), ("text", one("\"xy\"", "\"äöü\"")),
                ("kind", one("\"x\"", "1", "2.5", "true", "null")), ("whole", one("3", "-9", "0")),
                (one("a/b", #"a\/b"#), one("\"x/y\"", #""x\/y""#, "1")),
            ]
        case "b":
            return [
                ("items", "[" + one(#"{"sku":"AB-1"}"#, #"{"sku":"AB-1","count":9},{"sku":"CD-2"}"#) + "]"),
                ("set", one("[]", "[1,2]", "[2,2]")), ("id", #""123e4567-e89b-12d3-a456-426614174000""#),
                ("day", "\"2026-02-28\""), ("flag", one("true", "null")),
            ]
        default:
            return [
                ("mail", one("\"hello\"", "\"größer\"")), ("own", "\"jane@example.com\""), ("map", #"{"x":1,"y":2}"#),
                ("choice", one("1", "\"a\"")), ("list", one("[\"a\",{\"b\":[1]}]", "[]")), ("other", one("1", "\"b\"")),
            ]
        }
    }

    private func line(_ random: inout SeededGenerator) -> String {
        let event = ["a", "b", "c", "a", "b", "c", "old", "late", "show", "zz"].randomElement(using: &random) ?? ""
        var members = fitting(event, &random).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        if Int.random(in: 0..<2, using: &random) == 0 {
            members.append((Self.names.randomElement(using: &random) ?? "", value(&random)))
        }
        members.shuffle(using: &random)
        let space = Bool.random(using: &random) ? " " : ""
        let parameters =
            "{" + members.map { "\"\($0)\":\(space)\($1)" }.joined(separator: ",\(space)") + "}"
        var parts = [#""name":"\#(event)""#, #""parameters":\#(parameters)"#]
        let more = [
            #""time":"2026-11-21T09:30:00Z""#, #""time":"yesterday""#, #""time":null"#, #""seq":3"#, #""seq":3.5"#,
            #""source":"app""#, #""source":"wire:x""#, #""kind":"track""#, #""kind":"screen""#, #""kind":"identify""#,
            #""context":{"a":[1,{}]}"#, #""context":1"#, #""id":"1""#, #""id":1"#, #""user":"ü""#, #""error":"x""#,
            #""context":{"context":{"protocols":{"event_version":"3"}}}"#,
            #""context":{"context":{"protocols":{"event_version":2}}}"#, #""context":{"context":"3"}"#,
            #""extra":"\ud800""#, #""extra":{"x":01}"#, #""name":"a""#, #""parameters":{}"#, #""anonymous":"x""#,
        ]
        for _ in 0..<Int.random(in: 0...2, using: &random) { parts.append(more.randomElement(using: &random) ?? "") }
        parts.shuffle(using: &random)
        return "{" + parts.joined(separator: ",\(space)") + "}"
            + (Int.random(in: 0..<40, using: &random) == 0 ? "x" : "")
    }

    @Test func anEventThatCertainlyFitsHasNoFinding() throws {
        let checker = try checker(Self.plan)
        let count = rounds(3_000, deep: 60_000)
        var reader = QuickReader(nil, source: .app)
        var checkingReader = QuickReader(nil, source: .app, checker: checker)
        var decoder = RecordDecoder(nil)
        var random = SeededGenerator(seed: 17)
        var counts = (fitting: 0, plain: 0, checked: 0)
        for _ in 0..<count {
            let text = line(&random)
            let bytes = Array(text.utf8)
            let isFitting = bytes.withUnsafeBufferPointer { bytes -> Bool in
                guard case .event(let event) = decoder.decode(bytes), event.event.source == .app else { return false }
                return checker.findings(for: event.event, CheckContext(today: "2026-12-01")).isEmpty
            }
            let isPlain = bytes.withUnsafeBufferPointer { bytes -> Bool in
                guard let record = reader.read(bytes), let name = record.name.bytes(of: bytes),
                    let index = checker.index(ofName: name, record.kind),
                    record.definitionVersion.bytes(of: bytes).map({ checker.isNewest(version: $0, of: index) }) ?? true
                else { return false }
                let isFitting = checker.certainlyFits(parameters: record.parameters.bytes(of: bytes), index)
                // If the parameters come after the event's name, `checkingReader` also checks them while it reads them.
                let checked = checkingReader.read(bytes)
                #expect(isFitting ? checked != nil : checked?.fitting ?? -1 < 0, "\(text)")
                if let checked, checked.fitting >= 0 {
                    counts.checked += 1
                    #expect(checker.name(of: checked.fitting) == checker.name(of: index), "\(text)")
                }
                return isFitting
                    && checker.hasFindings(index, CheckContext(today: "2026-12-01")) == false
            }
            if isFitting { counts.fitting += 1 }
            if isPlain {
                counts.plain += 1
                #expect(isFitting, "\(text)")
            }
        }
        // The test proves little if few events fit the plan.
        #expect(
            counts.fitting > count / 20 && counts.plain > count / 40 && counts.checked > count / 60, "\(counts)")
    }

    @Test func bothWaysGiveTheSameResult() throws {
        for seed in 0..<rounds(3, deep: 20) {
            var random = SeededGenerator(seed: seed)
            let text = (0..<400).map { _ in line(&random) + "\n" }.joined()
            let platform = Bool.random(using: &random) ? "ios" : nil
            _ = try tallyBothWays(text.utf8, plan: Self.plan, "seed \(seed)") { $0.platform = platform }
        }
    }

    /// Tests rules of a platform, and older versions of events.
    @Test(arguments: [
        (nil, #"{"a":1}"#, []), ("ios", #"{"a":1}"#, [FindingID.forbidden]), ("web", #"{"a":1}"#, []),
        (nil, #"{"v":"1"}"#, [.outdated]), (nil, #"{"v":2}"#, []),
    ])
    func thePlatformAndTheContentDecide(platform: String?, parameters: String, ids: [FindingID]) throws {
        let plan = #"""
            {"plan": 1, "events": {
              "e": {"parameters": {"a": {"type": "integer", "presence": {"ios": "never"}}}},
              "f": {"parameters": {"v": {"type": "integer"}}, "versions": {"1": {"parameters": {"v": {"type": "string"}}}}}}}
            """#
        let name = parameters.contains("a") ? "e" : "f"
        let record = #"{"name":"\#(name)","parameters":\#(parameters)}"# + "\n"
        let tally = try tallyBothWays(record.utf8, plan: plan) { $0.platform = platform }
        #expect(tally.check.groups.keys.map(\.id) == ids)
    }

    /// Tests calls of Segment that name the version of their definition, in an export and in a recording.
    @Test func eventsNameTheVersionOfTheirDefinition() throws {
        let plan = #"""
            {"plan": 1, "events": {"a": {"parameters": {"x": {"type": "integer"}},
              "versions": {"1": {"parameters": {"x": {"type": "string"}}}}},
              "b": {"parameters": {"x": {"type": "integer"}}}}}
            """#
        let events = [
            ("a", "1", "1"), ("a", "\"1\"", "\"s\""), ("a", "2", "1"), ("a", "3", "1"), ("b", "1", "1"),
            ("b", "7", "1"),
            ("b", "\"7\"", "1"), ("b", "{}", "1"), ("b", "null", "1"), ("unplanned", "5", "1"),
        ]
        for isRecording in [false, true] {
            let lines = events.enumerated().map { index, event in
                let context = #""context":{"protocols":{"event_version":\#(event.1)}}"#
                return isRecording
                    ? #"{"name":"\#(event.0)","context":{\#(context)},"parameters":{"x":\#(event.2)}}"#
                    : #"{"type":"track","event":"\#(event.0)","messageId":"\#(index)",\#(context),"#
                        + #""properties":{"x":\#(event.2)}}"#
            }
            let tally = try tallyBothWays(lines.map { $0 + "\n" }.joined().utf8, plan: plan)
            #expect(tally.counts == ["a x wrong-type": 1, "a  outdated": 1, "unplanned  unplanned-event": 1])
            #expect(tally.summary.unknownDefinitions.values == [#""a" 3"#: 1, #""b" 7"#: 2])
            let written = try DocumentObject(.object(tally.summary.members), at: "archive")
            #expect(try ArchiveSummary(written) == tally.summary)
            var twice = tally.summary
            twice.merge(tally.summary)
            #expect(twice.unknownDefinitions.values == [#""a" 3"#: 2, #""b" 7"#: 4])
        }
    }

    @Test(arguments: ["null", "NULL", "nil", "(null)", "undefined"])
    func aWordForAnAbsentValueIsAFinding(word: String) throws {
        let plan = #"{"plan": 1, "events": {"e": {"parameters": {"x": {"type": "string"}}}}}"#
        let records = [word, word + "s"].map { #"{"name":"e","parameters":{"x":"\#($0)"}}"# + "\n" }.joined()
        let tally = try tallyBothWays(records.utf8, plan: plan)
        #expect(tally.counts == ["e x null-text": 1])
        #expect(tally.check.fittingCount == 2)
    }

    @Test func aLongNameIsShortenedOnce() throws {
        let name = String(repeating: "n", count: 2_000)
        let plan = #"{"plan": 1, "events": {"\#(name)": {"parameters": {"x": {"type": "integer"}}}}}"#
        let text = (0..<4).map { #"{"name":"\#(name)","parameters":{"x":\#($0 == 0 ? "null" : "1")}}"# + "\n" }.joined()
        let fast = try tallyBothWays(text.utf8, plan: plan)
        #expect(fast.check.groups.values.map { fast.check.share(of: $0).value } == [0.25])
    }

    @Test func layoutsGiveTheSameResult() throws {
        let plan = """
            {"plan": 1, "platforms": ["ios", "android"], "events": {
              "a": {"platforms": ["ios"], "since": {"ios": "2.0"}, "parameters": {"x": {"type": "integer"}},
                "versions": {"1": {"parameters": {"x": {"type": "string"}}}}}}}
            """
        var random = SeededGenerator(seed: 4)
        func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        var text = ""
        for _ in 0..<rounds(600, deep: 3_000) {
            text +=
                "{" + one(#""type":"track","#, #""type":"screen","#, #""type":"identify","#, #""type":"x","#, "")
                + one(#""event":"a""#, #""event":"a""#, #""event":"b""#, #""event":"""#, #""name":"a""#)
                + #","messageId":"m""#
                + one(#","properties":{"x":1}"#, #","properties":{"x":"1"}"#, #","properties":3"#, "")
                + one(#","category":"c""#, "", "", "")
                + one(
                    #","timestamp":"2026-11-21T09:30:00Z""#, #","timestamp":"2025-01-01T00:00:00.5+02:00""#,
                    #","timestamp":5"#, "")
                + #","context":{"#
                + one(
                    #""protocols":{"event_version":2},"#, #""protocols":{"event_version":"1"},"#,
                    #""protocols":{"event_version":null},"#, #""protocols":"2","#, "", "")
                + #""app":{"version":"# + one("\"1.0\"", "\"2.0\"", "\"3.1\"", "3", "\"\"", "null")
                + #"},"os":{"name":"# + one("\"iOS\"", "\"Android\"", "\"\"") + "}}}\n"
        }
        let fast = try tallyBothWays(text.utf8, plan: plan)
        #expect(fast.summary.layouts == ["segment"] && fast.check.fittingCount > 10)
    }

    /// Tests layouts whose parameters also contain the version of the app, and parameters that the vendor's SDK adds.
    @Test(arguments: ["amplitude", "mixpanel", "posthog"])
    func parametersOfSDKsGiveTheSameResult(vendor: String) throws {
        let (count, layout) = (rounds(600, deep: 6_000), try #require(ArchiveLayout(named: vendor)))
        let plan = """
            {"plan": 1, "closed": true, "events": {
              "a": {"parameters": {"x": {"type": "integer"}, "$os": {"enum": ["iOS"]}, "time": {"minimum": 5},
                "o": {"type": "object", "additionalProperties": false}, "[Amplitude] p": {"type": "string"}}},
              "b": {"parameters": {}}, "Home": {"kind": "page"}, "$pageview": {"parameters": {}},
              "$mp_web_page_view": {"parameters": {}}, "[Amplitude] Page Viewed": {"parameters": {}}}}
            """
        var random = SeededGenerator(seed: UInt64(vendor.count))
        func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        var text = ""
        for _ in 0..<count {
            var members: [String] = []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                members.append(
                    one(
                        #""x":1"#, #""x":"1""#, #""$os":"iOS""#, #""$os":"\u0069OS""#, #""$os":5"#,
                        #""time":1763717400"#,
                        #""time":3"#, #""$app_version":"2.0""#, #""$app_version_string":"3.1""#,
                        #""$app_version":null"#,
                        #""token":{"a":[1]}"#, #""\u0024z":1"#, #""mp_lib":"swift""#, #""o":{}"#, #""o":{"$os":"iOS"}"#,
                        #""[Amplitude] p":1"#, #""[Amplitude] q":1"#, #""other":1"#, #""$title":"Home""#, #""token":01"#
                    ))
            }
            let object = "{" + members.joined(separator: ",") + "}"
            let escaped = "\"" + object.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            let parameters = one(object, object, object, object, escaped, "null", "3")
            let name = one("a", "a", "a", "b", "b", "$pageview", "$mp_web_page_view", "[Amplitude] Page Viewed", "c")
            var fields =
                switch vendor {
                case "amplitude":
                    [
                        #""event_type":"\#(name)""#, #""event_properties":\#(parameters)"#, #""amplitude_id":1"#,
                        #""version_name":"1.0""#, #""event_time":"2026-11-21 09:30:00.5""#,
                    ]
                case "mixpanel": [#""event":"\#(name)""#, #""properties":\#(parameters)"#]
                default:
                    [
                        #""event":"\#(name)""#, #""properties":\#(parameters)"#, #""uuid":"u""#,
                        #""timestamp":"2026-11-21T09:30:00Z""#,
                    ]
                }
            if Int.random(in: 0..<3, using: &random) == 0 { fields.shuffle(using: &random) }
            text += "{" + fields.joined(separator: ",") + "}\n"
        }
        let fast = try tallyBothWays(text.utf8, plan: plan) { $0.layout = .layout(layout) }
        #expect(fast.check.fittingCount > count / 6, "\(fast.check.fittingCount)")
        var reader = QuickReader(layout, source: layout.source, checker: try checker(plan))
        #expect(reader.isUsable)
        #expect(countOfRecords(in: text.utf8, readBy: &reader) { $0.fitting >= 0 } > count / 15)
    }

    /// Tests records as databases export them: with parameters as a JSON text, and with times without an offset.
    @Test func parametersInTextsGiveTheSameResult() throws {
        let count = rounds(800, deep: 8_000)
        let json = #"{"layout":1,"event":"e","parameters":["p","q"],"time":"t"}"#
        let layout = try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json"))
        var random = SeededGenerator(seed: 31)
        func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        func quoted(_ text: String) -> String {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"" + one(escaped, escaped, escaped, escaped.replacing("e", with: "\\u0065"), escaped + "\\q")
                + "\""
        }
        func parameters(of event: String) -> String {
            var members = fitting(event, &random).map { "\"\($0)\":\($1)" }
            if Int.random(in: 0..<4, using: &random) == 0 { members.append("\"other\": \(value(&random))") }
            return one("", "", " ", "\\n") + "{" + members.joined(separator: ",") + "}"
                + one("", "", "", " ", "x", "{}")
        }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            let event = one("a", "b", "c")
            var line = #"{"e":"\#(event)""#
            for name in one("p", "p", "p", "q", "pq", "qp") {
                let object = parameters(of: event)
                line += ",\"\(name)\":" + one(quoted(object), quoted(object), quoted(object), object, "null", #""""#)
            }
            let time = one(
                #""2026-11-21 09:30:00.25""#, #""2026-11-21 09:30:00+02""#, #""2026-11-21""#, #""x""#, "null", "5")
            bytes += Array((line + #","t":\#(time)}"#).utf8)
            // Some texts contain bytes that are not UTF-8.
            if Int.random(in: 0..<50, using: &random) == 0, let place = bytes.lastIndex(of: 0x7D) {
                bytes[place - 20] = 0xFF
            }
            bytes.append(0x0A)
        }
        let fast = try tallyBothWays(bytes, plan: Self.plan) { $0.layout = .layout(layout) }
        #expect(fast.check.fittingCount > count / 6, "\(fast.check.fittingCount)")
        var reader = QuickReader(layout, source: .app)
        #expect(countOfRecords(in: bytes, readBy: &reader) { $0.areUnescaped } > count / 16)
    }

    /// Tests that `QuickReader` reads no record with an escape in the event's name, the version or the platform.
    ///
    /// In other fields, `QuickReader` accepts valid escapes.
    @Test func fieldsWithEscapesAreDecoded() throws {
        var reader = QuickReader(ArchiveLayout(named: "segment"), source: .app)
        func isRead(_ event: String, _ version: String, _ platform: String, _ other: String) -> Bool {
            let record = """
                {"type":"track","event":"\(event)","anonymousId":"\(other)",\
                "context":{"app":{"version":"\(version)"},"os":{"name":"\(platform)"}},"properties":{}}
                """
            return Array(record.utf8).withUnsafeBufferPointer { reader.read($0) != nil }
        }
        #expect(isRead("a", "1", "ios", "m"))
        #expect(isRead("a", "1", "ios", #"m\/\"\\"#))
        #expect(!isRead(#"\/a"#, "1", "ios", "m"))
        #expect(!isRead("a", #"1\/2"#, "ios", "m"))
        #expect(!isRead("a", "1", #"\tios"#, "m"))
        #expect(!isRead("a", "1", "ios", #"\x"#))
    }

    /// Tests more versions than the quick check counts at a time. The result has those that come first in sorted order.
    @Test func manyVersionsAreLimited() throws {
        let (folder, count) = (try TemporaryFolder(), rounds(20_010, deep: 40_000))
        let text = (0..<count).map {
            #"{"type":"screen","event":"home","messageId":"m","context":{"app":{"version":"1.\#($0)"}}}"# + "\n"
        }.joined()
        let tally = try shopCheck().tally(ArchiveFile(path: folder.write(text, to: "a.ndjson")))
        #expect(tally.check.fittingCount == count)
        let versions = tally.summary.breakdown.facet(ofEvent: "home")?.versions
        #expect(versions?.count == 500)
        #expect((0..<count).map { "1.\($0)" }.sorted().prefix(500).allSatisfy { versions?[$0] == 1 })
    }

    // MARK: The scanner

    /// Tests that `PlainScanner` accepts only values that the strict JSON reader accepts, and reads the same numbers.
    @Test func theScannerAgreesWithTheReader() throws {
        var random = SeededGenerator(seed: 99)
        var accepted = 0
        let count = rounds(4_000, deep: 40_000)
        for _ in 0..<count {
            var bytes = Array(value(&random).utf8)
            if Int.random(in: 0..<3, using: &random) == 0, !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if bytes.isEmpty { continue }
            bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                var scanner = PlainScanner(base, from: 0, to: buffer.count)
                guard scanner.skipValue(), scanner.position == buffer.count else { return }
                accepted += 1
                let read = Result { try EventValue(json: Array(buffer), of: "value") }
                guard case .success(let value) = read else {
                    Issue.record("\(String(decoding: buffer, as: UTF8.self))")
                    return
                }
                var again = PlainScanner(base, from: 0, to: buffer.count)
                switch again.number() {
                case .integer(let integer): #expect(value == .integer(integer))
                case .fraction(let number): #expect(value == .number(number), "\(number)")
                case nil: break
                }
            }
        }
        #expect(accepted > count / 4)
    }
}
