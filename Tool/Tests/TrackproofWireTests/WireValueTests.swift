import Foundation
import Testing
import Trackproof
import TrackproofWire
import TrackproofJSON

/// Tests values that a decoder cannot represent exactly. Such a value must affect only the event that contains it.
@Suite struct WireValueTests {
    /// A request with three events, in the format of a vendor. The text `place` is the path of the second event.
    struct Batch: Sendable, CustomTestStringConvertible {
        let decoder: any WireDecoder.Type
        let path: String
        let place: String
        /// The body, with `%` in place of the second event's parameters.
        let body: String

        var testDescription: String { decoder.vendor }

        /// The outcomes of the first and the third event if the second event is rejected.
        var others: [String] {
            guard ["rudderstack", "amplitude", "posthog"].contains(decoder.vendor) else { return ["a", "c"] }
            let list = place.dropLast(2)
            return [(0, "a"), (2, "c")].map { index, name in
                "\(list).\(index): the event \"\(name)\" would have been lost with the batch, because of \(place)"
            }
        }

        func request(_ parameters: [UInt8]) -> WireRequest {
            let parts = body.split(separator: "%", maxSplits: 1).map { Array($0.utf8) }
            return WireRequest(path: path, body: parts[0] + parameters + parts[1])
        }
    }

