import Testing
import TrackproofPlans

/// Tests of findings about events that vendors received: exceeded limits, and values from formats without types.
struct DestinationFindingTests {
    private static let long = String(repeating: "x", count: 101)

    private func plan(_ parameters: String, destinations: String = #"{"ga4": {}}"#) throws -> TrackingPlan {
        try TrackproofPlansTests.plan(
            #"{"plan": 1, "destinations": \#(destinations), "events": {"e": {"parameters": \#(parameters)}}}"#)
    }

    @Test func aTextBeyondTheLimitOfADestination() throws {
        let plan = try plan(#"{"v": "string", "list": {"type": "array", "items": {"type": "object"}}}"#)
        #expect(try findings(plan, #"{"v": "\#(Self.long.dropLast())"}"#) == "")
        #expect(
            try findings(plan, #"{"v": "\#(Self.long)"}"#)
                == "e: v: expected a text of at most 100 characters, the limit of Google Analytics 4, found 101 characters (limit)"
        )
        #expect(
            try findings(plan, #"{"list": [{"a": 1}, {"a": "\#(Self.long)"}]}"#).hasPrefix("e: list[1].a: expected"))
    }

    @Test func charactersAreCountedNotBytes() throws {
        let text = String(repeating: "é", count: 100)
        #expect(try findings(plan(#"{"v": "string"}"#), #"{"v": "\#(text)"}"#) == "")
        #expect(try findings(plan(#"{"v": "string"}"#), #"{"v": "\#(text)é"}"#).contains("found 101 characters"))
    }

    @Test func anEventOfAVendorHasTheLimitsOfThatVendor() throws {
        let plan = try plan(#"{"v": "string"}"#, destinations: #"{"ga4": {}, "amplitude": {}}"#)
        let text = #""parameters": {"v": "\#(Self.long)"}"#
        #expect(try findings(plan, event: #"{"name": "e", "source": "wire:ga4", \#(text)}"#).contains("(limit)"))
        #expect(
            try findings(plan, event: #"{"name": "e", "source": "provider:firebase", \#(text)}"#).contains("(limit)"))
        #expect(try findings(plan, event: #"{"name": "e", "source": "provider:amplitude", \#(text)}"#) == "")
        #expect(try findings(plan, event: #"{"name": "e", "source": "wire:segment", \#(text)}"#) == "")
    }

    @Test func tooManyParameters() throws {
        let names = (0..<26).map { "p\($0)" }
        let plan = try plan("{" + names.map { #""\#($0)": "integer""# }.joined(separator: ", ") + "}")
        func parameters(_ names: some Sequence<String>) -> String {
            "{" + names.map { #""\#($0)": 1"# }.joined(separator: ", ") + "}"
        }
        #expect(try findings(plan, parameters(names.dropLast())) == "")
        #expect(
            try findings(plan, parameters(names))
                == "e: expected at most 25 parameters, the limit of Google Analytics 4, found 26 (limit)")
    }

    @Test func aNameThatAVendorGot() throws {
        let name = String(repeating: "e", count: 41)
        let plan = try TrackproofPlansTests.plan(
            #"{"plan": 1, "destinations": {"ga4": {}}, "events": {"e": {"names": {"ga4": "\#(name)"}}}}"#)
        #expect(
            try findings(plan, event: #"{"name": "\#(name)", "source": "wire:ga4"}"#)
                == "e: expected a name of at most 40 characters, the limit of Google Analytics 4, found 41 characters (limit)"
        )
        // An event from the app has no finding, because lint already checks the names that a plan has for vendors.
        #expect(try findings(plan, "{}") == "")
    }

    @Test(arguments: ["session_start", "firebase_campaign", "user_engagement"])
    func eventsThatAnSDKTracksItselfNeedNoPlan(name: String) throws {
        let plan = try TrackproofPlansTests.plan(#"{"plan": 1, "events": {"e": {}}}"#)
        #expect(try findings(plan, event: #"{"name": "\#(name)", "source": "wire:ga4"}"#) == "")
        for source in ["app", "provider:ga4", "wire:segment"] {
            #expect(
                try findings(plan, event: #"{"name": "\#(name)", "source": "\#(source)"}"#)
                    .contains("(unplanned-event)"), "\(source)")
        }
        #expect(
            try findings(plan, event: #"{"name": "\#(name)", "kind": "screen", "source": "wire:ga4"}"#)
                .contains("(unplanned-event)"))
    }

    @Test func traitsOfUsersAreFoundBesideNamesOfEvents() throws {
        let plan = try TrackproofPlansTests.plan(
            #"{"plan": 1, "events": {"e": {"names": {"ga4": "x"}}}, "user": {"parameters": {"plan": "string"}}}"#)
        let identify = #"{"kind": "identify", "user": "u", "source": "wire:ga4", "parameters": {"plan": "free"}}"#
        #expect(try findings(plan, event: identify) == "")
        #expect(try findings(plan, event: #"{"name": "x", "source": "wire:ga4"}"#) == "")
        #expect(try findings(plan, event: #"{"name": "e", "source": "wire:ga4"}"#).contains("(unplanned-event)"))
    }

    @Test func exemptions() throws {
        let own = try plan(#"{"v": {"type": "string", "allow": ["limit"]}, "w": "string"}"#)
        #expect(try findings(own, #"{"v": "\#(Self.long)"}"#) == "")
        #expect(try findings(own, #"{"w": "\#(Self.long)"}"#).contains("(limit)"))
    }

    // MARK: Wire formats without types

    @Test(arguments: ["wire:ga4", "wire:matomo"])
    func textsAreReadAsTheTypeOfThePlan(source: String) throws {
        let plan = try plan(
            #"{"i": "integer", "n": {"type": "number", "minimum": 0}, "b": "boolean", "s": "string", "c": {"enum": [1, 2, "x"]}}"#
        )
        func findings(_ parameters: String, source: String = source) throws -> String {
            try TrackproofPlansTests.findings(
                plan, event: #"{"name": "e", "source": "\#(source)", "parameters": \#(parameters)}"#)
        }
        #expect(try findings(#"{"i": "7", "n": "19.99", "b": "true", "s": "7", "c": "2"}"#) == "")
        #expect(try findings(#"{"b": 1, "c": "x"}"#) == "")
        #expect(try findings(#"{"i": "7.5"}"#) == #"e: i: expected an integer, found number 7.5 (wrong-type)"#)
        #expect(try findings(#"{"i": "seven"}"#) == #"e: i: expected an integer, found string "seven" (wrong-type)"#)
        #expect(try findings(#"{"n": "-1"}"#) == "e: n: expected a number that is at least 0, found -1 (range)")
        #expect(try findings(#"{"b": 2}"#) == "e: b: expected a boolean, found integer 2 (wrong-type)")
        #expect(try findings(#"{"c": "3"}"#) == #"e: c: expected one of 1, 2, "x", found "3" (not-in-enum)"#)
        #expect(try findings(#"{"s": 7}"#) == "e: s: expected a string, found integer 7 (wrong-type)")
        // Values from other sources have types, so the text "7" is not an integer.
        #expect(try findings(#"{"i": "7"}"#, source: "wire:segment").contains("(wrong-type)"))
        #expect(try findings(#"{"i": "7"}"#, source: "app").contains("(wrong-type)"))
    }

    /// Tests that the checker converts a text to the type in the plan before it looks for the nearest alternative.
    @Test func aTextBeforeAlternatives() throws {
        let plan = try plan(#"{"v": {"oneOf": [{"type": "null"}, {"type": "integer", "maximum": 3}]}}"#)
        #expect(
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": {"v": "5"}}"#)
                == "e: v: expected a number that is at most 3, found 5 (range)")
    }
}
