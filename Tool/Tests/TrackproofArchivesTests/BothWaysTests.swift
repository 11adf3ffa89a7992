import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofVendors
import TrackproofWire

/// Tests that the requests of a vendor's SDK and the vendor's export of the same events have the same findings.
struct BothWaysTests {
    private static let plan = """
        {"plan":1,"events":{
          "order_completed":{"parameters":{
            "orderId":{"type":"string","required":true,"pattern":"^o-"},
            "total":{"type":"number","required":true,"minimum":0},
            "itemCount":{"type":"integer","required":true},
            "isGift":{"type":"boolean"},
            "method":{"type":"string","enum":["card","cash"]},
            "address":{"type":"object","required":["cityName"],"properties":{"cityName":{"type":"string","maxLength":5}}},
            "lines":{"type":"array","items":{"type":"object","required":["sku"],"properties":{
              "sku":{"type":"string"},"unitPrice":{"type":"number"}}}}}},
          "cart":{"kind":"screen","parameters":{"itemCount":{"type":"integer","required":true}}},
          "old_tap":{"parameters":{},"replaced_by":"order_completed","expires":"2026-01-01"}}}
        """

    // MARK: Events

    /// An order as the plan wants it.
    private static let order: EventParameters = [
        "orderId": "o-1", "total": 19.5, "itemCount": 2, "isGift": true, "method": "card",
        "address": ["cityName": "Oslo"] as EventParameters,
        "lines": EventValue.array([.object(["sku": "A1", "unitPrice": 9.75])]),
    ]

    /// Fifty events: each mistake of this list in turn, in orders and on screens.
    private static let events: [Event] = (0..<50).map { number in
        var order = order
        var name = "order_completed"
        switch number % 25 {
        case 0: order["orderId"] = .string("o-\(number)")
        case 1: order["orderId"] = nil
        case 2: order["orderId"] = .string("1")
        case 3: order["total"] = nil
        case 4: order["total"] = .integer(-1)
        case 5: order["total"] = .string("much")
        case 6: order["itemCount"] = .number(2.5)
        case 7: order["itemCount"] = .string("two")
        case 8: order["method"] = .string("cheque")
        case 9: order["isGift"] = .string("maybe")
        case 10: order["address"] = .object([:])
        case 11: order["address"] = .object(["cityName": "Kristiansand"])
        case 12: order["address"] = nil
        case 13: order["lines"] = .array([.object(["sku": "A"]), .object(["unitPrice": 1])])
        case 14: order["lines"] = .array([.object(["sku": "A", "unitPrice": "x"])])
        case 15: order["lines"] = .array([])
        case 16: order["coupon"] = .string("X")
        case 17: order["total"] = .null
        case 18: name = "order_complete"
        case 19: (name, order) = ("old_tap", [:])
        case 20: return Event("cart", ["itemCount": 3], kind: .screen)
        case 21: return Event("cart", [:], kind: .screen)
        case 22: return Event("cart", ["itemCount": "many"], kind: .screen)
        case 23: return Event("crat", ["itemCount": 3], kind: .screen)
        default: order["total"] = .integer(20)
        }
        return Event(name, order)
    }

    // MARK: Vendors

    /// A vendor's request and export of some events.
    struct Case: Sendable, CustomTestStringConvertible {
        let layout: String
        /// The events that the vendor's SDK can send.
        var canSend: @Sendable (Event) -> Bool = { _ in true }
        let request: @Sendable ([Event]) -> WireRequest
        let row: @Sendable (Event) -> String

        var testDescription: String { layout }
    }

    private static func post(_ path: String, _ body: EventParameters) -> WireRequest {
        let headers = [(name: "content-type", value: "application/json")]
        return WireRequest(path: path, headers: headers, body: Array(EventValue.object(body).json.utf8))
    }

    private static func list(_ events: [Event], _ item: (Event) -> EventParameters) -> EventValue {
        .array(events.map { .object(item($0)) })
    }

    private static let time = "2026-11-21T09:30:00.000Z"

    /// A call of Segment and RudderStack, which both use for requests and exports.
    @Sendable private static func call(_ event: Event) -> EventParameters {
        [
            "type": .string(event.kind.rawValue), event.kind == .track ? "event" : "name": .string(event.name),
            "messageId": "m", "anonymousId": "a", "timestamp": .string(time), "properties": .object(event.parameters),
        ]
    }

    /// The event under the name that the vendor gives to screens.
    private static func named(_ event: Event, _ screen: String, _ name: String) -> Event {
        event.kind == .track ? event : Event(screen, event.parameters.merging([name: .string(event.name)]))
    }

