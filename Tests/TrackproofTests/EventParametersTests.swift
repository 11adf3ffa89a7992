import Foundation
import Testing
import Trackproof

@Suite struct EventParametersTests {
    @Test func aLiteralKeepsItsOrderAndLeavesNilOut() {
        let coupon: String? = nil
        let parameters: EventParameters = [
            "z": 1, "coupon": coupon, "a": "text", "none": .null, "product": .object(["id": 5]),
            "path": .list("home", 3, true),
        ]
        #expect(parameters.map(\.name) == ["z", "a", "none", "product", "path"])
        #expect(parameters["coupon"] == nil)
        #expect(parameters["none"] == .null)
        #expect(parameters["product"] == .object(["id": 5]))
        #expect(parameters["path"] == .array([.string("home"), .integer(3), .bool(true)]))
        #expect(parameters.count == 5)
        #expect(parameters[1] == EventParameter("a", .string("text")))
    }

    @Test func equalityAndHashIgnoreTheOrder() {
        let left: EventParameters = ["a": 1, "b": .object(["x": 1, "y": 2]), "c": "text"]
        let right: EventParameters = ["c": "text", "b": .object(["y": 2, "x": 1]), "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.description != right.description)
        #expect(left != ["a": 1, "b": .object(["x": 1, "y": 2]), "c": "other"])
        #expect(left != ["a": 1, "b": .object(["x": 1, "y": 2])])
        #expect(left != ["a": 1, "b": .object(["x": 1, "y": 2]), "d": "text"])
        #expect((["a": 1, "b": 2] as EventParameters) != ["a": 2, "b": 1])
    }

    @Test(arguments: [2, 16, 17, 100])
    func theLastValueOfARepeatedNameWins(count: Int) {
        // Most names have the same length.
        let once = (0..<count).map { EventParameter("name_\($0)", .integer(Int64($0))) }
        let parameters = EventParameters(once + [EventParameter("name_0", .string("last"))])
        #expect(parameters.count == count)
        #expect(parameters["name_0"] == .string("last"))
        #expect(parameters.map(\.name) == once.map(\.name))
        #expect(EventParameters(once).elementsEqual(once))
    }

    @Test func aNameGivenTwiceInALiteralIsReported() {
        #expect(Event("e", ["a": 1, "b": 2]).encodingError == nil)
        #expect(Event("e", ["a": 1, "b": 2, "a": "x"]).encodingError == #"a: given twice, as 1 and as "x""#)
        #expect(Event("e", ["a": 1, "a": 1]).encodingError == "a: given twice, as 1 and as 1")
        #expect(Event("e", ["a": 1, "a": nil as Int?]).encodingError == "a: given twice, as nil and as 1")
        #expect(Event("e", ["o": .object(["a": 1, "a": 2])]).encodingError == "o.a: given twice, as 1 and as 2")
        #expect(
            Event("e", ["l": [["a": 1, "a": 2] as EventParameters]]).encodingError
                == "l.0.a: given twice, as 1 and as 2")
        var event = Event("e")
        event.parameters = ["a": 1, "a": 2]
        #expect(event.encodingError == "a: given twice, as 1 and as 2")
        #expect(event.parameters == ["a": 2])
    }

    @Test func theSubscriptSetsAppendsAndRemoves() {
        var parameters: EventParameters = ["a": 1, "b": 2]
        parameters["a"] = .integer(10)
        parameters["c"] = .null
        parameters["b"] = nil
        parameters["d"] = nil
        #expect(parameters.description == "{a: 10, c: null}")
    }

    @Test func mergedValuesReplaceValuesOfTheSameName() {
        let merged = (["a": 1, "b": 2] as EventParameters).merging(["b": 3, "c": 4])
        #expect(merged.description == "{a: 1, b: 3, c: 4}")
        #expect(merged.sorted().map(\.name) == ["a", "b", "c"])
        #expect((["b": 1, "a": 2] as EventParameters).sorted().description == "{a: 2, b: 1}")
    }

    @Test func theDictionaryForVendorsHasPlainTypes() throws {
        let parameters: EventParameters = [
            "int": 1, "text": "a", "double": 1.5, "flag": true, "none": .null, "list": .list(1, nil as Int?, "b"),
            "object": .object(["a": 1]),
        ]
        let dictionary = parameters.dictionary
        #expect(dictionary.count == 7)
        #expect(dictionary["int"] as? Int == 1)
        #expect(dictionary["text"] as? String == "a")
        #expect(dictionary["double"] as? Double == 1.5)
        #expect(dictionary["flag"] as? Bool == true)
        #expect(dictionary["none"] is NSNull)
        #expect((dictionary["list"] as? [Any])?.count == 3)
        #expect((dictionary["object"] as? [String: Any])?["a"] as? Int == 1)
    }
}

@Suite struct EventTests {
    @Test(arguments: [
        Event(
            "tap",
            [
                "largest": Int64.max, "smallest": Int64.min, "price": 0.1, "none": .null, "flag": true,
                "text": "é\u{0}",
                "list": .list("a", 1, nil as Int?), "object": .object(["a": .object([:])]),
            ]), Event("tap"),
        .screen("home", ["tab": 1]), .page("home"), .identify("u1", ["plan": "pro"]), .identify(nil, ["plan": "pro"]),
        .group("g1"), .alias("u2"), .reset,
    ])
    func eventsRoundTripThroughJSON(event: Event) throws {
        let decoded = try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event))
        #expect(decoded == event)
        #expect(decoded.hashValue == event.hashValue)
    }

    @Test func theJSONOfAnEventMatchesALineOfARecording() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func json(_ event: Event) throws -> String { String(decoding: try encoder.encode(event), as: UTF8.self) }
        #expect(try json(Event("tap")) == #"{"name":"tap"}"#)
        #expect(try json(.screen("home", ["id": 1])) == #"{"kind":"screen","name":"home","parameters":{"id":1}}"#)
        #expect(try json(.identify("u1")) == #"{"kind":"identify","user":"u1"}"#)
    }

    @Test func onlyIdentityEventsMayLackAName() throws {
        func decode(_ json: String) throws -> Event {
            try JSONDecoder().decode(Event.self, from: Data(json.utf8))
        }
        #expect(throws: DecodingError.self) { try decode(#"{"kind":"screen"}"#) }
        #expect(throws: DecodingError.self) { try decode(#"{"name":"a","kind":"unheard of"}"#) }
        #expect(try decode(#"{"kind":"group","user":"g"}"#) == .group("g"))
    }

    @Test func equalityIgnoresOnlyTheDelivery() {
        let event = Event("tap", ["id": 1])
        #expect(event.named("other", for: "firebase").skipping("segment").unrecorded() == event)
        #expect(Event("tap", ["id": 1], kind: .screen) != event)
        #expect(Event("tab", ["id": 1]) != event)
        #expect(Event("tap", ["id": 2]) != event)
        #expect(Event.identify("a") != .identify("b"))
    }

    @Test func descriptionsStayOnOneLine() {
        #expect(Event("tap", ["id": 5]).description == "track tap {id: 5}")
        #expect(Event("a\nb").description == #"track a\nb"#)
        #expect(Event.identify("u1", ["plan": "pro"]).description == #"identify "u1" {plan: "pro"}"#)
        #expect(Event.identify("u1").displayName == "identify")
        #expect(Event("tap").displayName == "tap")
    }
}
