import _TrackproofTestSupport
import Testing
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

    /// Returns the findings of a check of a row, such as `purchase price wrong-type`.
    private func findings(_ row: String, layout json: String? = nil) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(row, to: "a.ndjson")
        var settings = ArchiveSettings(today: "2026-11-24")
        if let json {
            settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json")))
        }
        let plan = try TrackingPlan(PlanNode(json: Array(plan.utf8), file: "plan.json"))
        let check = SplitCheck(PlanChecker(plan), settings) { _ in throw DamagedBytes("") }
        return try check.tally(ArchiveFile(path: path)).counts.keys.sorted()
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
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"n":"e","first_node":{"next_node":{"next_node":{"node_value":"x"}}}}"#, to: "a.ndjson")
        var settings = ArchiveSettings(today: "2026-11-24")
        let layout = #"{"layout":1,"event":"n","form":"columns","names":"snake_case","nesting":"_"}"#
        settings.layout = .layout(try ArchiveLayout(PlanNode(json: Array(layout.utf8), file: "layout.json")))
        let check = SplitCheck(
            PlanChecker(try TrackingPlan(PlanNode(json: Array(plan.utf8), file: "plan.json"))), settings
        ) { _ in throw DamagedBytes("") }
        #expect(
            try check.tally(ArchiveFile(path: path)).counts.keys.sorted()
                == ["e firstNode.nextNode.nextNode.nodeValue wrong-type"])
    }
}