    @Sendable private static func amplitude(_ event: Event) -> EventParameters {
        let event = named(event, "[Amplitude] Screen Viewed", "[Amplitude] Screen Name")
        return ["event_type": .string(event.name), "event_properties": .object(event.parameters)]
    }

    private static func mixpanel(_ event: Event, _ own: EventParameters) -> EventParameters {
        let event = named(event, "$mp_page_view", "current_page_title")
        return ["event": .string(event.name), "properties": .object(event.parameters.merging(own))]
    }

    @Sendable private static func postHog(_ event: Event) -> EventParameters {
        let event = named(event, "$screen", "$screen_name")
        return ["event": .string(event.name), "properties": .object(event.parameters)]
    }

    private static func snowplow(_ event: Event) -> EventParameters {
        let vendor = event.kind == .track ? "com.acme" : "com.snowplowanalytics.mobile"
        let event = named(event, "screen_view", "name")
        return [
            "schema": "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0",
            "data": [
                "schema": .string("iglu:\(vendor)/\(event.name)/jsonschema/1-0-0"), "data": .object(event.parameters),
            ] as EventParameters,
        ]
    }

    /// A value as a column of BigQuery: names in snake case, integers as texts, and no nulls.
    private static func column(_ value: EventValue) -> EventValue? {
        switch value {
        case .null: nil
        case .integer(let integer): .string("\(integer)")
        case .array(let values): .array(values.compactMap(column))
        case .object(let members): .object(columns(members))
        case .bool, .number, .string: value
        }
    }

    private static func columns(_ members: EventParameters) -> EventParameters {
        EventParameters(
            members.compactMap { member in column(member.value).map { EventParameter(snake(member.name), $0) } })
    }

    private static func snake(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }

    /// The columns of Segment's tables: the members of objects have columns of their own, and lists are texts.
    private static func flat(_ members: EventParameters, _ prefix: String = "") -> EventParameters {
        var columns = EventParameters()
        for member in members {
            let name = prefix + snake(member.name)
            switch member.value {
            case .object(let inner): columns = columns.merging(flat(inner, name + "_"))
            case .array: columns[name] = .string(member.value.json)
            default: columns[name] = member.value
            }
        }
        return columns
    }

    /// A parameter in the export of GA4. A whole number is an integer, and a boolean is 0 or 1.
    private static func ga4(_ parameter: EventParameter) -> EventValue {
        let value: EventParameters =
            switch parameter.value {
            case .integer(let integer): ["int_value": .string("\(integer)")]
            case .bool(let flag): ["int_value": .string(flag ? "1" : "0")]
            case .number(let number): ["double_value": .number(number)]
            case .string(let text): ["string_value": .string(text)]
            default: [:]
            }
        return .object(["key": .string(parameter.name), "value": .object(value)])
    }

    /// Segment and RudderStack use the same calls for requests and exports.
    private static func calls(_ layout: String, _ own: EventParameters) -> Case {
        Case(
            layout: layout,
            request: { post("/v1/batch", ["writeKey": "k", "batch": list($0) { call($0).merging(own) }]) },
            row: { EventValue.object(call($0).merging(own)).json })
    }

