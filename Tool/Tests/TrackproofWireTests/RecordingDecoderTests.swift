import Testing
import Trackproof
import TrackproofWire

@Suite struct RecordingDecoderTests {
    private func post(_ body: String) -> WireRequest { request("/trackproof/v1/events", body) }

    @Test func decodesARecordingWithAllItsFields() throws {
        let body = #"""
            {"recording":1,"app":"Shop"}
            {"name":"purchase","parameters":{"big":9223372036854775807,"whole":20.0,"none":null,"ü":[{"a":"日本"}]},"seq":7,"time":"2026-11-21T09:30:00.125Z","id":"i","anonymous":"d","context":{"lib":"x"},"extra":1}
            {"kind":"identify","user":"user-7","parameters":{"plan":"pro"}}
            {"kind":"screen","name":"Cart","source":"wire:segment"}
            """#
        var first = RecordedEvent.wire(
            "trackproof",
            Event(
                "purchase",
                [
                    "big": Int64.max, "whole": 20.0, "none": EventValue.null,
                    "ü": EventValue.array([.object(["a": "日本"])]),
                ]), id: "i", anonymous: "d", context: ["lib": "x"])
        first.sequence = 7
        first.unknown = ["extra": 1]
        expectSame(
            try RecordingDecoder.events(post(body)),
            [
                first,
                .wire("trackproof", .identify("user-7", ["plan": "pro"]), time: nil),
                .wire("segment", .screen("Cart"), time: nil),
            ])
    }

    @Test func readsOtherLayoutsOfEvents() throws {
        let events = [
            RecordedEvent.wire("trackproof", Event("a"), time: nil),
            .wire("trackproof", Event("b"), time: nil),
        ]
        for body in [
            #"[{"name":"a"},{"name":"b"}]"#, #"{"events":[{"name":"a"},{"name":"b"}]}"#,
            #"{"name":"a"}{"name":"b"}"#, "\n{\"name\":\"a\"}\r\n\n{\"name\":\"b\"}\r\n",
        ] {
            #expect(try RecordingDecoder.events(post(body)) == events)
        }
        #expect(try RecordingDecoder.events(post("")).isEmpty)
    }

    @Test func onlyInvalidLinesAreRejected() {
        let request = post("{\"name\":\"a\"}\n{\"name\":7}\n{}\n\nnull\n{\"name\":\"b\"}\n{\"name\":\"c")
        #expect(
            RecordingDecoder.outcome(request) == [
                "a",
                "line 2: column 9: name: expected a string, found a number",
                "line 3: column 1: name: an event of kind track needs a name",
                "line 5: column 1: expected an event object or an array of events, found 'n'",
                "b",
                "line 7: column 11: the last line is cut short",
            ])
        #expect(
            RecordingDecoder.answer(post("{\"name\":\"a\"}\n{\"name\":7}")) == (
                200,
                #"{"accepted":1,"rejected":[{"field":"line 2","reason":"column 9: name: expected a string, found a number"}]}"#
            ))
    }

    @Test func anInvalidRequestIsRejected() {
        #expect(RecordingDecoder.outcome(post("{\n")) == ["whole: body:2:1: the last line is cut short"])
        #expect(
            RecordingDecoder.answer(post("[{\"name\":\"a\"},7]")) == (
                400,
                #"{"accepted":0,"rejected":[{"field":"","reason":"body:1:15: expected an event object, "#
                    + #"found '7'"}]}"#
            ))
        let many = String(repeating: "{\"name\":\"a\"}\n", count: 10_001)
        #expect(RecordingDecoder.outcome(post(many)) == ["whole: expected at most 10000 items, found 10001"])
        #expect(RecordingDecoder.outcome(post(many + "{")) == ["whole: expected at most 10000 items, found 10001"])
    }

    @Test func recognizesItsPath() {
        #expect(RecordingDecoder.recognizes(post("")))
        #expect(!RecordingDecoder.recognizes(request("/trackproof/v1/events", method: "GET")))
        #expect(!RecordingDecoder.recognizes(request("/v1/events")))
    }
}
