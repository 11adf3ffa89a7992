import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// Tests checks of rows from data warehouses, whose columns do not have the names and types of the app.
struct WarehouseTests {
    private let plan = """
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

    private func tally(_ rows: String, plan: String? = nil, layout json: String? = nil) throws -> ArchiveTally {
        let folder = try TemporaryFolder()
        let path = try folder.write(rows, to: "a.ndjson")
        var settings = ArchiveSettings(today: "2026-11-24")
        if let json {
            settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json")))
        }
        let plan = try TrackingPlan(PlanNode(json: Array((plan ?? self.plan).utf8), file: "plan.json"))
        let check = SplitCheck(PlanChecker(plan), settings) { _ in throw DamagedBytes("") }
        return try check.tally(ArchiveFile(path: path))
    }

    /// Returns the findings of a check of a row, such as `purchase price wrong-type`.
    private func findings(_ row: String, plan: String? = nil, layout: String? = nil) throws -> [String] {
        try tally(row, plan: plan, layout: layout).counts.keys.sorted()
    }

    private func segment(_ columns: String) -> String {
        #"{"id":"1","received_at":"2026-11-21 09:30:00 UTC","event":"order_completed","event_text":"Order Completed",\#(columns)}"#
    }

    @Test func columnsOfSegmentHaveTheNamesAndTypesOfThePlan() throws {
        #expect(
            try findings(
                segment(
                    #""order_id":"o","order_idvalue":"3","is_gift":"true","_3d_secure":"0","ship_to_city_name":"Oslo","#
                        + #""ship_to_geo_lat":"59.9","products":"[{\"sku\":\"A\",\"unitPrice\":\"9.5\"}]""#)) == [])
        #expect(
            try findings(
                segment(
                    #""order_id_value":"0","is_gift":"maybe","ship_to_geo_lat":"north","products":"none","extra":1"#))
                == [
                    "Order Completed extra unplanned-parameter", "Order Completed isGift wrong-type",
                    "Order Completed orderID missing", "Order Completed orderIDValue range",
                    "Order Completed products wrong-type", "Order Completed shipTo.cityName missing",
                    "Order Completed shipTo.geo.lat wrong-type",
                ])
    }

    @Test func columnsOfSnowflakeAreInUpperCase() throws {
        let row =
            #"{"ID":"1","CHANNEL":"mobile","EVENT":"order_completed","EVENT_TEXT":"Order Completed","ORDER_ID":7,"SHIP_TO_CITY_NAME":"Oslo"}"#
        #expect(try findings(row) == ["Order Completed orderID wrong-type"])
    }

    @Test func membersOfSnowplowsColumnsAreInSnakeCase() throws {
        func row(_ members: String) -> String {
            #"{"event_name":"link_click","collector_tstamp":"t","unstruct_event_com_acme_link_click_1":{\#(members)}}"#
        }
        #expect(
            try findings(
                row(
                    #""target_url":"u","item_count":"2","ship_to":{"city_name":"Oslo","geo":{"lat":"1.5"}},"#
                        + #""products":[{"unit_price":"2"}]"#)) == [])
        #expect(
            try findings(row(#""item_count":"two","ship_to":{"geo":null},"products":[{"unit_price":"x"}]"#)) == [
                "link_click itemCount wrong-type", "link_click products[].unitPrice wrong-type",
                "link_click shipTo.cityName missing", "link_click targetUrl missing",
            ])
    }

    @Test func redshiftHasATableForEachEventOfSnowplow() throws {
        #expect(
            try findings(
                #"{"schema_vendor":"com.acme","schema_name":"link_click","root_id":"1","target_url":"u","ship_to.geo.lat":1,"products":"[]"}"#
            ) == ["link_click shipTo.cityName missing"])
    }

    @Test func amplitudeCanJoinTheNamesOfMembers() throws {
        #expect(
            try findings(
                #"{"event_type":"link_click","amplitude_id":1,"event_properties":{"targetUrl":"u","shipTo.cityName":"Oslo"}}"#
            ) == [])
        #expect(
            try findings(
                #"{"event_type":"link_click","amplitude_id":1,"event_properties":{"targetUrl":"u","shipTo":{"cityName":1}}}"#
            ) == ["link_click shipTo.cityName wrong-type"])
    }

    @Test func productsOfGA4AreParameters() throws {
        func row(_ columns: String) -> String { #"{"event_name":"purchase","event_params":[],\#(columns)}"# }
        #expect(
            try findings(
                row(
                    #""items":[{"item_id":"A","item_brand":"(not set)","quantity":"2","price":9,"item_revenue":18.0,"#
                        + #""item_params":[{"key":"size","value":{"string_value":"XL"}}]}]"#)) == [])
        #expect(
            try findings(
                row(#""items":[{"quantity":"0","item_params":[{"key":"size","value":{"string_value":"L"}}]}]"#))
                == [
                    "purchase items[].item_id missing", "purchase items[].quantity range",
                    "purchase items[].size not-in-enum",
                ])
        #expect(try findings(row(#""items":[]"#)) == ["purchase items missing"])
    }

    /// Google also puts the text "7" of an app into the column of integers.
    @Test func numbersOfGA4CanBeTexts() throws {
        func row(_ key: String, _ value: String) -> String {
            #"{"event_name":"purchase","event_params":[{"key":"\#(key)","value":{\#(value)}}],"items":[{"item_id":"A"}]}"#
        }
        for value in [#""int_value":"7""#, #""double_value":7.5"#, #""string_value":"7""#] {
            for key in ["sku", "value", "code"] { #expect(try findings(row(key, value)) == [], "\(key) \(value)") }
        }
        #expect(try findings(row("value", #""string_value":"seven""#)) == ["purchase value wrong-type"])
    }

    @Test func aLayoutFileDescribesTheColumns() throws {
        let layout = """
            {"layout":1,"event":"e","form":"columns","names":"snake_case","nesting":"__","types":"lost","nulls":"absent"}
            """
        #expect(
            try findings(
                #"{"e":"link_click","target_url":"u","item_count":"2","ship_to__city_name":"Oslo"}"#, layout: layout)
                == [])
        #expect(
            try findings(
                #"{"e":"link_click","target_url":"u","item_count":"2"}"#,
                layout: #"{"layout":1,"event":"e","form":"columns"}"#)
                == [
                    "link_click item_count unplanned-parameter", "link_click targetUrl missing",
                    "link_click target_url unplanned-parameter",
                ])
    }

    /// A type that contains itself has names at every depth.
    @Test func aTypeCanContainItself() throws {
        let plan = """
            {"plan":1,"types":{"node":{"type":"object","properties":{"nodeValue":{"type":"integer"},
              "nextNode":{"type":"node"}}}},"events":{"e":{"parameters":{"firstNode":{"type":"node"}}}}}
            """
        let row = #"{"n":"e","first_node":{"next_node":{"next_node":{"node_value":"x"}}}}"#
        let layout = #"{"layout":1,"event":"n","form":"columns","names":"snake_case","nesting":"_"}"#
        #expect(
            try findings(row, plan: plan, layout: layout)
                == ["e firstNode.nextNode.nextNode.nodeValue wrong-type"])
    }

    // MARK: Vendors' own

    @Test func aTimeThatCannotBeReadIsReported() throws {
        let rows = [
            segment(#""order_id":"o","timestamp":"2026-11-21 01:30:00.000 -0800""#),
            segment(#""order_id":"o","timestamp":"yesterday""#), segment(#""order_id":"o","timestamp":"today""#),
        ]
        let tally = try tally(rows.joined(separator: "\n"))
        #expect(tally.summary.unreadTimes?.count == 2)
        #expect(tally.summary.unreadTimes?.example == "today")
        #expect(tally.summary.members["all"]?.object?["firstTime"]?.string == "2026-11-21T09:30:00.000Z")
    }

    /// The check ignores the event, so its parameters need not be readable.
    @Test func anEventOfAnSDKCanHaveUnreadableParameters() throws {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        func row(_ name: String) -> String {
            #"{"event":"\#(name)","distinct_id":"u","uuid":"1","properties":{"a":\#(deep)}}"#
        }
        #expect(try findings(row("$snapshot")) == [])
        #expect(try findings(row("purchase")) == ["unreadable records  unreadable"])
        #expect(try findings(row("unknown")) == ["unreadable records  unreadable"])
    }

    /// A vendor's event such as `page_view` is a page, unless the plan has the vendor's event.
    @Test func aPlanCanHaveTheVendorsEvent() throws {
        func row(_ name: String, _ parameters: (String, String)...) -> String {
            let list = parameters.map { #"{"key":"\#($0.0)","value":{"string_value":"\#($0.1)"}}"# }
            return #"{"event_name":"\#(name)","event_params":[\#(list.joined(separator: ","))]}"#
        }
        let url = ("page_location", "https://shop.example/b")
        let own = """
            {"plan":1,"events":{"page_view":{"parameters":{"page_location":{"type":"string","required":true},
              "page_type":{"enum":["list"],"required":true}}}}}
            """
        #expect(try findings(row("page_view", url, ("page_title", "Shop"), ("page_type", "list")), plan: own) == [])
        #expect(
            try findings(row("page_view", ("page_title", "Shop")), plan: own) == [
                "page_view page_location missing", "page_view page_type missing",
            ])
        // A plan without pages does not describe the pages that an SDK tracks by itself.
        #expect(try findings(row("page_view", url, ("page_title", "Shop"))) == [])
        let pages = #"{"plan":1,"events":{"Shop":{"kind":"page"}}}"#
        #expect(try findings(row("page_view", url, ("page_title", "Shop")), plan: pages) == [])
        #expect(try findings(row("page_view", url, ("page_title", "Shpo")), plan: pages) == ["Shpo  unplanned-event"])
        #expect(try findings(row("screen_view", ("screen_name", "Cart")), plan: pages) == [])
        // A screen that an SDK tracks by itself can have no name.
        let screens = #"{"plan":1,"events":{"Home":{"kind":"screen"}}}"#
        #expect(
            try findings(#"{"event":"$screen","distinct_id":"u","uuid":"1","properties":{}}"#, plan: screens) == [])
    }

    @Test func whatSDKsAddIsNoFinding() throws {
        let plan =
            #"{"plan":1,"events":{"a":{"parameters":{"x":{}}},"Home":{"kind":"page","parameters":{"title":{}}}}}"#
        for name in ["Application Opened", "Deep Link Opened"] {
            for row in [
                #"{"type":"track","event":"\#(name)","messageId":"1","userId":"u","properties":{"version":"1"}}"#,
                #"{"event":"\#(name)","distinct_id":"u","uuid":"1","properties":{"version":"1"}}"#,
            ] { #expect(try findings(row, plan: plan) == []) }
            #expect(
                try findings(#"{"event_type":"\#(name)","amplitude_id":1,"event_properties":{}}"#, plan: plan)
                    == ["\(name)  unplanned-event"])
        }
        #expect(
            try findings(
                #"{"type":"page","name":"Home","messageId":"1","userId":"u","properties":{"name":"Home","path":"/","url":"u","title":"T","theme":"dark"}}"#,
                plan: plan) == ["Home theme unplanned-parameter"])
        #expect(
            try findings(
                #"{"event":"a","properties":{"distinct_id":"u","time":1,"utm_source":"n","gclid":"1","x":1}}"#,
                plan: plan) == [])
        func snowplow(_ name: String, _ vendor: String) -> String {
            #"{"event_name":"\#(name)","event_vendor":"\#(vendor)","collector_tstamp":"2026-11-21 09:30:00"}"#
        }
        #expect(try findings(snowplow("link_click", "com.snowplowanalytics.snowplow"), plan: plan) == [])
        #expect(try findings(snowplow("application_install", "com.snowplowanalytics.mobile"), plan: plan) == [])
        #expect(try findings(snowplow("link_click", "com.acme"), plan: plan) == ["link_click  unplanned-event"])
    }
}
