/// A plan that calls values personal in many places, and events whose personal values contain ``marker``.
///
/// Each event combines a place of the schema that declares personal data, a rule that the value breaks, and a rule that
/// the value around it breaks. So the findings want to show the personal value alone, and as a part of other values.
struct PersonalEvents {
    /// The text in all personal values. No report may contain it.
    static let marker = "Qz7Marker"
    /// The number in personal values that are numbers.
    static let number = "867530901"

    private(set) var types: [String] = []
    private(set) var groups: [String] = []
    private(set) var events: [String] = []
    private(set) var recorded: [(name: String, line: String)] = []

    /// The rules of the value around a personal value. `P` stands for the schema with the personal value.
    static let wholes = [
        "P", #"{"allOf":[P],"not":{"type":["string","object","array","integer"]}}"#,
        #"{"allOf":[P],"oneOf":[{"minLength":0},{"minLength":0}]}"#, #"{"allOf":[P],"enum":["zzz"]}"#,
        #"{"allOf":[P],"type":"boolean"}"#, #"{"anyOf":[P,{"type":"boolean"}],"type":"null"}"#,
    ]

    /// The schemas of personal values, each with a value that breaks the schema. The first one fits.
    private static let rules: [(schema: String, value: String)] = [
        (#"{"type":"string","pii":"x"}"#, "V"), (#"{"type":"integer","pii":"x"}"#, "V"),
        (#"{"enum":["a","b"],"pii":"x"}"#, "V"), (#"{"type":"string","pattern":"^z$","pii":"x"}"#, "V"),
        (#"{"type":"string","maxLength":2,"pii":"x"}"#, "V"), (#"{"type":"string","format":"uuid","pii":"x"}"#, "V"),
        (#"{"not":{"type":"string"},"pii":"x"}"#, "V"), (#"{"type":"integer","maximum":5,"pii":"x"}"#, number),
        (#"{"type":"object","pii":"x"}"#, "{V:V}"),
        (#"{"type":"object","pii":"x","properties":{"a":{"type":"integer"}}}"#, "{\"a\":V,V:V}"),
        (#"{"allOf":[{"type":"string","pii":"x"},{"maxLength":1}]}"#, "V"),
        // Without `allOf`, the schema would close an object instead of declaring its members.
        (#"{"allOf":[{"never":true}]}"#, "V"),
    ]

    /// The places of the personal schema `S` inside a parameter's schema, each with the value around its value `V`.
    private static let places: [(schema: String, value: String)] = [
        ("S", "V"), (#"{"type":"object","properties":{"q":S}}"#, #"{"q":V}"#),
        (#"{"type":"array","items":S}"#, "[V]"), (#"{"type":"array","uniqueItems":true,"items":S}"#, "[V,V]"),
        (#"{"type":"array","uniqueItems":true,"prefixItems":[S,S]}"#, "[V,V]"),
        (#"{"type":"object","additionalProperties":S}"#, #"{"k":V}"#),
        (#"{"type":"object","patternProperties":{"^k":S}}"#, #"{"k1":V}"#),
        (#"{"allOf":[S,{}]}"#, "V"), (#"{"anyOf":[S,{"type":"boolean"}]}"#, "V"),
        (#"{"oneOf":[{"type":"boolean"},S]}"#, "V"), (#"{"if":{"type":"boolean"},"then":{},"else":S}"#, "V"),
        (#"{"if":{"type":"boolean"},"then":S}"#, "V"), (#"{"$ref":"T"}"#, "V"), (#"{"type":"T"}"#, "V"),
        (
            #"{"type":"array","items":{"type":"object","properties":{"q":{"type":"array","items":{"$ref":"T"}}}}}"#,
            #"[{"q":[V]},{"q":[V]}]"#
        ),
        // The value has another type than the object or the list around the personal schema.
        (#"{"type":"object","properties":{"q":S}}"#, "\"in \(marker)\""), (#"{"type":"array","items":S}"#, "V"),
        (#"{"type":"object","properties":{"q":S}}"#, "[V]"), (#"{"type":"array","items":S}"#, #"{"k":V}"#),
    ]

    /// Schemas whose names of members are personal.
    private static let names: [(schema: String, value: String)] = [
        (#"{"type":"object","propertyNames":{"type":"string","pii":"x"}}"#, "{V:1}"),
        (#"{"propertyNames":{"pii":"x","maxLength":2},"additionalProperties":{"type":"string"}}"#, "{V:1}"),
        (
            #"{"propertyNames":{"allOf":[{"pii":"x"},{"pattern":"^z"}]},"additionalProperties":"#
                + #"{"type":"object","properties":{"a":{"type":"string"}}}}"#, #"{V:{"a":1}}"#
        ),
    ]

    /// Parameters of events that the plan lacks. The plan declares personal data in other parameters named `p` and `q`.
    private static let unplanned = [#""p":V"#, #""l":[{"q":V}]"#, #""first_name":V"#, #""l":{"email2":V}"#]

    /// The number of values of `shift` with which each event follows each of ``wholes``.
    static let shifts = 2 * wholes.count

    /// Creates half of the events. Their parameters follow ``wholes`` in turn.
    init(shift: Int) {
        /// Returns the rule of an event, or `nil` if the event belongs to the other half.
        func chosen(_ number: Int) -> String? {
            let sum = number + shift
            return sum.isMultiple(of: 2) ? Self.wholes[sum / 2 % Self.wholes.count] : nil
        }
        for (number, rule) in Self.rules.enumerated() {
            types.append("\"t\(number)\":\(rule.schema)")
            for (place, wrapped) in Self.places.enumerated() {
                let schema = wrapped.schema.replacing("S", with: rule.schema).replacing("\"T\"", with: "\"t\(number)\"")
                let value = wrapped.value.replacing("V", with: rule.value)
                guard let whole = chosen(place + number) else { continue }
                add("e\(place)_\(number)", whole.replacing("P", with: schema), value)
            }
            if let whole = chosen(number) {
                addEventsWithOtherForms(number, whole.replacing("P", with: rule.schema), rule.value)
            }
        }
        for (place, rule) in Self.names.enumerated() {
            guard let whole = chosen(place) else { continue }
            add("names\(place)", whole.replacing("P", with: rule.schema), rule.value)
        }
        for (number, value) in Self.unplanned.enumerated() {
            record("Unplanned Thing \(number)", value)
        }
        add("invalid", #"{"type":"string","pii":"x"}"#, "V")
        // The bridge of an app writes such an error if the app names a parameter twice.
        recorded[recorded.count - 1].line.removeLast()
        recorded[recorded.count - 1].line += #","error":"p: given twice, as \"\#(Self.marker)\" and as 1"}"#
    }

    /// Adds events whose personal parameter is in a shared group, a variant or an older version, and a user's trait.
    private mutating func addEventsWithOtherForms(_ number: Int, _ schema: String, _ value: String) {
        groups.append("\"g\(number)\":{\"p\":\(schema)}")
        add("shared\(number)", members: "\"include\":[\"g\(number)\"]", value)
        let variant = """
            "parameters":{"m":{"enum":["a","b"]}},"variants":[{"when":{"m":"a"},"parameters":{"p":\(schema)}}]
            """
        add("variant\(number)", members: variant, value, others: #","m":"a""#)
        add("otherVariant\(number)", members: variant, value, others: #","m":"b""#)
        let versions = "\"versions\":{\"1\":{\"parameters\":{\"p\":\(schema)}}}"
        add("older\(number)", members: versions, value)
        add("changed\(number)", members: "\"parameters\":{\"p\":{\"type\":\"boolean\"}}," + versions, value)
    }

    private mutating func add(_ name: String, _ schema: String, _ value: String) {
        add(name, members: "\"parameters\":{\"p\":\(schema)}", value)
    }

    private mutating func add(_ name: String, members: String, _ value: String, others: String = "") {
        events.append("\"\(name)\":{\(members)}")
        record(name, "\"p\":\(value)" + others)
    }

    private mutating func record(_ name: String, _ parameters: String) {
        let parameters = parameters.replacing("V", with: "\"\(Self.marker)\"")
        recorded.append((name, #"{"name":"\#(name)","parameters":{\#(parameters)}}"#))
    }

    /// The plan as JSON.
    var plan: String {
        """
        {"plan":1,"types":{\(types.joined(separator: ","))},"shared":{\(groups.joined(separator: ","))},
        "user":{"parameters":{"t":{"type":"string","maxLength":1,"pii":"x"}}},
        "events":{\(events.joined(separator: ",\n"))}}
        """
    }

    private static let identify = #"{"name":"","kind":"identify","parameters":{"t":"\#(marker)"}}"#

    /// The lines of the recording. Every ninth event is missing.
    var recording: [String] { Self.some(recorded.map(\.line), without: 8) + [Self.identify] }

    /// A snapshot that expects the events with other personal values. It does not expect every fifth of nine events.
    var snapshot: String {
        let lines = (Self.some(recorded.map(\.line), without: 4) + [Self.identify]).map {
            $0.replacing(Self.marker, with: Self.marker + "2").replacing(Self.number, with: Self.number + "2")
        }
        return "{\"snapshot\":1,\"order\":\"any\",\"events\":[\(lines.joined(separator: ",\n"))]}\n"
    }

    private static func some(_ lines: [String], without rest: Int) -> [String] {
        lines.enumerated().filter { $0.offset % 9 != rest }.map(\.element)
    }
}