    private static let cases: [Case] = [
        calls("segment", [:]), calls("rudderstack", ["channel": "mobile", "rudderId": "r"]),
        Case(
            layout: "segment-warehouse",
            // The tables of screens have no column that marks them, and an object without members has no columns.
            canSend: { $0.kind == .track && $0.parameters["address"]?.object?.isEmpty != true },
            request: { post("/v1/batch", ["writeKey": "k", "batch": list($0, call)]) },
            row: { event in
                let row: EventParameters = [
                    "id": "m", "received_at": .string(time), "event": "order", "event_text": .string(event.name),
                    "user_id": .null,
                ]
                return EventValue.object(row.merging(flat(event.parameters))).json
            }),
        Case(
            layout: "amplitude",
            request: { events in
                post(
                    "/2/httpapi",
                    ["api_key": "k", "events": list(events) { amplitude($0).merging(["device_id": "device-1"]) }])
            },
            row: { EventValue.object(amplitude($0).merging(["amplitude_id": 1, "event_time": .string(time)])).json }),
        Case(
            layout: "mixpanel",
            request: { events in
                let items = list(events) { mixpanel($0, ["token": "t", "distinct_id": "u", "time": 1_763_717_400]) }
                return WireRequest(
                    path: "/track", body: Array(items.json.utf8),
                    received: EventTime(millisecondsSince1970: 1_763_717_400_000) ?? .now)
            },
            row: { event in
                let own: EventParameters = ["distinct_id": "u", "time": 1_763_717_400, "mp_lib": "swift"]
                return EventValue.object(mixpanel(event, own)).json
            }),
        Case(
            layout: "posthog",
            request: { events in
                post(
                    "/batch",
                    ["api_key": "phc_k", "batch": list(events) { postHog($0).merging(["distinct_id": "u"]) }])
            },
            row: { event in
                let item = postHog(event)
                // BigQuery has the properties as a text.
                let properties = item["properties"]?.json ?? "{}"
                return EventValue.object(
                    item.merging(["uuid": "1", "distinct_id": "u", "properties": .string(properties)])
                ).json
            }),
        Case(
            layout: "ga4",
            // Google drops lists and objects.
            canSend: { event in
                event.parameters.allSatisfy { $0.value.array == nil && $0.value.object == nil && $0.value != .null }
            },
            request: { events in
                let items = list(events) { event in
                    let event = named(event, "screen_view", "screen_name")
                    return ["name": .string(event.name), "params": .object(event.parameters)]
                }
                return post("/mp/collect", ["client_id": "c", "events": items])
            },
            row: { event in
                let event = named(event, "screen_view", "screen_name")
                return EventValue.object([
                    "event_name": .string(event.name), "event_params": EventValue.array(event.parameters.map(ga4)),
                ]).json
            }),
        Case(
            layout: "snowplow", request: snowplowRequest,
            row: { event in
                let row = snowplowRow(event)
                return EventValue.object(columns(row)).json
            }),
        Case(
            layout: "snowplow-snowflake", request: snowplowRequest,
            row: { event in
                let row = snowplowRow(event).map { EventParameter($0.name.uppercased(), $0.value) }
                return EventValue.object(EventParameters(row)).json
            }),
        Case(
            layout: "snowplow-tsv", request: snowplowRequest,
            row: { event in
                var columns = Array(repeating: "", count: 131)
                columns[0] = "shop"
                columns[58] = EventValue.object(snowplow(event)).json
                columns[124] = "2026-11-21 09:30:00.000"
                columns[126] = event.kind == .track ? event.name : "screen_view"
                return columns.joined(separator: "\t")
            }),
    ]

    private static func snowplowRow(_ event: Event) -> EventParameters {
        let name = event.kind == .track ? event.name : "screen_view"
        return [
            "event_name": .string(name), "event_vendor": "com.acme", "collector_tstamp": .string(time),
            "unstruct_event_com_acme_\(name)_1": snowplow(event)["data"]?.object?["data"],
        ]
    }

    @Sendable private static func snowplowRequest(_ events: [Event]) -> WireRequest {
        let items = list(events) {
            ["e": "ue", "p": "mob", "tv": "t", "ue_pr": .string(EventValue.object(snowplow($0)).json)]
        }
        return post(
            "/com.snowplowanalytics.snowplow/tp2",
            ["schema": "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4", "data": items])
    }

    // MARK: Tests

    /// Returns the numbers of the findings that a check of this layout can find.
    ///
    /// If null is absent in an export, a required parameter that is null is missing.
    private func counts(_ tally: CheckTally, _ layout: ArchiveLayout) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (key, group) in tally.groups {
            var id = key.id
            if id == .null, layout.blindSpots.contains(.null) { id = .missing }
            if layout.blindSpots.contains(id) { continue }
            counts["\(key.event) \(key.path) \(id.rawValue)", default: 0] += group.count
        }
        return counts
    }

    @Test(arguments: cases) func requestsAndExportsHaveTheSameFindings(_ vendor: Case) throws {
        let checker = try checker(Self.plan)
        let layout = try #require(ArchiveLayout(named: vendor.layout))
        // What an SDK cannot send, the vendor cannot export.
        let events = Self.events.map { event in
            vendor.canSend(event) || event.kind != .track
                ? event
                : Event(
                    event.name,
                    EventParameters(event.parameters.filter { vendor.canSend(Event("", EventParameters([$0]))) }))
        }.filter(vendor.canSend)
        #expect(events.count >= 40)

        var sent = CheckTally()
        // A request to Google Analytics has at most 25 events.
        for start in stride(from: 0, to: events.count, by: 25) {
            let request = vendor.request(Array(events[start...].prefix(25)))
            let (decoder, own) = try #require(WireDecoders.decoder(for: request))
            for item in try decoder.decode(own).items {
                guard case .event(let event) = item else {
                    Issue.record("\(item)")
                    continue
                }
                _ = sent.check(event, checkedBy: checker, CheckContext(), at: .unknown)
            }
        }

        let exported = try tallyBothWays(events.map { vendor.row($0) + "\n" }.joined().utf8, plan: Self.plan)
        #expect(exported.summary.layouts == [vendor.layout])
        #expect(sent.eventCount == events.count && exported.check.eventCount == events.count)
        let (left, right) = (counts(sent, layout), counts(exported.check, layout))
        #expect(left == right)
        #expect(left.count >= 8)
    }
}
