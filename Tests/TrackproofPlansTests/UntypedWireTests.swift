import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

/// Tests of events from wire formats that do not mark types: each text counts as the type that the plan demands.
struct UntypedWireTests {
    private static let wires = ["wire:ga4", "wire:matomo"]
    private static let money = #""types": {"money": {"type": "number", "minimum": 0}, "flag": {"type": "boolean"}}"#

    /// Tests that all rules of a value judge the same reading of a text, whichever rule says its type.
    @Test(arguments: [
        (#"{"type": "money", "maximum": 3}"#, "expected a number that is at most 3, found 11 (range)"),
        (#"{"$ref": "money", "maximum": 3}"#, "expected a number that is at most 3, found 11 (range)"),
        (#"{"type": "money", "multipleOf": 2}"#, "expected a number that is a multiple of 2, found 11 (range)"),
        (
            #"{"allOf": [{"type": "number"}, {"maximum": 3}]}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (
            #"{"anyOf": [{"type": "null"}, {"type": "money"}], "maximum": 3}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (
            #"{"oneOf": [{"type": "boolean"}, {"type": "integer"}], "maximum": 3}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (
            #"{"type": ["money", "null"], "maximum": 3}"#, "expected a number that is at most 3, found 11 (range)"
        ),
        (#"{"not": {"type": "string"}, "maximum": 3}"#, "expected a number that is at most 3, found 11 (range)"),
        (#"{"maximum": 3}"#, "expected a number that is at most 3, found 11 (range)"),
        (
            #"{"if": {"minimum": 5}, "then": {"type": "money", "maximum": 3}}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (
            #"{"type": "money", "not": {"const": 11}}"#,
            #"expected a value that does not fit the schema of "not", found 11 (variant)"#
        ),
        (
            #"{"type": "money", "not": {"minimum": 5}}"#,
            #"expected a value that does not fit the schema of "not", found 11 (variant)"#
        ),
        (#"{"type": "money", "const": 3}"#, "expected 3, found 11 (not-in-enum)"),
        (#"{"type": "money", "enum": [1, 2]}"#, "expected one of 1, 2, found 11 (not-in-enum)"),
        (
            #"{"allOf": [{"enum": [11, 12]}, {"maximum": 3}]}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (
            #"{"type": "money", "if": {"minimum": 5}, "then": {"multipleOf": 2}}"#,
            "expected a number that is a multiple of 2, found 11 (range)"
        ),
        (
            #"{"type": ["string", "integer"], "if": {"type": "integer"}, "then": {"maximum": 3}}"#,
            "expected a number that is at most 3, found 11 (range)"
        ),
        (#"{"type": "string"}"#, "expected a string, found integer 11 (wrong-type)"),
    ])
    func allRulesReadOneValue(schema: String, finding: String) throws {
        let plan = try plan(#"{"plan": 1, \#(Self.money), "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
        #expect(try findings(plan, #"{"v": 11}"#) == "e: v: " + finding)
        for wire in Self.wires {
            // The text "11" is a valid string.
            let expected = schema == #"{"type": "string"}"# ? "" : "e: v: " + finding
            #expect(
                try findings(plan, event: #"{"name": "e", "source": "\#(wire)", "parameters": {"v": "11"}}"#)
                    == expected)
        }
    }

    /// Tests that the rules of a member of an object, which several schemas can describe, judge the same reading.
    @Test(arguments: [
        #"{"type": "object", "properties": {"x": "money"}, "allOf": [{"properties": {"x": {"maximum": 3}}}]}"#,
        #"{"allOf": [{"properties": {"x": "integer"}}, {"properties": {"x": {"maximum": 3}}}]}"#,
        #"{"type": "object", "properties": {"x": "money"}, "patternProperties": {"x": {"maximum": 3}}}"#,
        #"{"type": "object", "additionalProperties": {"type": "money", "maximum": 3}}"#,
        #"{"type": "object", "properties": {"x": "money"}, "not": {"properties": {"x": {"const": 11}}}}"#,
        #"{"type": "object", "properties": {"x": "integer"}, "if": {"properties": {"x": {"minimum": 5}}}, "then": {"never": true}}"#,
    ])
    func membersOfObjects(schema: String) throws {
        let plan = try plan(#"{"plan": 1, \#(Self.money), "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
        let expected = try findings(plan, #"{"v": {"x": 11}}"#)
        #expect(expected != "")
        for wire in Self.wires {
            let sent = #"{"name": "e", "source": "\#(wire)", "parameters": {"v": {"x": "11"}}}"#
            // A finding shows an object as it was sent.
            #expect(try findings(plan, event: sent).replacing(#""11""#, with: "11") == expected)
        }
    }

    @Test func elementsAndConstants() throws {
        let plan = try plan(
            parameters: #"""
                {"list": {"type": "array", "items": "integer", "uniqueItems": true, "allOf": [{"items": {"maximum": 3}}]},
                 "pair": {"const": [1, {"a": true}]}}
                """#)
        func found(_ parameters: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": \#(parameters)}"#)
        }
        #expect(try found(#"{"list": ["1", "2"], "pair": ["1", {"a": "true"}]}"#) == "")
        #expect(
            try found(#"{"list": ["1", "11"]}"#)
                == "e: list[1]: expected a number that is at most 3, found 11 (range)")
        #expect(
            try found(#"{"list": ["1", "1.0"]}"#).contains(
                "e: list: expected elements that differ from each other, found 1.0 twice (items)"))
        #expect(try found(#"{"pair": ["1", {"a": "x"}]}"#).contains("(not-in-enum)"))
    }

    /// Tests that an alternative reads a text as its own type, if the plan also allows texts.
    @Test func alternatives() throws {
        let plan = try plan(
            parameters: #"""
                {"v": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer", "maximum": 99999}]},
                 "o": {"oneOf": [
                    {"properties": {"kind": {"const": "text"}, "x": {"type": "string"}}},
                    {"properties": {"kind": {"const": "count"}, "x": {"type": "integer", "maximum": 3}}}]}}
                """#)
        func found(_ parameters: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": \#(parameters)}"#)
        }
        #expect(try found(#"{"v": "11111", "o": {"kind": "count", "x": "2"}}"#) == "")
        #expect(try found(#"{"v": "abc", "o": {"kind": "text", "x": "11"}}"#) == "")
        #expect(try found(#"{"v": "111111"}"#) != "")
        #expect(
            try found(#"{"o": {"kind": "count", "x": "11"}}"#)
                == "e: o.x: expected a number that is at most 3, found 11 (range)")
    }

    /// Tests that the names of members remain texts.
    @Test func names() throws {
        let plan = try plan(parameters: #"{"v": {"type": "object", "propertyNames": {"anyOf": [{"maxLength": 2}]}}}"#)
        let name = "123"
        let expected = try findings(plan, #"{"v": {"\#(name)": "x"}}"#)
        #expect(expected.contains("(length)"))
        #expect(
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": {"v": {"\#(name)": "x"}}}"#)
                == expected)
    }

    @Test(arguments: ["true", #"["x", true]"#, "1", "1.0"], ["boolean", "flag", "", "number"])
    func conditionsOfVariants(condition: String, type: String) throws {
        let isBoolean = condition.contains("true")
        guard type.isEmpty || isBoolean == (type != "number") else { return }
        let schema = type.isEmpty ? "{}" : #"{"type": "\#(type)"}"#
        let declaration = #""parameters": {"isnew": \#(schema)}, "#
        let plan = try plan(
            #"""
            {"plan": 1, \#(Self.money), "events": {"e": {\#(declaration)"variants": [
                {"when": {"isnew": \#(condition)}, "parameters": {"why": {"type": "string", "required": true}}}]}}}
            """#)
        let expected = "e: why: expected a value, found no value (missing)"
        #expect(try findings(plan, #"{"isnew": \#(isBoolean ? "true" : "1")}"#) == expected)
        func found(_ value: String, _ wire: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "\#(wire)", "parameters": {"isnew": \#(value)}}"#)
        }
        for wire in Self.wires {
            #expect(try found(isBoolean ? #""true""# : #""1""#, wire) == expected)
            #expect(try found(isBoolean ? #""false""# : #""0""#, wire) == "")
            // Google's SDKs send the boolean `true` as the number 1.
            #expect(try found("1", wire) == expected)
        }
    }

    // MARK: Random plans

    /// Tests that an event whose values became texts has the findings of the app's event, if the plan allows no text in
    /// place of its numbers and booleans.
    @Test(arguments: 0..<8)
    func textsHaveTheFindingsOfTheirValues(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        var (fit, misfit) = (0, 0)
        for _ in 0..<150 {
            // An exemption can hide that no type fits all rules.
            let json = random.plan().withoutExemptions
            guard let plan = accepted(json) else { continue }
            let checker = PlanChecker(plan)
            for _ in 0..<40 {
                let event = random.event(of: json)
                let found = event.findings(checker)
                // If no type fits all rules, a text remains a text. Such an event has one of the last three findings.
                let skipped: Set<FindingID> = [.unchecked, .outdated, .notInEnum, .variant, .forbidden]
                if found.contains(where: { skipped.contains($0.id) }) { continue }
                let typed = event.leaves.filter(\.isTyped)
                if typed.isEmpty || !typed.allSatisfy({ event.refusesText(at: $0.path, checker, found) }) { continue }
                let sent = event.asTexts.from("wire:ga4")
                #expect(
                    sent.findings(checker).map(\.withoutQuotes) == found.map(\.withoutQuotes),
                    "\(json.json)\n\(event.event.parameters.json)")
                if found.isEmpty { fit += 1 } else { misfit += 1 }
            }
        }
        #expect(fit > 50 && misfit > 50, "\(fit) events fit, \(misfit) do not")
    }

    /// Tests that an event from such a wire format has no findings only if the app can have sent a valid event: one with
    /// the texts, or with the numbers and booleans that they spell.
    @Test(arguments: 0..<8)
    func anEventPassesOnlyIfTheAppCanHaveSentAValidEvent(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        var count = 0
        for _ in 0..<150 {
            let json = random.plan()
            guard let plan = accepted(json) else { continue }
            let checker = PlanChecker(plan)
            for _ in 0..<40 {
                let event = random.event(of: json).asTexts
                guard event.from("wire:ga4").findings(checker).isEmpty, event.readings.count <= 729 else { continue }
                let isPossible = event.readings.contains { $0.findings(checker).isEmpty }
                #expect(isPossible, "\(json.json)\n\(event.event.parameters.json)")
                count += 1
            }
        }
        #expect(count > 200, "\(count) events fit")
    }

    /// Returns the plan that JSON describes, or `nil` if the plan has a mistake.
    private func accepted(_ json: EventParameters) -> TrackingPlan? {
        do throws(PlanErrors) {
            return try TrackingPlan(json: Array(json.json.utf8), file: "plan.json")
        } catch {
            return nil
        }
    }
}

/// A scalar in an event.
private struct Leaf {
    /// The path, as findings show it.
    let path: String
    let value: EventValue

    var isTyped: Bool {
        switch value {
        case .bool, .integer, .number: true
        default: false
        }
    }
}

extension PlanFinding {
    /// The finding as a text. Findings show the values in a list or an object as they were sent, so the text has no quotes.
    fileprivate var withoutQuotes: String { description.replacing("\"", with: "") }
}

extension RecordedEvent {
    fileprivate func findings(_ checker: PlanChecker) -> [PlanFinding] {
        checker.findings(for: self, CheckContext(today: "2026-01-01"))
    }

    fileprivate func from(_ source: String) -> RecordedEvent {
        var event = self
        event.source = EventSource(rawValue: source)
        return event
    }

    fileprivate var leaves: [Leaf] {
        var leaves: [Leaf] = []
        _ = mapped {
            leaves.append(Leaf(path: $0, value: $1))
            return $1
        }
        return leaves
    }

    fileprivate var asTexts: RecordedEvent { mapped { $1.asText } }

    /// The events that the app can have sent: each text as it is, or as the number or boolean that it spells.
    fileprivate var readings: [RecordedEvent] {
        var readings = [self]
        for leaf in leaves {
            readings = readings.flatMap { event in
                leaf.value.readings.map { reading in event.mapped { $0 == leaf.path ? reading : $1 } }
            }
            if readings.count > 729 { break }
        }
        return readings
    }

    /// Returns whether the plan refuses the text of a value only because it is a text.
    fileprivate func refusesText(at path: String, _ checker: PlanChecker, _ found: [PlanFinding]) -> Bool {
        func isRefused(_ findings: [PlanFinding], _ id: FindingID) -> Bool {
            findings.contains { $0.id == id && $0.path == path }
        }
        if isRefused(found, .wrongType) { return false }
        let text = mapped { $0 == path ? $1.asText : $1 }.findings(checker)
        return isRefused(text, .wrongType) || isRefused(text, .notInEnum) && !isRefused(found, .notInEnum)
    }

    private func mapped(_ body: (String, EventValue) -> EventValue) -> RecordedEvent {
        var event = self
        let parameters = event.event.parameters.map { EventParameter($0.name, $0.value.mapped($0.name, body)) }
        event.event.parameters = EventParameters(parameters)
        return event
    }
}

extension EventValue {
    fileprivate func mapped(_ path: String, _ body: (String, EventValue) -> EventValue) -> EventValue {
        switch self {
        case .array(let values): .array(values.enumerated().map { $1.mapped("\(path)[\($0)]", body) })
        case .object(let members):
            .object(
                EventParameters(members.map { EventParameter($0.name, $0.value.mapped("\(path).\($0.name)", body)) }))
        case .null, .bool, .integer, .number, .string: body(path, self)
        }
    }

    /// The text by which a wire format without types sends a number or a boolean.
    fileprivate var asText: EventValue {
        switch self {
        case .bool(let value): .string("\(value)")
        case .integer(let value): .string("\(value)")
        case .number(let value): .string("\(value)")
        default: self
        }
    }

    fileprivate var readings: [EventValue] {
        guard case .string(let text) = self else { return [self] }
        let integer = Int64(text).map { EventValue.integer($0) }
        let number = integer == nil ? Double(text).map { EventValue.number($0) } : nil
        let bool: EventValue? =
            switch text {
            case "true", "1": .bool(true)
            case "false", "0": .bool(false)
            default: nil
            }
        return [self] + [integer, number, bool].compactMap(\.self)
    }
}
