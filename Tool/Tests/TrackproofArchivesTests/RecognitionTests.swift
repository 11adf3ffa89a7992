import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofVendors

/// Tests that the members which only one vendor writes choose the layout of a record.
struct RecognitionTests {
    /// A record of each layout, and records of recordings, which have no layout.
    private static let samples: [(layout: String?, record: String)] = [
        (
            "segment",
            #"{"type":"track","event":"Paid","messageId":"m","anonymousId":"a","properties":{"sum":1},"version":2}"#
        ),
        ("rudderstack", #"{"type":"track","event":"Paid","messageId":"m","rudderId":"r","channel":"web"}"#),
        ("rudderstack", #"{"type":"identify","userId":"u","request_ip":"1.2.3.4","traits":{}}"#),
        ("segment-warehouse", #"{"event_text":"Paid","event":"paid","received_at":"2026-11-01","sum":1}"#),
        ("segment-snowflake", #"{"EVENT_TEXT":"Paid","EVENT":"paid","RECEIVED_AT":"2026-11-01","SUM":1}"#),
        ("rudderstack-warehouse", #"{"event_text":"Paid","received_at":"2026-11-01","context_request_ip":"1.2.3.4"}"#),
        ("rudderstack-snowflake", #"{"EVENT_TEXT":"Paid","RECEIVED_AT":"2026-11-01","CONTEXT_SOURCE_ID":"s"}"#),
        ("amplitude", #"{"event_type":"paid","event_properties":{"sum":1},"amplitude_id":7,"$insert_id":"i"}"#),
        ("amplitude-snowflake", #"{"EVENT_TYPE":"paid","EVENT_PROPERTIES":{},"AMPLITUDE_ID":7}"#),
        ("posthog", #"{"uuid":"1","event":"paid","distinct_id":"d","properties":{"token":"t","distinct_id":"d"}}"#),
        ("posthog", #"{"uuid":"1","event":"paid","person_id":"p","properties":"{\"sum\":1}"}"#),
        ("mixpanel", #"{"event":"paid","properties":{"time":1,"distinct_id":"d","$insert_id":"i"}}"#),
        ("mixpanel", #"{"event":"paid","properties":{"mp_lib":"swift","sum":1}}"#),
        ("mixpanel-pipeline", #"{"event_name":"paid","insert_id":"i","properties":{"mp_lib":"swift"}}"#),
        ("mixpanel-snowflake", #"{"EVENT_NAME":"paid","INSERT_ID":"i","PROPERTIES":{}}"#),
        ("ga4", #"{"event_name":"paid","event_params":[],"event_date":"20261101"}"#),
        ("snowplow", #"{"event_name":"paid","collector_tstamp":"2026-11-01","event":"unstruct"}"#),
        ("snowplow-snowflake", #"{"EVENT_NAME":"paid","COLLECTOR_TSTAMP":"2026-11-01"}"#),
        ("snowplow-redshift", #"{"schema_vendor":"com.acme","schema_name":"paid","root_id":"r"}"#),
        ("snowplow-tsv", "shop" + String(repeating: "\t", count: 130)),
        (nil, #"{"name":"paid","kind":"track","parameters":{"sum":1},"seq":1}"#),
        (nil, #"{"name":"paid","values":{}}"#),
        (nil, #"{"eventName":"paid","eventParameters":{}}"#),
    ]

    /// Names that several vendors write, or that an event's parameters often have.
    private static let common = """
        channel type event event_name event_text event_type name properties context traits user_id userId anonymous_id \
        anonymousId messageId distinct_id device_id uuid id insert_id event_id timestamp time received_at receivedAt \
        sent_at sentAt platform version token ip source items session_id language country category url app_id
        """.split(separator: " ").map(String.init)

    private func recognized(_ record: String) -> RecognizedLayout? {
        Array(record.utf8).withUnsafeBufferPointer { RecognizedLayout($0) }
    }

    @Test func aCommonMemberNeverChangesTheLayout() throws {
        #expect(Set(Self.samples.compactMap(\.layout)) == Set(ArchiveLayout.vendors.map(\.name)))
        for (layout, record) in Self.samples {
            #expect(recognized(record)?.layout.name == layout, "\(record)")
            guard let members = try? EventValue(json: Array(record.utf8), of: "sample").object else { continue }
            for name in Self.common.flatMap({ [$0, $0.uppercased()] }) {
                for value: EventValue in [.null, .string("x"), .integer(1), .object([:])] {
                    // A text with JSON in `properties` must stay a text, because it hides the members inside.
                    if members[name] == nil {
                        var more = members
                        more[name] = value
                        #expect(recognized(EventValue.object(more).json)?.layout.name == layout, "\(more)")
                    }
                    guard var inside = members["properties"]?.object, inside[name] == nil else { continue }
                    inside[name] = value
                    var more = members
                    more["properties"] = .object(inside)
                    #expect(recognized(EventValue.object(more).json)?.layout.name == layout, "\(more)")
                }
            }
        }
    }

    @Test(arguments: [
        (
            #"{"type":"track","event":"Paid","userId":"u","channel":"server"}"#,
            #"""
            records have the layout segment, because of the members "type", "userId"; the layout rudderstack would fit, \#
            too: choose with --layout
            """#
        ),
        (
            #"{"type":"track","event":"Paid","userId":"u"}"#,
            #"records have the layout segment, because of the members "type", "userId""#
        ),
        (
            #"{"type":"track","event":"Paid","userId":"u","rudderId":"r","channel":"server"}"#,
            #"records have the layout rudderstack, because of the members "type", "userId", "rudderId""#
        ),
        (
            #"{"event":"paid","distinct_id":"d","properties":{"distinct_id":"d"}}"#,
            #"""
            records have the layout posthog, because of the members "event", "properties", "distinct_id"; the layout \#
            mixpanel would fit, too: choose with --layout
            """#
        ),
        (
            "shop" + String(repeating: "\t", count: 130),
            "records have the layout snowplow-tsv, because of the number of columns"
        ),
    ])
    func theReasonIsNamed(record: String, reason: String) {
        #expect(recognized(record)?.description == reason)
    }
}
