import Foundation
import Testing
import Trackproof

/// Tests that an event omits a value that cannot be encoded, and says which value failed and why.
@Suite struct EncodingFailureTests {
    struct Bad: Encodable, Error, CustomStringConvertible {
        var description: String { "no value" }
        func encode(to encoder: any Encoder) throws {
            // The event also omits a value that was encoded before the error.
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("part"))
            throw self
        }
    }

    struct Inner: Encodable {
        var innerID = 1
        var badOne: Bad? = Bad()
    }

    struct OneOfMany: AnalyticsEvent {
        var itemID = 7
        var unitPrice: Bad? = Bad()
        var name = "a"
    }

    @Test func theOtherParametersAreKept() {
        for _ in 0..<3 {
            let event = tracked(OneOfMany())
            #expect(event?.description == #"track one_of_many {item_id: 7, name: "a"}"#)
            #expect(event?.encodingError == "unit_price: no value")
            let valid = tracked(OneOfMany(unitPrice: nil))
            #expect(valid?.description == event?.description && valid?.encodingError == nil)
        }
    }

    /// A value whose error names a place inside the value.
    struct Placed: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                0, .init(codingPath: encoder.codingPath + [AnyKey("deep")], debugDescription: "cannot be written"))
        }
    }

    struct Deep: AnalyticsEvent {
        var object = Inner()
        var list = [Inner(badOne: nil), Inner()]
        var byKey = ["firstKey": Inner()]
        var numbers = [1: Bad()]
        var only = Bad()
        var placed = [Placed()]
    }

    @Test func onlyTheFailingNestedValuesAreLeftOut() {
        let event = tracked(Deep())
        #expect(
            event?.description
                == """
                track deep {object: {inner_id: 1}, list: [{inner_id: 1}, {inner_id: 1}], \
                by_key: {firstKey: {inner_id: 1}}, numbers: {}, placed: [null]}
                """)
        #expect(
            event?.encodingError
                == """
                object.bad_one: no value; list.1.bad_one: no value; by_key.firstKey.bad_one: no value; \
                numbers.1: no value; only: no value; placed.0.deep: cannot be written
                """)
    }

    enum Case: AnalyticsEvent {
        case labelled(id: Int, price: Bad)
        case unlabelled(Int, Bad)
        case sole(Bad)
        case object(Inner)
    }

    @Test(
        arguments: [
            (Case.labelled(id: 1, price: Bad()), "track labelled {id: 1}", "price: no value"),
            (.unlabelled(1, Bad()), "track unlabelled {_0: 1}", "_1: no value"),
            (.sole(Bad()), "track sole", "_0: no value"),
            (.object(Inner()), "track object {inner_id: 1}", "_0.bad_one: no value"),
        ])
    func anEnumCaseKeepsItsNameAndItsOtherValues(event: Case, description: String, reason: String) {
        let event = tracked(event)
        #expect(event?.description == description)
        #expect(event?.encodingError == reason)
    }

    struct ByHand: AnalyticsEvent {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("first"))
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
            try nested.encode(2, forKey: AnyKey("second"))
            try nested.encode(Bad(), forKey: AnyKey("bad"))
            var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
            try list.encode(Bad())
            try list.encode(3)
            try Inner().encode(to: container.superEncoder())
            throw Bad()
        }
    }

    @Test func valuesEncodedBeforeTheEventThrowsAreKept() {
        let event = tracked(ByHand())
        #expect(
            event?.description
                == "track by_hand {first: 1, nested: {second: 2}, list: [null, 3], super: {inner_id: 1}}")
        #expect(
            event?.encodingError == "nested.bad: no value; list.0: no value; super.bad_one: no value; no value")
    }

    struct WithFallback: AnalyticsEvent {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            do {
                try container.encode(Bad(), forKey: AnyKey("value"))
            } catch {
                try container.encode("none", forKey: AnyKey("value"))
            }
        }
    }

    @Test func anEventCanEncodeAFallbackValue() {
        let event = tracked(WithFallback())
        #expect(event?.description == #"track with_fallback {value: "none"}"#)
        #expect(event?.encodingError == nil)
    }

    struct Throwing: AnalyticsEvent {
        var eventName: String { get throws { throw Bad() } }
        var eventParameters: EventParameters { get throws { throw Bad() } }
        func encode(to encoder: any Encoder) throws {}
    }

    @Test func anEventWhoseNameAndParametersThrowIsNamedAfterItsType() {
        let event = tracked(Throwing())
        #expect(event?.description == "track throwing")
        #expect(event?.encodingError == "eventName: no value; eventParameters: no value")
    }

    struct Cyclic: AnalyticsEvent {
        final class Node: Encodable, @unchecked Sendable {  // Unchecked: one test uses it, on one thread.
            var left: Node?
            var right: Node?
        }
        var id = 1
        let node: Node
    }

    @Test func aCyclicValueIsEncodedToALimitedDepth() throws {
        let node = Cyclic.Node()
        (node.left, node.right) = (node, node)
        let event = tracked(Cyclic(node: node))
        (node.left, node.right) = (nil, nil)
        #expect(event?.parameters["id"] == .integer(1))
        let reasons = try #require(event?.encodingError)
        #expect(reasons.hasPrefix("node.left.left"))
        #expect(reasons.contains("left: nested deeper than 100 levels"))
    }

    struct Twice: AnalyticsEvent {
        enum CodingKeys: String, CodingKey { case itemID, other = "item_id" }
        var itemID = 1
        var other = 2
    }

    @Test func twoKeysWithTheSameNameAreReported() {
        for _ in 0..<3 {
            let event = tracked(Twice())
            #expect(event?.description == "track twice {item_id: 2}")
            #expect(event?.encodingError == "item_id: given twice, as 1 and as 2")
        }
    }

    @Test func theReasonIsKeptThroughDefaultParametersAndTransformations() {
        let recorder = EventRecorder()
        let analytics = Analytics(providers: [recorder])
        analytics.setDefaultParameters(["app": "x"])
        analytics.addTransformation { Event($0.name, EventParameters(Array($0.parameters)), kind: $0.kind) }
        analytics.track(OneOfMany())
        #expect(recorder.events.first?.event.description == #"track one_of_many {app: "x", item_id: 7, name: "a"}"#)
        #expect(recorder.events.first?.event.encodingError == "unit_price: no value")
    }

    @Test func aLiteralCanContainAnEncodableValue() {
        let item = Inner(innerID: 3, badOne: nil)
        let event = Event(
            "e",
            [
                "item": .encoding(item), "list": .list(1, .encoding(item)), "id": .encoding(5),
                "nil": .encoding(nil as Int?),
            ])
        #expect(event.description == "track e {item: {inner_id: 3}, list: [1, {inner_id: 3}], id: 5}")
        #expect(event.encodingError == nil)
        #expect(Event("e", ["item": .encoding(item, naming: .asWritten)]).description == "track e {item: {innerID: 3}}")
    }

    @Test func aFailingEncodableValueInALiteralIsReported() {
        let event = Event(
            "e", ["id": 1, "bad": .encoding(Bad()), "item": .encoding(Inner()), "list": .list(.encoding([Bad()]), 2)])
        #expect(event.description == "track e {id: 1, item: {inner_id: 1}, list: [[null], 2]}")
        #expect(event.encodingError == "bad: no value; item.bad_one: no value; list.0.0: no value")
    }

    @Test func theReasonHasALimitedLength() {
        struct Long: AnalyticsEvent {
            struct Error: Swift.Error, CustomStringConvertible {
                var description: String { String(repeating: "long ", count: 10_000) }
            }
            struct Value: Encodable { func encode(to encoder: any Encoder) throws { throw Error() } }
            var values = Array(repeating: Value(), count: 1_000)
            var id = 1
        }
        let event = tracked(Long())
        #expect((event?.encodingError?.utf8.count ?? 0) < 10_000)
        #expect(event?.encodingError?.hasPrefix("values.0: long ") == true)
    }
}
