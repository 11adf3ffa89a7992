import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofVendors

/// Tests that the quick check of rows from data warehouses has the result of the full check.
struct QuickRowTests {
    /// Tests rows with lists of parameters, nulls, columns, and names with wildcards.
    @Test(arguments: ["ga4", "snowplow", "snowplow-snowflake", "snowplow-tsv"], [true, false])
    func rowsGiveTheSameResult(layout: String, isClosed: Bool) throws {
        let count = rounds(500, deep: 5_000)
        let plan = """
            {"plan": 1, "closed": \(isClosed), "events": {
              "buy": {"parameters": {"x": {"type": "integer"}, "t": {"type": "string", "pattern": "^[a-z7]*$"},
                "n": {"type": ["number", "null"], "maximum": 9}, "b": {"type": "boolean"}, "ga_x": {"type": "string"},
                "camelCase": {"type": "object", "properties": {"cityName": {"type": "integer"}}},
                "any": {"enum": ["7", 7, "a"]}, "items": {"type": "array"}}},
              "page_view": {"parameters": {}}, "page": {"kind": "page"}}}
            """
        var random = SeededGenerator(seed: UInt64(layout.count))
        func one(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
        func value() -> String {
            one(
                "1", "7", "7.5", "\"7\"", "\"a\"", "\"A\"", "null", "true", "4111111111111111", "\"\"", "[]", "{}",
                "\"\\u0061\"", "\"null\"", "\"a@b.example\"", "1e2", "007")
        }
        func object() -> String {
            let names = [
                "x", "t", "n", "b", "any", "ga_x", "other", "camel_case", "camelCase", "ga_session_id", "items",
            ]
            let members = (0..<Int.random(in: 0...3, using: &random)).map { _ -> String in
                let name = names.randomElement(using: &random) ?? ""
                if name.hasPrefix("camel") {
                    return "\"\(name)\":{" + one("\"cityName\":1", "\"city_name\":\"q\"", "") + "}"
                }
                return "\"\(name)\":" + value()
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        func list() -> String {
            let names = ["x", "t", "n", "b", "any", "ga_x", "other", "ga_session_id"]
            let parameters = (0..<Int.random(in: 0...3, using: &random)).map { _ -> String in
                let value = one(
                    #"{"int_value":"7"}"#, #"{"string_value":"7","int_value":null}"#, #"{"int_value":"a"}"#, "{}",
                    #"{"string_value":null,"double_value":7.5}"#, #"{"string_value":"a"}"#, #"{"int_value":7}"#, "5",
                    #"{"int_value":"4111111111111111"}"#, #"{"double_value":7.0}"#, #"{"string_value":""}"#, "null",
                    #"{"int_value":"07"}"#, #"{"bool_value":true}"#)
                return #"{"key":"\#(names.randomElement(using: &random) ?? "")","value":\#(value)}"#
            }
            return "[" + parameters.joined(separator: ",") + "]"
        }
        func row() -> String {
            let name = one("buy", "buy", "buy", "page_view", "other")
            switch layout {
            case "ga4":
                return #"{"event_name":"\#(name)","event_params":"# + list()
                    + one(#","items":[]"#, #","items":[{"item_id":"1"}]"#, #","items":null"#, "")
                    + one(
                        #","event_timestamp":"1763717400000000""#, #","event_timestamp":"x1""#, "",
                        #","event_timestamp":"17x""#)
                    + one(#","app_info":{"version":"7.0"}"#, #","app_info":null"#, #","app_info":{"version":""}"#)
                    + one(#","platform":"IOS"}"#, #","platform":null}"#, "}", "} x")
            case "snowplow-tsv":
                var columns = Array(repeating: "", count: 131)
                columns[0] = "shop"
                columns[1] = one("mob", "")
                columns[54] = one("", "", "", "", "act")
                columns[58] = one(
                    #"{"schema":"u","data":{"schema":"iglu:com.acme/buy/jsonschema/1-0-0","data":"# + object() + "}}",
                    "", #"{"data":null}"#, #"{"data":{"data":"# + object() + "}}")
                columns[124] = one("2026-11-21 09:30:00.000", "", "x")
                columns[126] = name
                if one("", "", "", "x") == "x" { columns[32] = "Title" }
                return columns.joined(separator: "\t") + one("", "", "\r")
            default:
                let json =
                    #"{"event_name":"\#(name)","collector_tstamp":"2026-11-21 09:30:00 UTC""#
                    + one(#","se_action":null"#, #","se_action":"""#, "", #","se_action":"act""#)
                    + one(#","unstruct_event_com_acme_other_1":null"#, "", #","unstruct_event_com_acme_other_1":{}"#)
                    + #","unstruct_event_com_acme_buy_1":"# + object()
                    + one(
                        #","contexts_com_snowplowanalytics_mobile_application_1":[{"version":"1.4"},{"version":"2"}]"#,
                        #","contexts_com_snowplowanalytics_mobile_application_1":[]"#,
                        #","contexts_com_snowplowanalytics_mobile_application_1":[null]"#, "")
                    + one(#","page_title":"Home""#, "") + one(#","se_value":2"#, "", "", "") + "}"
                guard layout == "snowplow-snowflake" else { return json }
                return json.replacing(/"[a-z][a-z_0-9]*":/) { match in
                    let name = String(match.output)
                    let isColumn = ["event", "coll", "se_", "unst", "cont", "page_"].contains {
                        name.dropFirst().hasPrefix($0)
                    }
                    return isColumn ? name.uppercased() : name
                }
            }
        }
        let text = (0..<count).map { _ in row() + "\n" }.joined()
        let own = try #require(ArchiveLayout(named: layout))
        let fast = try tallyBothWays(text.utf8, plan: plan) { $0.layout = .layout(own) }
        #expect(fast.check.fittingCount > count * 6 / 100, "\(fast.check.fittingCount)")
        // The test proves little if the quick reader reads few of the records.
        var reader = QuickReader(own, source: .wire("x"))
        #expect(countOfRecords(in: text.utf8, readBy: &reader) { _ in true } > count / 10)
        #expect(reader.isUsable)
    }
}
