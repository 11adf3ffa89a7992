import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofPlans
import TrackproofVendors

/// Tests checks of rows from data warehouses, whose columns do not have the names and types of the app, and of
/// parameters and events that vendors' SDKs add.
struct WarehouseTests {
    private static let shop = """
        {"plan":1,"types":{"address":{"type":"object","required":["cityName"],"properties":{
            "cityName":{"type":"string"},"geo":{"type":"object","properties":{"lat":{"type":"number"}}}}}},
          "events":{"Order Completed":{"parameters":{
            "orderID":{"type":"string","required":true},"orderIDValue":{"type":"integer","minimum":1},
            "isGift":{"type":"boolean"},"3dSecure":{"type":"boolean"},"shipTo":{"type":"address"},
            "products":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},
              "unitPrice":{"type":"number"}}}}}},
          "link_click":{"parameters":{"targetUrl":{"type":"string","required":true},"itemCount":{"type":"integer"},
            "shipTo":{"type":"address"},"products":{"type":"array","items":{"type":"object",
              "properties":{"unitPrice":{"type":"number"}}}}}},
          "purchase":{"parameters":{"sku":{"type":"string"},"value":{"type":"number"},
            "code":{"oneOf":[{"type":"number"},{"type":"string"}]},"items":{"type":"array","required":true,
              "items":{"type":"object","required":["item_id"],"properties":{"item_id":{"type":"string"},
                "quantity":{"type":"integer","minimum":1},"price":{"type":"number"},"size":{"enum":["S","XL"]}}}}}}}}
        """

    private func tally(_ rows: [String], plan: String = shop, layout json: String? = nil) throws -> ArchiveTally {
        try tallyBothWays(rows.map { $0 + "\n" }.joined().utf8, plan: plan) { settings in
            guard let json else { return }
            settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json")))
        }
    }

    /// Compares the findings of rows, such as `purchase price wrong-type`, and how often each occurs.
    ///
    /// Before the rows, a step can have a plan, and a layout if the check cannot recognize it.
    @Test func rowsHaveTheFindingsThatAreAccepted() throws {
        try expectTranscript("findings") { _, lines in
            let plan = lines.first { $0.hasPrefix(#"{"plan":"#) }
            let layout = lines.first { $0.hasPrefix(#"{"layout":"#) }
            let rows = lines.filter { $0 != plan && $0 != layout }
            let tally = try tally(rows, plan: plan ?? Self.shop, layout: layout)
            let counts = tally.counts.sorted { $0.key < $1.key }.map { finding, count in
                count == 1 ? finding : "\(finding) (\(count))"
            }
            return counts.isEmpty ? "all fit" : counts.joined(separator: "\n")
        }
    }

    @Test func aTimeThatCannotBeReadIsReported() throws {
        func segment(_ time: String) -> String {
            #"{"id":"1","received_at":"2026-11-21 09:30:00 UTC","event":"e","event_text":"e",\#(time)}"#
        }
        let rows = [
            segment(#""timestamp":"2026-11-21 01:30:00.000 -0800""#),
            segment(#""timestamp":"yesterday""#), segment(#""timestamp":"today""#),
        ]
        let tally = try tally(rows)
        #expect(tally.summary.unreadTimes.count == 2)
        #expect(tally.summary.unreadTimes.example == "today")
        #expect(tally.summary.members["all"]?.object?["firstTime"]?.string == "2026-11-21T09:30:00.000Z")
    }

    /// The check ignores the event, so its parameters need not be readable.
    @Test func anEventOfAnSDKCanHaveUnreadableParameters() throws {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        func row(_ name: String) -> String {
            #"{"event":"\#(name)","distinct_id":"u","uuid":"1","properties":{"a":\#(deep)}}"#
        }
        #expect(try tally([row("$snapshot")]).counts == [:])
        for name in ["purchase", "unknown"] {
            #expect(try tally([row(name)]).counts == ["unreadable records  unreadable": 1])
        }
    }
}
