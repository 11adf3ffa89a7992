import _TrackproofTestSupport
import Testing
import TrackproofArchives
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// Tests checks of events with parameters that the vendor's SDK adds. The check ignores them unless the plan has them.
struct OwnNameTests {
    /// Returns the findings of a check of records, such as `purchase price wrong-type`.
    private func findings(
        _ records: String..., plan: String, layout json: String? = nil
    ) throws -> [String: Int] {
        let folder = try TemporaryFolder()
        let path = try folder.write(records.joined(separator: "\n"), to: "a.ndjson")
        var settings = ArchiveSettings(today: "2026-11-24")
        if let json {
            settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json")))
        }
        let plan = try TrackingPlan(PlanNode(json: Array(plan.utf8), file: "plan.json"))
        let check = SplitCheck(PlanChecker(plan), settings) { _ in throw DamagedBytes("") }
        return try check.tally(ArchiveFile(path: path)).counts
    }

    private func ga4(_ name: String, _ parameters: (name: String, value: String)...) -> String {
        let list = parameters.map { #"{"key":"\#($0.name)","value":{"string_value":"\#($0.value)"}}"# }
        return #"{"event_name":"\#(name)","event_params":[\#(list.joined(separator: ","))]}"#
    }

    @Test func aParameterOfTheSDKIsCheckedIfThePlanHasIt() throws {
        let plan =
            #"{"plan":1,"events":{"article":{"parameters":{"page_title":{"enum":["T"],"required":true}}},"other":{}}}"#
        let url = ("page_location", "https://example.com")
        #expect(try findings(ga4("article", ("page_title", "T"), url), plan: plan) == [:])
        #expect(
            try findings(ga4("article", ("page_title", "X"), url), plan: plan) == ["article page_title not-in-enum": 1])
        #expect(try findings(ga4("article", url), plan: plan) == ["article page_title missing": 1])
        #expect(try findings(ga4("other", ("page_title", "X"), url), plan: plan) == [:])
    }

    /// An older version of an event can have a parameter that the newest version ignores, and the other way round.
    @Test func eachVersionIgnoresWhatItDoesNotHave() throws {
        let plan = """
            {"plan":1,"events":{"select":{"parameters":{"id":{"type":"string","required":true}},
              "versions":{"1":{"parameters":{"page_title":{"type":"string","required":true}}}}}}}
            """
        #expect(try findings(ga4("select", ("page_title", "T")), plan: plan) == ["select  outdated": 1])
        #expect(try findings(ga4("select", ("id", "1"), ("page_title", "T")), plan: plan) == [:])
        #expect(try findings(ga4("select", ("page_referrer", "T")), plan: plan) == ["select id missing": 1])
    }

    @Test func aRepeatedParameterThatThePlanHasIsUnreadable() throws {
        let plan = #"{"plan":1,"events":{"buy":{"parameters":{"page_title":{"enum":["a"]}}},"other":{}}}"#
        let twice = [("page_title", "a"), ("page_title", "BAD")]
        #expect(
            try findings(ga4("buy", twice[0], twice[1]), plan: plan) == ["unreadable records  unreadable": 1])
        #expect(try findings(ga4("other", twice[0], twice[1]), plan: plan) == [:])
    }

    /// The quick check must read the same fields as the full check, which reads the traits of all events.
    ///
    /// Only the full check reads a record with an escape in the name of a member.
    @Test(arguments: ["user.traits", "t_*"])
    func bothChecksReadTraits(path: String) throws {
        let layout = #"{"layout":1,"event":"event","parameters":"p","traits":"\#(path)"}"#
        let plan = #"{"plan":1,"events":{"a":{"parameters":{"x":{"type":"integer"}}}}}"#
        func records(_ member: String) throws -> [String: Int] {
            try findings(
                #"{"\#(member)":"a","p":{"x":1},"user":"{anonymous}"}"#,
                #"{"\#(member)":"a","p":{"x":"q"},"user":"{anonymous}"}"#,
                #"{"\#(member)":"a","p":{"x":1},"t_1":{"a":1},"t_2":{"a":1}}"#, plan: plan, layout: layout)
        }
        let found = try records("event")
        #expect(found["a x wrong-type"] == 1)
        #expect(try records(#"\u0065vent"#) == found)
    }
}