    static let batches: [Batch] = [
        Batch(
            decoder: SegmentDecoder.self, path: "/v1/batch", place: "batch.1",
            body: #"{"batch":[{"type":"track","event":"a","userId":"u"},{"type":"track","event":"b","userId":"u","#
                + #""properties":%},{"type":"track","event":"c","userId":"u"}]}"#),
        Batch(
            decoder: RudderStackDecoder.self, path: "/v1/batch", place: "batch.1",
            body: #"{"batch":[{"type":"track","event":"a","userId":"u"},{"type":"track","event":"b","userId":"u","#
                + #""properties":%},{"type":"track","event":"c","userId":"u"}]}"#),
        Batch(
            decoder: AmplitudeDecoder.self, path: "/2/httpapi", place: "events.1",
            body: #"{"api_key":"k","events":[{"event_type":"a","user_id":"user-1"},"#
                + #"{"event_type":"b","user_id":"user-1","event_properties":%},{"event_type":"c","user_id":"user-1"}]}"#
        ),
        Batch(
            decoder: MixpanelDecoder.self, path: "/track", place: "1",
            body: #"[{"event":"a","properties":{}},{"event":"b","properties":%},{"event":"c","properties":{}}]"#),
        Batch(
            decoder: PostHogDecoder.self, path: "/batch/", place: "batch.1",
            body: #"{"api_key":"k","batch":[{"event":"a","distinct_id":"u"},{"event":"b","distinct_id":"u","#
                + #""properties":%},{"event":"c","distinct_id":"u"}]}"#),
        Batch(
            decoder: GA4Decoder.self, path: "/mp/collect", place: "events.1",
            body: #"{"client_id":"c","events":[{"name":"a"},{"name":"b","params":%},{"name":"c"}]}"#),
    ]

    @Test(arguments: batches) func anIntegerBeyond64BitsIsANumber(batch: Batch) throws {
        let request = batch.request(
            Array(#"{"big":18446744073709552000,"list":[{"n":-99999999999999999999999}],"x":1}"#.utf8))
        let events = try batch.decoder.events(request)
        try #require(events.map(\.event.name) == ["a", "b", "c"])
        #expect(events[1].event.parameters["big"] == .number(18446744073709551616))
        #expect(events[1].event.parameters["list"]?.array?[0].object?["n"] == .number(-1e23))
        #expect(events[1].event.parameters["x"]?.integer == 1)
        #expect(
            events[1].unknown["note"]?.string?.hasSuffix(
                "numbers that do not fit in 64 bits (integers are rounded): parameters.big, parameters.list.0.n")
                == true)
        #expect(events[1].event.encodingError == nil)
        #expect(events[0].unknown["note"] == nil)
        #expect(batch.decoder.answer(request).status < 300)
    }

    /// Tests integers at the limits of 64 bits and just beyond them, and two values that are too large for a double.
    @Test func integersBeyondTheLimitsBecomeNumbers() throws {
        let request = request(
            "/v1/track",
            """
            {"event":"a","userId":"u","properties":{"most":9223372036854775807,"more":9223372036854775808,
            "least":-9223372036854775808,"less":-9223372036854775809,"far":1\(String(repeating: "0", count: 400)),
            "power":1e400}}
            """)
        let parameters = try #require(try SegmentDecoder.events(request).first?.event.parameters)
        #expect(parameters["most"] == .integer(.max))
        #expect(parameters["more"] == .number(0x1p63))
        #expect(parameters["least"] == .integer(.min))
        #expect(parameters["less"] == .number(-0x1p63))
        #expect(parameters["far"] == .number(.infinity))
        #expect(parameters["power"] == .number(.infinity))
    }

    @Test func aNoteNamesAtMostFivePlaces() throws {
        let members = (0..<7).map { #""n\#($0)":1e30"# }.joined(separator: ",")
        let request = request("/v1/track", #"{"event":"a","userId":"u","properties":{\#(members)}}"#)
        #expect(
            try SegmentDecoder.events(request).first?.unknown["note"]?.string == """
                numbers that do not fit in 64 bits (integers are rounded): parameters.n0, parameters.n1, parameters.n2, \
                parameters.n3, parameters.n4 and 2 more
                """)
    }

    /// Tests a note about many huge numbers in a parameter with a long name. The note must stay short.
    @Test func aNoteOfManyHugeNumbersStaysShort() throws {
        let numbers = Array(repeating: "1e19", count: 10_000).joined(separator: ",")
        let name = String(repeating: "n", count: 100_000)
        let request = request("/track", #"{"event":"a","properties":{"\#(name)":[\#(numbers)]}}"#)
        let note = try #require(try MixpanelDecoder.events(request).first?.unknown["note"]?.string)
        #expect(note.utf8.count < 2_000)
        #expect(note.hasSuffix(" and 9995 more"))
    }

    /// Tests 9,000 unreadable items. If the decoder counted lines from the start for each item, it would take too long.
    @Test func countsLinesOfManyUnreadableItems() throws {
        let items = (0..<9_000).map { _ in Array("\n\"".utf8) + [0xFF] + Array("\"".utf8) }.joined(separator: [0x2C])
        let body = Array(#"{"batch":["#.utf8) + items + Array("]}".utf8)
        let outcome = SegmentDecoder.outcome(WireRequest(path: "/v1/batch", body: body))
        #expect(outcome.count == 9_000)
        #expect(outcome.last == "batch.8999: line 9001, column 2: not UTF-8: byte 0xFF")
    }

    /// Tests an unreadable value inside an item. The decoder rejects the event that contains the value.
    @Test func anUnreadableValueRejectsItsEvent() {
        let body = Array(#"{"$token":"t","$distinct_id":"u","$unset":[""#.utf8) + [0xFF] + Array(#""]}"#.utf8)
        #expect(
            MixpanelDecoder.outcome(WireRequest(path: "/engage", body: body))
                == ["parameters.$unset.0: line 1, column 45: not UTF-8: byte 0xFF"])
    }

    @Test(arguments: batches) func readsEmojiAsSurrogatesInUTF8(batch: Batch) throws {
        // The text contains U+1F600 as two surrogates in UTF-8 (CESU-8) and as two escaped surrogates. It also contains
        // one surrogate of each kind alone.
        let text: [UInt8] =
            Array(#"{"e":"a"#.utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80] + Array(#"z","half":""#.utf8)
            + [0xED, 0xA0, 0xBD] + Array(#"","cut":"\ud83d","pair":"\ud83d\ude00","ü":"ü\n"}"#.utf8)
        let events = try batch.decoder.events(batch.request(text))
        try #require(events.map(\.event.name) == ["a", "b", "c"])
        let parameters = events[1].event.parameters
        #expect(parameters["e"]?.string == "a😀z")
        #expect(parameters["half"]?.string == "\u{FFFD}")
        #expect(parameters["cut"]?.string == "\u{FFFD}")
        #expect(parameters["pair"]?.string == "😀")
        #expect(parameters["ü"]?.string == "ü\n")
    }

    @Test func readsEmojiAsSurrogatesInAForm() throws {
        // Mixpanel's SDK for browsers, mixpanel-js, sends JSON in base64 by default.
        let json =
            Array(#"{"event":""#.utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80] + Array(#"","properties":{}}"#.utf8)
        let data = Data(json).base64EncodedString().replacing("+", with: "%2B").replacing("=", with: "%3D")
        #expect(try MixpanelDecoder.events(request("/track", "data=" + data)).map(\.event.name) == ["😀"])
    }

    private static let deep =
        String(repeating: #"{"a":["#, count: 100) + #""]}\"""# + String(repeating: "]}", count: 100)

    @Test(
        arguments: batches,
        [
            (Array(deep.utf8), "nested deeper than 128 levels"),
            (Array(#"{"a":"\"x"#.utf8) + [0xFF] + Array(#"]}"}"#.utf8), "not UTF-8: byte 0xFF"),
        ])
    func anUnreadableValueRejectsOnlyItsEvent(batch: Batch, value: (parameters: [UInt8], problem: String)) throws {
        let outcome = batch.decoder.outcome(batch.request(value.parameters))
        try #require(outcome.count == 3, "\(outcome)")
        #expect([outcome[0], outcome[2]] == batch.others)
        #expect(outcome[1].hasPrefix("\(batch.place): line 1, column "), "\(outcome[1])")
        #expect(outcome[1].hasSuffix(": " + value.problem), "\(outcome[1])")
    }

    /// Tests a body that is not JSON. The decoder rejects the entire request, as the vendor does.
    @Test(arguments: batches, ["{\"a\":01}", "{\"a\":}", "{\"a\" 1}", "{\"a\":\"\\x\"}", "{\"a\":tru}"])
    func invalidJSONRejectsTheRequest(batch: Batch, parameters: String) {
        let outcome = batch.decoder.outcome(batch.request(Array(parameters.utf8)))
        #expect(outcome.count == 1 && outcome[0].hasPrefix("whole: line 1, column "), "\(outcome)")
    }

    @Test func aWrongEndAfterASkippedItemIsReported() {
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        for (end, place) in [("", "the text ends inside a value"), ("}", "expected ',' or ']', found '}'")] {
            let outcome = SegmentDecoder.outcome(request("/v1/batch", #"{"batch":["# + deep + end))
            #expect(outcome.first?.hasSuffix(place) == true, "\(outcome)")
        }
        let open = SegmentDecoder.outcome(request("/v1/batch", #"{"batch":["# + String(repeating: "[", count: 200)))
        #expect(open.first?.hasSuffix("nested deeper than 128 levels") == true, "\(open)")
    }
}
