import Testing
import Trackproof
import TrackproofWire

@Suite struct MatomoDecoderTests {
    private func event(_ query: (String, String)...) throws -> RecordedEvent? {
        try MatomoDecoder.events(
            request("/matomo.php", method: "GET", query: [("idsite", "1")] + query.map { ($0.0, $0.1) })
        ).first
    }

    private func wire(_ event: Event, time: EventTime? = nil, _ context: EventParameters = [:]) -> RecordedEvent {
        .wire("matomo", event, time: time, context: (["idsite": "1"] as EventParameters).merging(context))
    }

    @Test func decodesAnEventAndPages() throws {
        // A request as in Matomo's documentation.
        #expect(
            try event(
                ("rec", "1"), ("apiv", "1"), ("rand", "351459"), ("_id", "af344a398df83874"), ("uid", "user-7"),
                ("url", "https://example.com/ü"), ("e_c", "Videos"), ("e_a", "Play"), ("e_n", "日本"), ("e_v", "9.50"),
                ("dimension1", "pro"), ("cdt", "1795253400"), ("h", "9"), ("ca", "1"))
                == .wire(
                    "matomo", Event("Play", ["e_c": "Videos", "e_n": "日本", "e_v": 9.5, "dimension1": "pro"]),
                    user: "user-7", time: EventTime("2026-11-21T09:30:00Z"), anonymous: "af344a398df83874",
                    context: [
                        "idsite": "1", "rec": "1", "apiv": "1", "rand": "351459", "url": "https://example.com/ü",
                        "h": "9", "ca": "1",
                    ]))
        #expect(
            try event(
                ("action_name", "Help / Feedback"), ("url", "https://example.com/"), ("urlref", "https://a.example/"),
                ("cvar", #"{"1":["OS","ü"]}"#), ("pf_net", "12"), ("pv_id", "Ab12Cd"), ("cdt", "2026-11-21 09:30:00"),
                ("cid", "bf344a398df83874"), ("_id", "af344a398df83874"))
                == .wire(
                    "matomo",
                    .page(
                        "Help / Feedback",
                        [
                            "url": "https://example.com/", "urlref": "https://a.example/",
                            "cvar": EventParameters([EventParameter("1", .array([.string("OS"), .string("ü")]))]),
                        ]), time: EventTime("2026-11-21T09:30:00Z"), anonymous: "bf344a398df83874",
                    context: ["idsite": "1", "pf_net": "12", "pv_id": "Ab12Cd", "_id": "af344a398df83874"]))
        #expect(try event(("url", "https://example.com/")) == wire(.page("https://example.com/")))
    }

    private static let items = EventValue.array([
        .array([.string("a-1"), .string("Ä"), .string(""), .number(9.5), .integer(2)])
    ])

    @Test func decodesOtherActions() throws {
        #expect(
            try event(("idgoal", "3"), ("revenue", "5.5"))
                == wire(Event("goal", ["idgoal": "3", "revenue": 5.5])))
        #expect(
            try event(("idgoal", "0"), ("ec_id", "T-1"), ("ec_items", #"[["a-1","Ä","",9.5,2]]"#), ("revenue", "19"))
                == wire(
                    Event(
                        "ecommerce_order",
                        ["ec_id": "T-1", "ec_items": Self.items, "revenue": 19]), ["idgoal": "0"]))
        #expect(
            try event(("idgoal", "0"), ("ec_items", "[]"))
                == wire(Event("ecommerce_cart", ["ec_items": EventValue.array([])]), ["idgoal": "0"]))
        #expect(
            try event(("search", "shoes"), ("search_cat", "all"), ("search_count", "0"))
                == wire(Event("search", ["search": "shoes", "search_cat": "all", "search_count": 0])))
        #expect(
            try event(("download", "a.pdf"), ("url", "a.pdf"))
                == wire(Event("download", ["download": "a.pdf"]), ["url": "a.pdf"]))
        #expect(try event(("link", "b")) == wire(Event("link", ["link": "b"])))
        #expect(
            try event(("c_n", "Ad"), ("c_p", "i.png"))
                == wire(Event("content_impression", ["c_n": "Ad", "c_p": "i.png"])))
        #expect(
            try event(("c_n", "Ad"), ("c_i", "click"))
                == wire(Event("content_interaction", ["c_n": "Ad", "c_i": "click"])))
        #expect(try event(("ca", "1"), ("cra", "boom")) == wire(Event("crash", ["cra": "boom"]), ["ca": "1"]))
        #expect(try event(("ping", "1"), ("url", "x")) == wire(Event("ping"), ["ping": "1", "url": "x"]))
    }

    @Test func decodesAForm() throws {
        let body = "action_name=Gr%C3%B6%C3%9Fe+L&e_x=%zz&idsite=7&url=a%26b&empty"
        #expect(
            try MatomoDecoder.events(request("/piwik.php", body, query: [("idsite", "1")])) == [
                wire(.page("Größe L", ["url": "a&b"]), ["e_x": "%zz", "empty": ""])
            ])
        #expect(
            MatomoDecoder.outcome(request("/matomo.php", "idsite=1&action_name=%FF"))
                == ["whole: action_name: not UTF-8"])
    }

    @Test func decodesABulkRequest() throws {
        let body = #"""
            {"requests":["?idsite=1&url=https%3A%2F%2Fexample.org&action_name=A%20b&rec=1",
             "idsite=1","?action_name=x",7,{"idsite":1,"e_c":"c","e_a":"a","e_v":2.5,"e_n":null},
             "https://m.example/matomo.php?idsite=1&link=b#end","?idsite=1&e_a=a","?idsite=1&e_c=c&e_a=%FF","?idsite=1"],
             "token_auth":"t"}
            """#
        let request = request("/matomo.php", body)
        #expect(
            MatomoDecoder.outcome(request) == [
                "A b",
                "requests.1: expected a query that starts with '?'",
                "requests.2.idsite: missing, expected the id of the site",
                "requests.3: expected a string, found an integer",
                "a",
                "link",
                "requests.6.e_c: missing, expected a string",
                "requests.7.e_a: not UTF-8",
                "requests.8: expected `action_name`, `url` or the fields of an event",
            ])
        let items = try MatomoDecoder.decode(request).items
        #expect(
            items[4]
                == .event(
                    .wire(
                        "matomo", Event("a", ["e_c": "c", "e_v": 2.5, "e_n": EventValue.null]), time: nil,
                        context: ["token_auth": "t", "idsite": 1])))
        #expect(MatomoDecoder.answer(request) == (200, #"{"status":"success","tracked":3,"invalid":6}"#))
    }

    @Test func anInvalidBulkRequestIsRejected() {
        #expect(
            MatomoDecoder.outcome(request("/matomo.php", #"{"requests":{}}"#)) == [
                "whole: requests: expected an array, found an object"
            ])
        #expect(
            MatomoDecoder.answer(request("/matomo.php", #"{"requests":["#))
                == (400, #"{"status":"error","tracked":0,"invalid":0}"#))
    }

    @Test func aDeclinedImageIsNotSent() {
        func status(_ query: [(String, String)], _ body: String = "") -> (Int, Int) {
            let reply = MatomoDecoder.answer(
                request("/matomo.php", body, query: query.map { ($0.0, $0.1) }))
            return (reply.status, reply.body.utf8.count)
        }
        #expect(status([("idsite", "1"), ("url", "x")]).0 == 200)
        #expect(status([("idsite", "1"), ("url", "x")]).1 > 0)
        #expect(status([("idsite", "1"), ("url", "x"), ("send_image", "0")]) == (204, 0))
        #expect(status([], "idsite=1&url=x&send_image=0") == (204, 0))
        #expect(status([("idsite", "1")]).0 == 400)
    }

    @Test func recognizesItsPaths() {
        #expect(MatomoDecoder.recognizes(request("/stats/matomo.php")))
        #expect(MatomoDecoder.recognizes(request("/piwik.php/")))
        #expect(!MatomoDecoder.recognizes(request("/matomo.js")))
        #expect(!MatomoDecoder.recognizes(request("/matomo.php/x")))
    }
}
