import Testing
import Trackproof
import TrackproofJSON

@Suite("Keys of an event")
struct EventFieldTests {
    @Test("Every key is read")
    func everyKey() throws {
        let line =
            #"{"kind":"identify","name":"n","user":"u","parameters":{"a":1},"error":"e","seq":7,"#
            + #""time":"2026-11-21T09:30:00.125Z","source":"wire:segment","id":"i","anonymous":"x","#
            + #""context":{"os":"linux"},"extra":[null]}"#
        var event = Event("n", ["a": 1], kind: .identify)
        event.user = "u"
        event.encodingError = "e"
        let expected = RecordedEvent(
            event, source: .wire("segment"), sequence: 7, time: EventTime(millisecondsSince1970: 1_795_253_400_125),
            id: "i", anonymous: "x", context: ["os": "linux"], unknown: ["extra": EventValue.array([.null])])
        let read = try #require(try events(line).first)
        #expect(read == expected)
        #expect(read.event.encodingError == "e")
        #expect(text(of: read) == line)
    }

    @Test("Keys are read in any order, and with escapes")
    func order() throws {
        let read = try events(#"{"p\u0061rameters":{"a":1},"seq":1,"k\u0069nd":"screen","\u006eame":"home"}"#)
        #expect(read == [RecordedEvent(.screen("home", ["a": 1]), sequence: 1)])
    }

    @Test(
        "A key with the value null counts as absent",
        arguments: [
            "parameters", "kind", "seq", "time", "source", "id", "user", "anonymous", "context", "error",
        ])
    func nulls(key: String) throws {
        #expect(try events("{\"name\":\"a\",\"\(key)\":null}") == [RecordedEvent(Event("a"))])
        #expect(eventRefusal("{\"name\":\"a\",\"\(key)\":nul}")?.hasSuffix("expected null, found '}'") == true)
    }

    @Test("The last value of a repeated key wins")
    func repeated() throws {
        let read = try events(
            #"{"name":"a","seq":1,"x":1,"parameters":{"a":1},"name":"b","seq":null,"x":2,"parameters":{}}"#)
        #expect(read == [RecordedEvent(Event("b"), unknown: ["x": 2])])
    }

    @Test(
        "A value of the wrong type is refused with place and key",
        arguments: [
            (#""name":1"#, "name: expected a string, found a number"),
            (#""name":{}"#, "name: expected a string, found an object"),
            (#""parameters":[]"#, "parameters: expected an object, found an array"),
            (#""parameters":"x""#, "parameters: expected an object, found a string"),
            (#""kind":true"#, "kind: expected a string, found a bool"),
            (
                #""kind":"tap""#,
                #"kind: expected one of track, screen, identify, group, page, alias, reset, found "tap""#
            ),
            (#""seq":"1""#, "seq: expected an integer, found a string"),
            (#""seq":1.0"#, "seq: expected an integer, found a number"),
            (#""seq":18446744073709551616"#, "seq: expected an integer, found a number"),
            (#""time":5"#, "time: expected a string, found a number"),
            (#""time":"now""#, #"time: expected an RFC 3339 time such as 2026-11-21T09:30:00.000Z, found "now""#),
            (#""source":[]"#, "source: expected a string, found an array"),
            (#""id":1"#, "id: expected a string, found a number"),
            (#""user":false"#, "user: expected a string, found a bool"),
            (#""anonymous":-1"#, "anonymous: expected a string, found a number"),
            (#""context":"x""#, "context: expected an object, found a string"),
            (#""error":{}"#, "error: expected a string, found an object"),
            (#""error":]"#, "error: expected a string, found ']'"),
        ])
    func wrongTypes(member: String, message: String) throws {
        // The expected column is that of the value, which follows the key and its colon.
        let column = 14 + (try #require(member.firstIndex(of: ":"))).utf16Offset(in: member)
        #expect(eventRefusal("{\"name\":\"a\"}\n{\"name\":\"a\",\(member)}\n") == "test:2:\(column): \(message)")
    }

    @Test("Only identity events need no name")
    func names() throws {
        for kind in EventKind.allCases {
            let line = "{\"kind\":\"\(kind.rawValue)\"}"
            if kind.isIdentity {
                #expect(try events(line) == [RecordedEvent(Event("", kind: kind))])
            } else {
                #expect(eventRefusal(line) == "test:1:1: name: an event of kind \(kind.rawValue) needs a name")
            }
        }
    }

    @Test(
        "Unknown keys survive a rewrite, even keys of other shapes",
        arguments: [
            #""values":{"a":1}"#, #""eventName":"x""#, #""type":"t","identifier":"i","data":1"#, #""recording":1"#,
            #""events":[1]"#, #""snapshot":1,"events":[{}]"#,
        ])
    func unknownKeys(members: String) throws {
        for start in [#"{"name":"n""#, #"{"kind":"identify""#] {
            // The key `parameters` means Trackproof's own layout, even if the other keys fit another layout.
            let read = try events(start + #","parameters":{},"# + members + "}")
            let event = try #require(read.first)
            #expect(!event.unknown.isEmpty)
            #expect(text(of: event) == start + #","parameters":{},"# + members + "}")
            #expect(try events(text(of: event)) == [event])
        }
    }

    @Test(
        "If the unknown keys fit no other shape, an event does not need the key 'parameters'",
        arguments: [#""":null"#, #""Name":"x","NAME":2"#, #""ticket":"APP-7""#, #""type":"t""#])
    func otherUnknownKeys(members: String) throws {
        for start in [#"{"name":"n""#, #"{"kind":"identify""#] {
            let event = try #require(try events(start + "," + members + "}").first)
            #expect(text(of: event) == start + "," + members + "}")
        }
    }

    @Test("An unknown key with the name of a known key is not written")
    func hiddenKeys() throws {
        let event = RecordedEvent(Event("a"), unknown: ["name": "b", "seq": 1, "x": 1])
        #expect(text(of: event) == #"{"name":"a","x":1}"#)
    }

    @Test(
        "Times are read with any offset and fraction, and written in UTC with milliseconds",
        arguments: [
            ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"), ("2026-11-21t09:30:00z", "2026-11-21T09:30:00.000Z"),
            ("2026-11-21 09:30:00Z", "2026-11-21T09:30:00.000Z"),
            ("2026-11-21T09:30:00.5Z", "2026-11-21T09:30:00.500Z"),
            ("2026-11-21T09:30:00.1239999999Z", "2026-11-21T09:30:00.123Z"),
            ("2026-11-21T09:30:00+05:45", "2026-11-21T03:45:00.000Z"),
            ("2026-11-21T23:30:00-02:00", "2026-11-22T01:30:00.000Z"),
            ("2024-02-29T00:00:00.001Z", "2024-02-29T00:00:00.001Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ])
    func times(read: String, written: String) throws {
        let event = try #require(try events("{\"name\":\"a\",\"time\":\"\(read)\"}").first)
        #expect(text(of: event) == "{\"name\":\"a\",\"time\":\"\(written)\"}")
    }

    @Test(
        "An invalid time is refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30Z", "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z", "2026-11-21T09:30:00.Z",
            "2026-11-21T09:30:00+0545", "2026-11-21T09:30:00+24:00", "2026-11-21T09:30:00Zx", "+026-11-21T09:30:00Z",
            "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "20260-11-21T09:30:00Z",
        ])
    func invalidTimes(text: String) {
        #expect(
            eventRefusal("{\"name\":\"a\",\"time\":\"\(text)\"}")
                == "test:1:20: time: expected an RFC 3339 time such as 2026-11-21T09:30:00.000Z, found \"\(text)\"")
    }
}
