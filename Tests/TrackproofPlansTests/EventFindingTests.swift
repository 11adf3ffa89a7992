import Testing
import TrackproofPlans

/// Tests of each kind of finding about an entire event.
struct EventFindingTests {
    @Test func anEventThatThePlanDoesNotHave() throws {
        let plan = try plan(#"{"plan": 1, "events": {"movie_tapped": {}, "purchase": {}}}"#)
        #expect(
            try findings(plan, event: #"{"name": "movie_taped"}"#)
                == #"movie_taped: expected an event of the plan, found track "movie_taped"; did you mean "movie_tapped"? (unplanned-event)"#
        )
        #expect(
            try findings(plan, event: #"{"name": "zzz", "kind": "screen"}"#)
                == #"zzz: expected an event of the plan, found screen "zzz" (unplanned-event)"#)
        #expect(try findings(plan, event: #"{"kind": "alias", "user": "u"}"#) == "")
    }

    @Test func anEventOfAnotherKind() throws {
        let plan = try plan(#"{"plan": 1, "events": {"home": {"kind": "screen"}}}"#)
        #expect(try findings(plan, event: #"{"name": "home", "kind": "screen"}"#) == "")
        #expect(
            try findings(plan, event: #"{"name": "home"}"#) == "home: expected kind screen, found track (wrong-kind)")
    }

    @Test func traitsOfUsersAndGroups() throws {
        let plan = try plan(
            #"{"plan": 1, "user": {"parameters": {"plan": {"enum": ["free", "pro"]}}}, "events": {"group": {"kind": "group", "parameters": {"seats": "integer"}}}}"#
        )
        #expect(try findings(plan, event: #"{"kind": "identify", "user": "u", "parameters": {"plan": "free"}}"#) == "")
        #expect(
            try findings(plan, event: #"{"kind": "identify", "parameters": {"plan": "x"}}"#)
                == #"identify: plan: expected one of "free", "pro", found "x" (not-in-enum)"#)
        #expect(
            try findings(plan, event: #"{"kind": "group", "user": "g", "parameters": {"seats": "x"}}"#)
                == #"group: seats: expected an integer, found string "x" (wrong-type)"#)
        let without = try TrackproofPlansTests.plan(#"{"plan": 1, "events": {}}"#)
        #expect(
            try findings(without, event: #"{"kind": "identify", "parameters": {"plan": "x"}}"#)
                == #"identify: expected an event of the plan, found identify "identify" (unplanned-event)"#)
    }

    @Test func traitsNeedNoDefaults() throws {
        let plan = try plan(
            #"{"plan": 1, "shared": {"s": {"session": {"required": true}}}, "defaults": ["s"], "user": {}, "events": {"e": {}}}"#
        )
        #expect(try findings(plan, event: #"{"kind": "identify", "user": "u"}"#) == "")
        #expect(try findings(plan, "{}") == "e: session: expected a value, found no value (missing)")
    }

    @Test func platformsAndAppVersions() throws {
        let plan = try plan(
            #"{"plan": 1, "platforms": ["ios", "android"], "events": {"e": {"platforms": ["ios"], "since": {"ios": "5.10"}}}}"#
        )
        func findings(_ platform: String, _ version: String) throws -> String {
            try TrackproofPlansTests.findings(
                plan, "{}", CheckContext(platform: platform, appVersion: AppVersion(version)))
        }
        #expect(try findings("ios", "5.10.0") == "")
        #expect(
            try findings("ios", "5.9.9") == "warning: e: expected app version 5.10 or later, found 5.9.9 (too-early)")
        #expect(try findings("ios", "5.10.0-beta.1").hasSuffix("(too-early)"))
        #expect(try findings("android", "6") == "e: expected platform ios, found android (wrong-platform)")
        #expect(try TrackproofPlansTests.findings(plan, "{}") == "")
    }

    @Test func eventsThatShouldNotBeTrackedAnyLonger() throws {
        let plan = try plan(
            #"{"plan": 1, "events": {"old_tap": {"expires": "2027-01-01", "replaced_by": "tap"}, "tap": {}, "gone": {"deprecated": "No screen has it."}}}"#
        )
        func findings(_ event: String) throws -> String {
            try TrackproofPlansTests.findings(plan, event: event, CheckContext(today: "2027-01-02"))
        }
        #expect(
            try findings(#"{"name": "old_tap"}"#)
                == #"warning: old_tap: expected no event after 2027-01-01, found an event on 2027-01-02; did you mean "tap"? (expired)"#
        )
        #expect(
            try findings(#"{"name": "old_tap", "time": "2027-01-01T23:59:59.999Z"}"#)
                == #"warning: old_tap: expected "tap" instead, found a deprecated event; did you mean "tap"? (deprecated)"#
        )
        #expect(
            try findings(#"{"name": "gone"}"#)
                == "warning: gone: expected no event of this name, found a deprecated event (deprecated)")
    }

    @Test func anEventThatFitsAnOlderVersion() throws {
        let plan = try plan(
            #"{"plan": 1, "events": {"e": {"parameters": {"price": {"type": "number", "required": true}}, "versions": {"1": {"parameters": {"price": {"type": "string", "required": true}}}}}}}"#
        )
        #expect(try findings(plan, #"{"price": 1}"#) == "")
        #expect(
            try findings(plan, #"{"price": "1"}"#)
                == "warning: e: expected the newest version of the event, found version 1 (outdated)")
        #expect(
            try findings(plan, #"{"price": true}"#) == "e: price: expected a number, found boolean true (wrong-type)")
    }

    @Test func namesOfADestination() throws {
        let plan = try plan(#"{"plan": 1, "events": {"purchase": {"names": {"ga4": "purchase_done"}}, "tap": {}}}"#)
        #expect(try findings(plan, event: #"{"name": "purchase_done", "source": "wire:ga4"}"#) == "")
        #expect(try findings(plan, event: #"{"name": "tap", "source": "wire:ga4"}"#) == "")
        #expect(
            try findings(plan, event: #"{"name": "purchase", "source": "wire:ga4"}"#).hasSuffix("(unplanned-event)"))
        #expect(try findings(plan, event: #"{"name": "purchase"}"#) == "")
    }

    @Test func typesThatReferToEachOtherOverManyLevels() throws {
        let types = (0..<5_000).map { #""t\#($0)": {"properties": {"a": "t\#($0 + 1)"}}"# }
        let plan = try plan(
            #"{"plan": 1, "types": {\#(types.joined(separator: ", ")), "t5000": "integer"}, "events": {"e": {"parameters": {"v": "t0"}}}}"#
        )
        #expect(try findings(plan, #"{"v": {"a": {"a": {}}}}"#) == "")
        #expect(
            try findings(plan, #"{"v": {"a": {"b": 1}}}"#)
                == #"e: v.a.b: expected no parameter of this name, found 1 (unplanned-parameter)"#)
    }

    @Test func aCheckThatGivesUpInAnAlternativeIsAFinding() throws {
        let types = (0..<18).map { #""t\#($0)": {"oneOf": ["t\#($0 + 1)", "t\#($0 + 1)"]}"# }
        let plan = try plan(
            #"{"plan": 1, "types": {\#(types.joined(separator: ", ")), "t18": "integer"}, "events": {"e": {"parameters": {"v": "t0"}}}}"#
        )
        #expect(
            try findings(plan, #"{"v": 1}"#)
                == "e: expected an event that can be checked in 200000 steps, found an event that is too complex (unchecked)"
        )
    }

    @Test func aCheckThatTakesTooLongIsAFinding() throws {
        var schema = #"{"type": "integer"}"#
        for _ in 0..<40 { schema = #"{"anyOf": [\#(schema), \#(schema)]}"#; if schema.utf8.count > 1 << 20 { break } }
        let types = (0..<40).map { #""t\#($0)": {"oneOf": [{"$ref": "t\#($0 + 1)"}, {"$ref": "t\#($0 + 1)"}]}"# }
        let plan = try plan(
            #"{"plan": 1, "types": {\#(types.joined(separator: ", ")), "t40": "integer"}, "events": {"e": {"parameters": {"v": "t0"}}}}"#
        )
        #expect(
            try findings(plan, #"{"v": 1}"#)
                == "e: expected an event that can be checked in 200000 steps, found an event that is too complex (unchecked)"
        )
    }
}
