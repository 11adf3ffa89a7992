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

    /// Tests that all rules of a value judge the same reading of a text.
    ///
    /// The input of a step is the schema of a parameter `v`, or an event of a plan. The next line is a value or are the
    /// parameters; without it, the value is 11. The output is the findings. If they differ when all values are sent as
    /// texts, a line contains these findings too.
    @Test func textsHaveTheFindingsOfTheTranscript() throws {
        try expectTranscript("untyped-values") { _, lines in
            let isEvent = lines[0].hasPrefix(#"{"parameters""#)
            let event = isEvent ? lines[0] : #"{"parameters": {"v": \#(lines[0])}}"#
            let plan = try plan(#"{"plan": 1, \#(Self.money), "events": {"e": \#(event)}}"#)
            let value = try EventValue(json: Array((lines.count > 1 ? lines[1] : "11").utf8), of: "value")
            func found(_ value: EventValue, _ source: String) throws -> String {
                let parameters = isEvent ? value.json : #"{"v": \#(value.json)}"#
                let json = #"{"name": "e", "source": "\#(source)", "parameters": \#(parameters)}"#
                return try findings(plan, event: json)
            }
            let finding = try found(value, "app")
            let ofTexts = try Self.wires.map { try found(value.asTexts, $0) }
            #expect(Set(ofTexts).count == 1, "\(lines)")
            // A finding shows an object as it was sent.
            if ofTexts[0].withoutQuotes == finding.withoutQuotes { return finding }
            return "\(finding)\nas texts: \(ofTexts[0].isEmpty ? "no finding" : ofTexts[0])"
        }
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
}

extension EventValue {
    /// The value as a wire format without types sends it.
    fileprivate var asTexts: EventValue {
        switch self {
        case .bool, .integer, .number: .string(description)
        case .array(let values): .array(values.map(\.asTexts))
        case .object(let members): .object(EventParameters(members.map { EventParameter($0.name, $0.value.asTexts) }))
        default: self
        }
    }
}

extension String {
    fileprivate var withoutQuotes: String { replacing(#/"(true|[0-9.]+)"/#) { $0.1 } }
}
