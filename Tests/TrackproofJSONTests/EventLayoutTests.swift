import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Layouts and shapes of event files")
struct EventLayoutTests {
    private let two = [RecordedEvent(Event("a", ["n": 1])), RecordedEvent(Event("b"))]

    @Test(
        "Events are read equally from lines, from an array and from a document",
        arguments: [
            (#"{"name":"a","parameters":{"n":1}}\#n{"name":"b"}\#n"#, EventReader.Layout.lines),
            (#"{"name":"a","parameters":{"n":1}}\#r\#n\#r\#n{"name":"b"}"#, .lines),
            ("\u{FEFF}" + #"{"name":"a","parameters":{"n":1}} {"name":"b","parameters":{}}"#, .lines),
            (#"{"recording":1}\#n{"name":"a","parameters":{"n":1}}\#n{"name":"b"}\#n"#, .lines),
            (#"[{"name":"a","parameters":{"n":1}},{"name":"b"}]"#, .array),
            (" \n[ {\"name\":\"a\",\"parameters\":{\"n\":1}} ,\n {\"name\":\"b\"}\n]\n", .array),
            (#"{"events":[{"name":"a","parameters":{"n":1}},{"name":"b"}]}"#, .document),
            (#"{"app":"x","events":[{"name":"a","parameters":{"n":1}},{"name":"b"}],"os":{}}"#, .document),
            (#"{"\u0065vents" : [ {"name":"a","parameters":{"n":1}} , {"name":"b"} ] }"#, .document),
        ])
    func layouts(text: String, layout: EventReader.Layout) throws {
        let contents = try Contents(text)
        #expect(contents.events == two)
        #expect(contents.layout == layout)
        #expect(contents.truncation == nil)
    }

    @Test(
        "Files without an event are read",
        arguments: [
            ("", EventReader.Layout.lines), ("\n\r\n ", .lines), ("\u{FEFF}", .lines), ("[]", .array),
            (" [ ] ", .array),
            (#"{"events":[]}"#, .document), (#"{"recording":1}"#, .lines),
        ])
    func noEvents(text: String, layout: EventReader.Layout) throws {
        let contents = try Contents(text)
        #expect(contents.events.isEmpty)
        #expect(contents.layout == layout)
        #expect(contents.truncation == nil)
    }

    @Test("The members of a header keep their order")
    func header() throws {
        let contents = try Contents(
            #"{"recording":1,"app":"demo","test":null,"x":[1]}"# + "\n"
                + #"{"name":"a","parameters":{"n":1}}{"name":"b"}"#)
        #expect(contents.members.map(\.name) == ["recording", "app", "test", "x"])
        #expect(contents.members["app"] == .string("demo"))
        #expect(contents.events == two)
    }

    @Test(
        "An event with a key 'recording' or 'events' is not a header",
        arguments: [
            #"{"recording":true,"name":"a"}"#, #"{"name":"a","recording":true}"#,
        ])
    func eventWithHeaderKey(text: String) throws {
        let read = try events(text)
        #expect(read == [RecordedEvent(Event("a"), unknown: ["recording": true])])
        #expect(try events(#"{"name":"a","events":[1]}"#).first?.unknown == ["events": EventValue.array([.integer(1)])])
    }

    @Test("A document's members are read, and the last duplicate wins")
    func document() throws {
        let contents = try Contents(#"{"a":1,"b":2,"events":[{"name":"a"}],"b":3,"c":[{}]}"#)
        #expect(contents.members.map(\.name) == ["a", "b", "events", "c"])
        #expect(contents.members["b"] == .integer(3))
        #expect(contents.members["events"] == .null)
    }

    @Test("An error in a document's member has the value's place")
    func memberPlaces() throws {
        let text = "{\n \"order\": 5, \"events\": [\n{\"name\":\"a\"}],\n  \"ignore\" :\n   7}"
        let reader = try EventReader(ByteWindow(Array(text.utf8), file: "test"), file: "test")
        while try reader.next() != nil {}
        #expect(reader.error(inMember: "order", field: "order.x", "wrong").description == "test:2:11: order.x: wrong")
        #expect(reader.error(inMember: "ignore", field: "ignore", "wrong").description == "test:5:4: ignore: wrong")
        #expect(reader.error(inMember: "other", field: "other", "wrong").description == "test:1:1: other: wrong")
    }

    @Test("Skipping the events still reads the members")
    func skipping() throws {
        let text = #"{"a":1,"events":[{"name":"]}"},{"x":[[]]}, 5 ],"b":2}"#
        let reader = try EventReader(ByteWindow(Array(text.utf8), file: "test"), file: "test")
        try reader.skipEvents()
        #expect(reader.members["b"] == .integer(2))
        #expect(try reader.next() == nil)
    }

    @Test("Members are read in time proportional to their number")
    func manyMembers() throws {
        let count = 50_000
        let members = (0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ",\n")
        let start = ContinuousClock.now
        let contents = try Contents("{\(members),\"events\":[]}")
        #expect(contents.members.count == count + 1)
        // A reader whose time grew with the square of the file's size would take minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(
        "Events with type, identifier and data are read",
        arguments: [
            #"[{"type":"event","identifier":"a","data":"x"},{"type":"screen","identifier":"home","data":null}]"#,
            #"{"type":"event","identifier":"a","data":"x"}\#n{"type":"screen","identifier":"home"}"#,
            #"{"events":[{"identifier":"a","data":"x","type":"track"},{"type":"screen","identifier":"home","data":null}]}"#,
        ])
    func typeIdentifierData(text: String) throws {
        let read = try events(text)
        #expect(read == [RecordedEvent(Event("a", ["data": "x"])), RecordedEvent(.screen("home"))])
    }

    @Test(
        "Events with other keys for name and parameters are read",
        arguments: [
            #"[{"name":"a","values":{"n":1}},{"name":"b","values":{}}]"#,
            #"[{"name":"a","values":{"n":1}},{"name":"b"}]"#,
            #"{"values":{"n":1},"name":"a"}{"name":"b","values":null}"#,
            #"[{"eventName":"a","eventParameters":{"n":1}},{"eventName":"b","eventParameters":null}]"#,
            #"{"events":[{"eventParameters":{"n":1},"event\u004eame":"a"},{"eventName":"b"}]}"#,
        ])
    func otherKeys(text: String) throws {
        let read = try events(text)
        #expect(read == two)
    }

    @Test("The first event that shows a shape decides the shape of the file")
    func firstEventDecidesTheShape() throws {
        let read = try events(#"[{"name":"a","parameters":{"n":1}},{"name":"b","parameters":{},"values":{"n":2}}]"#)
        #expect(read.last == RecordedEvent(Event("b"), unknown: ["values": EventValue.object(["n": 2])]))
        for text in [
            #"[{"name":"a"},{"name":"b","values":{"n":2}},{"name":"c"}]"#,
            #"{"name":"a","date":7}{"name":"b"}{"name":"b","values":{"n":2}}"#,
        ] {
            #expect(try events(text).contains { $0.event.parameters == ["n": 2] }, "\(text)")
        }
        #expect(
            eventRefusal(#"[{"name":"a"},{"eventName":"b"}]"#)
                == #"test:1:15: name: an event of kind track needs a name; the object has the member "eventName""#)
        #expect(
            eventRefusal(#"[{"eventName":"a"},{"name":"b"}]"#)
                == "test:1:21: name: this key belongs to another format; in this file, the key of an event's name is 'eventName'"
        )
    }

    @Test(
        "An event whose parameters have the key of another shape is refused",
        arguments: [
            (#"[{"name":"a","parameters":{"n":1}},{"name":"b","values":{"n":2}}]"#, "values", "parameters", 48),
            (#"[{"name":"a","seq":1},{"name":"b","values":{"n":2}}]"#, "values", "parameters", 35),
            (#"[{"name":"a"},{"name":"b","params":{"n":2}}]"#, "params", "parameters", 27),
            (#"[{"name":"a","properties":{"n":2}}]"#, "properties", "parameters", 14),
            (#"[{"name":"a","data":7}]"#, "data", "parameters", 14),
            (#"[{"name":"a","eventParameters":{}}]"#, "eventParameters", "parameters", 14),
            (#"[{"name":"a","values":{}},{"name":"b","data":{}}]"#, "data", "values", 39),
            (#"[{"eventName":"a"},{"eventName":"b","params":{}}]"#, "params", "eventParameters", 37),
            (#"[{"type":"screen","identifier":"a","values":{}}]"#, "values", "data", 36),
        ])
    func parametersOfAnotherShape(text: String, key: String, expected: String, column: Int) {
        #expect(
            eventRefusal(text)
                == "test:1:\(column): \(key): this key belongs to another format; in this file, the key of an event's "
                + "parameters is '\(expected)'")
    }

    @Test("Other keys are kept, and keys without a value mean nothing")
    func keysWithoutValues() throws {
        let read = try events(#"[{"name":"a","data":null,"more":1},{"name":"b","parameters":{},"data":1}]"#)
        #expect(read.map(\.event) == [Event("a"), Event("b")])
        #expect(read[0].unknown == ["data": EventValue.null, "more": 1])
        #expect(try events(read.map { EventValue.object($0.members).json }.joined()) == read)
    }

    @Test("Trackproof's own keys are read in other shapes too")
    func sharedKeys() throws {
        let read = try events(#"{"eventName":"a","seq":3,"time":"2026-11-21T09:30:00Z","more":1}"#)
        let event = try #require(read.first)
        #expect(event.sequence == 3)
        #expect(event.time?.description == "2026-11-21T09:30:00.000Z")
        #expect(event.unknown == ["more": 1])
    }

    @Test(
        "An invalid event of another shape is refused with its place",
        arguments: [
            (#"[{"type":"event","identifier":7}]"#, "test:1:31: identifier: expected a string, found a number"),
            (#"[{"type":"tap","identifier":"a"}]"#, #"test:1:10: type: expected an event kind, found "tap""#),
            (#"[{"name":"a","values":[]}]"#, "test:1:23: values: expected an object, found an array"),
            (#"[{"eventName":null}]"#, "test:1:2: eventName: an event of kind track needs a name"),
            (
                #"[{"eventName":"a","eventParameters":"x"}]"#,
                "test:1:37: eventParameters: expected an object, found a string"
            ),
        ])
    func invalidEventsOfOtherShapes(text: String, message: String) {
        #expect(eventRefusal(text) == message)
    }

    @Test("Invalid files of events are refused with the place")
    func invalidFiles() throws { try expectTranscript("refused-events") { eventRefusal($1[0]) ?? "accepted" } }
}
