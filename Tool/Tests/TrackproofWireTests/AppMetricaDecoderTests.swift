import Testing
import Trackproof
import TrackproofJSON
import TrackproofWire

@Suite struct AppMetricaDecoderTests {
    private let path = "/logs/v1/import/events"
    private let key: [(name: String, value: String)] = [("post_api_key", "k"), ("application_id", "1")]
    private let common: EventParameters = ["post_api_key": "k", "application_id": "1"]

    @Test func decodesAnEventInTheQuery() throws {
        let query = [
            ("event_name", "purchase"), ("profile_id", "user-7"), ("event_timestamp", "1795253400"),
            ("event_json", EventValue.object(Captured.values).json), ("session_type", "foreground"),
        ]
        #expect(
            try AppMetricaDecoder.events(request(path, query: key + query.map { ($0.0, $0.1) })) == [
                .wire(
                    "appmetrica", Event("purchase", Captured.values), user: "user-7",
                    time: EventTime("2026-11-21T09:30:00Z"), context: common.merging(["session_type": "foreground"]))
            ])
    }

    @Test func decodesEachRowOfACSVTable() throws {
        let body = """
            application_id,appmetrica_device_id,profile_id,event_name,event_timestamp,event_json\r
            2,123,,"say ""hi"", Ä",1795253400,"{""a"":1,\n""b"":null}"\r
            \r
            2,,user-7,opened,soon,\r
            2,,user-7,cut\r
            2,,,nobody,1,\r
            2,1,both,x,1,\r
            2,1,,,1,\r
            2,1,,bad,1,"{"
            """
        let request = request(path + ".csv", body, query: key)
        let items = try AppMetricaDecoder.decode(request).items
        #expect(
            items[0]
                == .event(
                    .wire(
                        "appmetrica", Event("say \"hi\", Ä", ["a": 1, "b": EventValue.null]),
                        time: EventTime("2026-11-21T09:30:00Z"), anonymous: "123",
                        context: ["post_api_key": "k", "application_id": "2"])))
        #expect(
            items[1]
                == .event(
                    .wire(
                        "appmetrica", Event("opened"), user: "user-7", time: nil,
                        context: ["post_api_key": "k", "application_id": "2", "event_timestamp": "soon"])))
        #expect(
            AppMetricaDecoder.outcome(request) == [
                "say \"hi\", Ä",
                "opened",
                "rows.2: expected 6 fields as in the header, found 4",
                "rows.3.profile_id: missing, expected profile_id or appmetrica_device_id",
                "rows.4.profile_id: expected either profile_id or appmetrica_device_id, found both",
                "rows.5.event_name: missing, expected a string",
                "rows.6.event_json: line 1, column 2: the text ends inside a value",
            ])
        #expect(AppMetricaDecoder.answer(request) == (200, ""))
    }

    @Test func anInvalidRequestIsRejected() {
        let nameless = request(path, query: key)
        #expect(
            AppMetricaDecoder.answer(nameless) == (
                400,
                #"{"errors":[{"error_type":"invalid_parameter","message":"event_name: missing, expected a string"}],"#
                    + #""code":400,"message":"event_name: missing, expected a string"}"#
            ))
        func table(_ body: String) -> [String] { AppMetricaDecoder.outcome(request(path + ".csv", body)) }
        #expect(table("") == ["whole: the table has no header"])
        let headerless =
            "whole: header: expected the names of the columns, among them event_name, in the first line of the table"
        #expect(table("1,evil,1,{}") == [headerless])
        #expect(table("[[[[\n1") == [headerless])
        #expect(table("event_name,profile_id\n") == [])
        let named = request(path + ".csv", "profile_id\nu", query: [("event_name", "a")])
        #expect(AppMetricaDecoder.outcome(named) == ["a"])
        #expect(table("a,b\n1,\"x\n") == ["whole: line 2: the text ends inside quotes"])
        #expect(table("a,b\n\n1,\"x\"y\n") == ["whole: line 3: expected ',' or a line end after the closing quote"])
        #expect(
            table("event_name" + String(repeating: "\n1", count: 10_001))
                == ["whole: rows: expected at most 10000 items, found 10001"])
        #expect(
            AppMetricaDecoder.outcome(
                WireRequest(path: path + ".csv", body: Array("event_name\n".utf8) + [0xFF])) == [
                    "whole: line 2: a field is not UTF-8"
                ])
        #expect(
            AppMetricaDecoder.outcome(
                request(path, query: [("event_name", "a"), ("profile_id", "u"), ("event_json", "[]")])) == [
                    "whole: event_json: expected an object, found an array"
                ])
    }

    @Test func contextSharedByAllRowsHasALimit() {
        let name = String(repeating: "x", count: 10_000)
        let rows = String(repeating: "1,A,u\n", count: 10_000)
        #expect(
            AppMetricaDecoder.outcome(request(path + ".csv", "\(name),event_name,profile_id\n" + rows)) == [
                "whole: 10000 events share 10045 bytes of context, too much to repeat in each"
            ])
    }

    @Test func anEmptyProfileIDDoesNotBecomeTheUser() throws {
        let query = [("event_name", "A"), ("profile_id", ""), ("appmetrica_device_id", "1")]
        let event = try #require(
            try AppMetricaDecoder.events(request(path, query: query.map { ($0.0, $0.1) })).first)
        #expect(event == .wire("appmetrica", Event("A"), time: nil, anonymous: "1", context: ["profile_id": ""]))
    }

    @Test func recognizesItsPaths() {
        #expect(AppMetricaDecoder.recognizes(request(path)))
        #expect(AppMetricaDecoder.recognizes(request(path + ".csv")))
        #expect(!AppMetricaDecoder.recognizes(request(path + ".json")))
    }
}
