import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// Tests that the decoder reads records in the layouts of vendors and in layouts that a user describes.
struct LayoutTests {
    /// Returns the event of a record as one line: kind, name, parameters, version, platform, time and source.
    ///
    /// The parameters that the vendor's SDK adds are left out.
    ///
    /// - Parameter layout: The layout, or `nil` to detect the layout from the record.
    private func read(_ record: String, _ layout: ArchiveLayout? = nil) -> String {
        let bytes = Array(record.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            var decoder = RecordDecoder(layout ?? ArchiveLayout(of: bytes))
            switch decoder.decode(bytes) {
            case .event(let archived):
                let event = archived.event
                let own = IgnoredNames(decoder.layout?.ownNames ?? [])
                let parameters = EventParameters(event.event.parameters.filter { !own.contains($0.name) })
                return [
                    event.event.kind.rawValue, event.event.name, EventValue.object(parameters).json,
                    archived.version, archived.platform, event.time?.description ?? "-", event.source.rawValue,
                ].joined(separator: " ")
            case .header: return "header"
            case .unreadable(let reason): return "unreadable: " + reason
            }
        }
    }

    @Test func segmentWritesWholeCalls() {
        #expect(
            read(
                """
                {"type":"track","event":"Order Completed","messageId":"m","userId":"u","channel":null,
                "context":{"app":{"version":"5.2.0","build":"9"},"os":{"name":"iOS"},"traits":{"x":1}},
                "properties":{"total":9.5},"timestamp":"2026-11-21T09:30:00.5Z","receivedAt":"2026-11-21T09:31:00Z"}
                """.replacing("\"channel\":null,", with: ""))
                == #"track Order Completed {"total":9.5} 5.2.0 ios 2026-11-21T09:30:00.500Z wire:segment"#)
        #expect(
            read(#"{"type":"screen","name":"Home","category":"main","messageId":"m","properties":{"a":null}}"#)
                == #"screen Home {"a":null,"category":"main"}   - wire:segment"#)
        #expect(
            read(#"{"type":"identify","messageId":"m","userId":"u","traits":{"plan":"pro"},"properties":{"no":1}}"#)
                == #"identify  {"plan":"pro"}   - wire:segment"#)
        #expect(
            read(#"{"type":"delete","messageId":"m","event":"x"}"#)
                == "unreadable: column 1: type: expected the kind of an event")
        #expect(
            read(#"{"type":"track","messageId":"m"}"#) == "unreadable: column 1: event: expected the name of an event")
        #expect(
            read(#"{"type":"track","messageId":"m","event":"e","properties":[1]}"#)
                == "unreadable: column 1: properties: expected parameters, found array")
    }

    @Test func rudderStackHasTraitsInTheContext() {
        #expect(
            read(
                #"{"type":"identify","channel":"mobile","messageId":"m","context":{"traits":{"plan":"pro"},"device":{"type":"Android"}}}"#
            ) == #"identify  {"plan":"pro"}  android - wire:rudderstack"#)
    }

    @Test func amplitudeHasTimesWithoutOffset() {
        #expect(
            read(
                #"{"event_type":"purchase","event_properties":{"price":3,"[Amplitude] Session Replay ID":"x"},"version_name":"4.1","platform":"iOS","event_time":"2026-11-21 09:30:00.123000","amplitude_id":1}"#
            ) == #"track purchase {"price":3} 4.1 ios 2026-11-21T09:30:00.123Z wire:amplitude"#)
        #expect(
            read(
                #"{"event_type":"[Amplitude] Screen Viewed","event_properties":{"[Amplitude] Screen Name":"Home"},"amplitude_id":1}"#
            ) == "screen Home {}   - wire:amplitude")
    }

    @Test func mixpanelMixesItsOwnPropertiesWithThoseOfTheApp() {
        #expect(
            read(
                #"{"event":"purchase","properties":{"time":1763717400,"distinct_id":"d","$os":"iOS","$app_version_string":"2.0","mp_lib":"swift","price":1,"$insert_id":"i"}}"#
            ) == #"track purchase {"price":1} 2.0 ios 2025-11-21T09:30:00.000Z wire:mixpanel"#)
    }

    @Test func postHogHasPropertiesAsObjectOrText() {
        let event = #"track purchase {"price":1} 2.0 ios 2026-11-21T09:30:00.000Z wire:posthog"#
        #expect(
            read(
                #"{"uuid":"1","event":"purchase","distinct_id":"d","timestamp":"2026-11-21T09:30:00Z","properties":{"price":1,"$app_version":"2.0","$os_name":"iOS"}}"#
            ) == event)
        #expect(
            read(
                #"{"uuid":"1","event":"purchase","distinct_id":"d","timestamp":"2026-11-21 09:30:00","properties":"{\"price\":1}"}"#
            ) == #"track purchase {"price":1}   2026-11-21T09:30:00.000Z wire:posthog"#)
        #expect(
            read(#"{"uuid":"1","event":"$screen","distinct_id":"d","properties":{"$screen_name":"Home","a":1}}"#)
                == #"screen Home {"a":1}   - wire:posthog"#)
        #expect(
            read(#"{"uuid":"1","event":"e","distinct_id":"d","properties":"{"}"#)
                == "unreadable: column 1: properties: the text is not JSON: the text ends inside a value")
        #expect(
            read(#"{"uuid":"1","event":"e","distinct_id":"d","properties":{"#)
                == "unreadable: column 57: the record ends inside a value")
    }

    /// Tests PostHog's tables, in which the properties are a text. The properties contain the version of the app.
    @Test func aPathCanLeadIntoATextWithJSON() throws {
        #expect(
            read(
                #"{"uuid":"1","event":"purchase","distinct_id":"d","timestamp":"2026-11-21 09:30:00","properties":"{\"price\":1,\"$app_version\":\"2.0\",\"$os\":\"iOS\"}"}"#
            ) == #"track purchase {"price":1} 2.0 ios 2026-11-21T09:30:00.000Z wire:posthog"#)
        let own = try layout(#"{"layout":1,"event":"payload.event.name","parameters":"payload.data"}"#)
        #expect(
            read(#"{"payload":" {\"event\":\"{\\\"name\\\":\\\"e\\\"}\",\"data\":{\"a\":1}} "}"#, own)
                == #"track e {"a":1}   - app"#)
        #expect(
            read(#"{"payload":"{\"event\":{\"name\":\"e\"}"}"#, own)
                == "unreadable: column 12: the text is not JSON: the text ends inside a value")
        #expect(
            read(#"{"payload":"{\"event\":{\"name\":\"e\"}}}"}"#, own)
                == "unreadable: column 12: the text is not JSON: expected the end of the text")
        // Without the version, the event is still an event.
        let version = try layout(#"{"layout":1,"event":"e","parameters":"p","version":"device.v"}"#)
        #expect(read(#"{"e":"x","p":{"a":1},"device":"{unknown}"}"#, version) == #"track x {"a":1}   - app"#)
        #expect(read(#"{"e":"x","p":{"a":1},"device":"{\"v\":\"2\"}"}"#, version) == #"track x {"a":1} 2  - app"#)
        // Only events that identify a user or a group need the traits.
        let traits = try layout(#"{"layout":1,"event":"e","kind":"k","parameters":"p","traits":"user.traits"}"#)
        #expect(read(#"{"e":"x","p":{"a":1},"user":"{anonymous}"}"#, traits) == #"track x {"a":1}   - app"#)
        #expect(
            read(#"{"k":"identify","p":{"a":1},"user":"{anonymous}"}"#, traits)
                == "unreadable: column 36: the text is not JSON: expected a name in quotes, found 'a'")
        #expect(
            read(#"{"payload":"e"}"#, own) == "unreadable: column 1: payload.event.name: expected the name of an event")
    }

    @Test func ga4HasParametersAsAList() {
        #expect(
            read(
                """
                {"event_date":"20261121","event_timestamp":"1763717400000123","event_name":"purchase","platform":"IOS",
                "app_info":{"version":"7.0"},"event_params":[
                {"key":"currency","value":{"string_value":"EUR","int_value":null}},
                {"key":"value","value":{"double_value":9.5}},{"key":"count","value":{"int_value":"3"}},
                {"key":"ga_session_id","value":{"int_value":"1"}},{"key":"empty","value":{}}]}
                """)
                == #"track purchase {"currency":"EUR","value":9.5,"count":3,"empty":null} 7.0 ios 2025-11-21T09:30:00.000Z wire:ga4"#
        )
    }

    @Test func aPageOfGA4IsNamedByAParameterOfTheSDK() {
        #expect(
            read(
                #"{"event_name":"page_view","event_params":[{"key":"page_title","value":{"string_value":"Home"}},{"key":"page_title","value":{"string_value":"Again"}},{"key":"a","value":{"int_value":"1"}}]}"#
            ) == #"page Home {"a":1}   - wire:ga4"#)
    }

    @Test func parametersAboutAVisitAreOfTheSDKOfGA4() {
        #expect(
            read(
                #"{"event_name":"scroll","event_params":[{"key":"ignore_referrer","value":{"string_value":"true"}},{"key":"gclid","value":{"string_value":"x"}},{"key":"percent_scrolled","value":{"int_value":"90"}}]}"#
            ) == #"track scroll {"percent_scrolled":90}   - wire:ga4"#)
    }

    @Test func snowplowHasAColumnForEachSchema() {
        #expect(
            read(
                #"{"event_name":"purchase","event_id":"1","collector_tstamp":"2026-11-21T09:30:00Z","derived_tstamp":"2026-11-21 09:29:00.000","platform":"mob","unstruct_event_com_acme_purchase_1":{"price":1},"contexts_com_snowplowanalytics_mobile_application_1":[{"version":"3.0"},{"version":"4.0"}],"contexts_com_snowplowanalytics_snowplow_mobile_context_1":[{"os_type":"ios"}]}"#
            ) == #"track purchase {"price":1} 3.0 ios 2026-11-21T09:29:00.000Z wire:snowplow"#)
    }

    /// Tables have null in the columns of parameters that an event does not have.
    @Test func nullsOfTablesAreAbsent() throws {
        let table = try layout(#"{"layout":1,"event":"name","form":"columns","nulls":"absent"}"#)
        #expect(
            read(#"{"name":"e","a":null,"b":{"c":null,"d":1,"e":[null,{"f":null}]},"g":false}"#, table)
                == #"track e {"b":{"d":1,"e":[null,{"f":null}]},"g":false}   - app"#)
        let keeping = try layout(#"{"layout":1,"event":"name","form":"columns"}"#)
        #expect(read(#"{"name":"e","a":null}"#, keeping) == #"track e {"a":null}   - app"#)
        #expect(
            read(#"{"event_name":"e","unstruct_event_com_acme_1":{"a":null,"b":1}}"#, ArchiveLayout(named: "snowplow"))
                == #"track e {"b":1}   - wire:snowplow"#)
        // A plan can require a parameter and allow null as its value. `PlainReader` would accept null, but in this
        // layout null means that the parameter is absent. So `PlainReader` must not read this layout.
        let object = try layout(#"{"layout":1,"event":"name","parameters":"p","nulls":"absent"}"#)
        #expect(!PlainReader(object, source: .app).isPlain)
    }

    @Test func snowplowsLinesHave131Columns() {
        var columns = Array(repeating: "", count: 131)
        columns[1] = "mob"
        columns[58] =
            #"{"schema":"iglu:u","data":{"schema":"iglu:com.acme/purchase/jsonschema/1-0-0","data":{"price":1}}}"#
        columns[124] = "2026-11-21 09:29:00.000"
        columns[126] = "purchase"
        let line = columns.joined(separator: "\t")
        #expect(read(line) == #"track purchase {"price":1}  mob 2026-11-21T09:29:00.000Z wire:snowplow"#)
        #expect(read(line + "\r") == #"track purchase {"price":1}  mob 2026-11-21T09:29:00.000Z wire:snowplow"#)
        #expect(
            read(line + "\t", ArchiveLayout(named: "snowplow-tsv"))
                == "unreadable: column \(line.utf8.count + 2): expected 131 columns, found more")
        #expect(
            read("a\tb", ArchiveLayout(named: "snowplow-tsv"))
                == "unreadable: column 1: expected 131 columns, found 2")
        columns[58] = ""
        columns[54] = "tap"
        columns[57] = "2.5"
        columns[126] = "event"
        #expect(
            read(columns.joined(separator: "\t"))
                == #"track tap {"se_ac":"tap","se_va":2.5}  mob 2026-11-21T09:29:00.000Z wire:snowplow"#)
    }

    @Test func recordingsNeedNoLayout() {
        #expect(
            read(#"{"name":"a","parameters":{"b":1},"time":"2026-11-21T09:30:00Z"}"#)
                == #"track a {"b":1}   2026-11-21T09:30:00.000Z app"#)
        #expect(read(#"{"recording":1}"#) == "header")
        #expect(read(#"{"recording":1,"name":"a"}"#) == "track a {}   - app")
    }

    // MARK: Layouts that a user describes

    private func layout(_ json: String) throws -> ArchiveLayout {
        try ArchiveLayout(PlanNode(json: Array(json.utf8), file: "layout.json"))
    }

    @Test func aLayoutSaysWhereThingsStand() throws {
        let own = try layout(
            #"{"layout":1,"event":"e.name","parameters":"data","version":"v","platform":["p","q"],"time":"t","time-unit":"milliseconds","own":["_*"],"extras":{"shop":"shop.id"}}"#
        )
        #expect(
            read(
                #"{"e":{"name":"x","n":[{}]},"data":{"a":1,"_b":2},"v":3,"q":"Web","t":1763717400000,"shop":{"id":"s"}}"#,
                own)
                == #"track x {"a":1,"shop":"s"} 3 web 2025-11-21T09:30:00.000Z app"#)
        let columns = try layout(#"{"layout":1,"event":"name","version":"v","form":"columns"}"#)
        #expect(
            read(#"{"name":"x","a":1,"v":"2","b":{"c":null}}"#, columns) == #"track x {"a":1,"b":{"c":null}} 2  - app"#)
        let like = try layout(#"{"layout":1,"like":"segment","name":"ours","version":"context.build"}"#)
        #expect(
            read(#"{"type":"track","event":"x","context":{"build":"77","app":{"version":"1"}}}"#, like)
                == "track x {} 77  - wire:segment")
        let list = try layout(#"{"layout":1,"event":"n","parameters":"p","form":{"name":"k","value":"v"}}"#)
        #expect(
            read(#"{"n":"x","p":[{"k":"a","v":"b"},{"k":"c","v":{"d":null,"e":2}}]}"#, list)
                == #"track x {"a":"b","c":2}   - app"#)
    }

    @Test(arguments: [
        ("2026-11-21 09:30:00.25+00", "2026-11-21T09:30:00.250Z"),
        ("2026-11-21 09:30:00-05", "2026-11-21T14:30:00.000Z"),
        ("2026-11-21T09:30:00", "2026-11-21T09:30:00.000Z"), ("2026-11-21 09:30:00 UTC", "2026-11-21T09:30:00.000Z"),
        ("2026-11-21", "2026-11-21T00:00:00.000Z"), ("2026-11-31", "-"), ("2026-11-21 09:30:00+0", "-"),
        ("2026-11-21 9", "-"), ("2026-11-21 09:30:00+99", "-"), ("", "-"),
    ])
    func timesOfDatabasesAreRead(text: String, time: String) throws {
        let own = try layout(#"{"layout":1,"event":"e","time":"t"}"#)
        #expect(read(#"{"e":"x","t":"\#(text)"}"#, own) == "track x {}   \(time) app")
    }

    @Test(arguments: [
        ("seconds", "1795253400.1234", "2026-11-21T09:30:00.123Z"),
        ("seconds", #""1795253400""#, "2026-11-21T09:30:00.000Z"), ("seconds", "true", "-"),
        ("nanoseconds", "1795253400125999999", "2026-11-21T09:30:00.125Z"),
        ("seconds-or-milliseconds", "1795253400", "2026-11-21T09:30:00.000Z"),
        ("seconds-or-milliseconds", "1795253400125", "2026-11-21T09:30:00.125Z"),
    ])
    func numbersAreTimesInTheUnitOfTheLayout(unit: String, number: String, time: String) throws {
        let own = try layout(#"{"layout":1,"event":"e","time":"t","time-unit":"\#(unit)"}"#)
        #expect(read(#"{"e":"x","t":\#(number)}"#, own) == "track x {}   \(time) app")
    }

    @Test(arguments: [
        (
            "{}",
            "layout.json:1:1: a layout needs the member \"layout\" with the format version 1\nlayout.json:1:1: a layout needs the member \"event\" with the path of the event's name"
        ),
        (
            #"{"layout":1,"event":"a..b"}"#,
            "layout.json:1:21: \"a..b\" is not a path such as context.app.version or items[0].id"
        ),
        (
            #"{"layout":1,"event":"a","nulls":"no"}"#, #"layout.json:1:33: expected "values" or "absent""#
        ),
        (
            #"{"layout":1,"event":"a","like":"segmnt"}"#,
            "layout.json:1:32: unknown layout \"segmnt\"; known layouts: rudderstack, segment, amplitude, posthog, mixpanel, ga4, snowplow, snowplow-tsv"
        ),
        (
            #"{"layout":1,"event":"a","evnt":"b"}"#,
            "layout.json:1:25: unknown member of a layout: \"evnt\"; did you mean \"event\"?"
        ),
        (
            #"{"layout":1,"event":"a","time-unit":"hours"}"#,
            "layout.json:1:37: expected one of text, seconds, milliseconds, microseconds, nanoseconds, seconds-or-milliseconds"
        ),
        (
            #"{"layout":1,"event":"a","form":"list"}"#,
            "layout.json:1:32: expected \"object\", \"columns\" or {\"name\": …, \"value\": …}"
        ),
    ])
    func aMistakeInALayoutHasItsPlace(json: String, message: String) {
        let error = #expect(throws: PlanErrors.self) { try layout(json) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func pathsHaveNamesAndIndices() {
        for text in ["", ".", "a.", ".a", "a..b", "a[1]", "a[0", "[0]", "a[0]b", "a\\"] {
            #expect(FieldPath(text) == nil, "\(text)")
        }
        for text in ["a", "a.b", "a[0].b", "a\\.b.c", "a_*", "a[0]"] { #expect(FieldPath(text) != nil, "\(text)") }
    }
}
