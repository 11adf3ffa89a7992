import Foundation
import Testing
import Trackproof

/// Tests of typed events that implement `encode(to:)`.
@Suite struct TypedEventEncodingTests {
    struct Containers: AnalyticsEvent {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(0, forKey: AnyKey("firstKey"))
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nestedKey"))
            var list = container.nestedUnkeyedContainer(forKey: AnyKey("aList"))
            // This code encodes into several containers in turn, although it has already encoded the last key.
            try container.encode(9, forKey: AnyKey("lastKey"))
            try nested.encode(1, forKey: AnyKey("innerKey"))
            try list.encode("a")
            try list.encodeNil()
            var listed = list.nestedContainer(keyedBy: AnyKey.self)
            try listed.encode(true, forKey: AnyKey("inList"))
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(list.count)
            try list.superEncoder().singleValueContainer().encodeAny("super in list")
            try container.superEncoder().singleValueContainer().encodeAny("super")
            try container.superEncoder(forKey: AnyKey("superKey")).singleValueContainer().encodeAny(1.5)
            try container.encodeNil(forKey: AnyKey("nilKey"))
            _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("empty"))
            // A class and its superclass each ask the encoder for a container.
            var own = encoder.container(keyedBy: AnyKey.self)
            try own.encode(2, forKey: AnyKey("ownKey"))
        }
    }

    @Test func nestedContainersKeepTheirPlaces() {
        for _ in 0..<2 {
            #expect(
                tracked(Containers())?.parameters.description
                    == """
                    {first_key: 0, nested_key: {inner_key: 1}, a_list: ["a", null, {in_list: true}, [4], "super in list"], \
                    last_key: 9, super: "super", super_key: 1.5, empty: {}, own_key: 2}
                    """)
        }
    }

    struct SingleValue<Value: Encodable & Sendable>: AnalyticsEvent {
        var value: Value
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    @Test func aSingleValueBecomesOneParameterOrAllParameters() {
        #expect(tracked(SingleValue(value: 1))?.description == "track single_value {value: 1}")
        #expect(tracked(SingleValue(value: "a"))?.description == #"track single_value {value: "a"}"#)
        #expect(tracked(SingleValue(value: [1, 2]))?.description == "track single_value {value: [1, 2]}")
        #expect(tracked(SingleValue(value: Int?.none))?.description == "track single_value")
        #expect(
            tracked(SingleValue(value: TypedEventTests.Keyed()))?.description
                == #"track single_value {item_identifier: 1, long_name: "a"}"#)
    }

    /// An event that, while it is encoded, encodes an event of its own type and an event of another type.
    struct Reentrant: AnalyticsEvent {
        var depth: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(depth, forKey: AnyKey("outerDepth"))
            if depth > 0 {
                try container.encode(
                    EventValue.object(Reentrant(depth: depth - 1).eventParameters), forKey: AnyKey("inner"))
            }
            try container.encode(TypedEventTests.Keyed().eventParameters, forKey: AnyKey("other"))
        }
    }

    @Test func anEventCanEncodeOtherEventsDuringItsEncoding() {
        let other = #"other: {item_identifier: 1, long_name: "a"}"#
        for _ in 0..<2 {
            #expect(
                tracked(Reentrant(depth: 2))?.parameters.description
                    == """
                    {outer_depth: 2, inner: {outer_depth: 1, inner: {outer_depth: 0, \(other)}, \(other)}, \(other)}
                    """)
        }
    }

    /// An event that keeps its encoder after the encoding, which is a mistake.
    struct Keeping: AnalyticsEvent {
        final class Kept: @unchecked Sendable {  // Unchecked: one test uses it, on one thread.
            var encoder: (any Encoder)?
        }
        let kept: Kept
        let isStrong: Bool
        let id: Int
        func encode(to encoder: any Encoder) throws {
            if isStrong { kept.encoder = encoder }
            var container = encoder.container(keyedBy: AnyKey.self)
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
            try nested.encode(id, forKey: AnyKey("id"))
            try container.superEncoder().singleValueContainer().encodeAny(id)
        }
    }

    @Test func aKeptEncoderDoesNotAffectOtherEvents() throws {
        let kept = Keeping.Kept()
        let text = "track keeping {nested: {id: 1}, super: 1}"
        #expect(tracked(Keeping(kept: kept, isStrong: true, id: 1))?.description == text)
        var container = try #require(kept.encoder).container(keyedBy: AnyKey.self)
        try container.encode(7, forKey: AnyKey("late"))
        #expect(tracked(Keeping(kept: .init(), isStrong: false, id: 1))?.description == text)
    }

    struct Repeating: AnalyticsEvent {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (value, key) in ["aKey", "other", "aKey"].enumerated() {
                try container.encode(value, forKey: AnyKey(key))
            }
        }
    }

    @Test func theLastValueOfAKeyEncodedTwiceWins() {
        for _ in 0..<3 { #expect(tracked(Repeating())?.description == "track repeating {a_key: 2, other: 1}") }
    }

    struct HandWritten: AnalyticsEvent {
        var eventParameters: EventParameters { ["id": 1] }
        func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }

    @Test func anEventWithItsOwnParametersIsNotEncoded() {
        for _ in 0..<2 {
            let event = tracked(HandWritten())
            #expect(event?.description == "track hand_written {id: 1}")
            #expect(event?.encodingError == nil)
        }
    }

    /// An event whose keys depend on its value.
    struct ManyKeys: AnalyticsEvent {
        var range: Range<Int>
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for number in range { try container.encode(number, forKey: AnyKey("aKey\(number)")) }
        }
    }

    @Test func everyEventCanHaveNewKeys() {
        for start in stride(from: 0, to: 3_000, by: 500) {
            let parameters = tracked(ManyKeys(range: start..<start + 700))?.parameters
            #expect(parameters?.map(\.name) == (start..<start + 700).map { "a_key\($0)" })
        }
    }

    /// A generic event. A thread keeps the encoders of a limited number of types. The test uses more types than that,
    /// so new encoders replace older ones.
    struct Numbered<Left, Right>: AnalyticsEvent {
        var theID = 1
        enum CodingKeys: CodingKey { case theID }
    }

    @Test func manyTypesOfEventsDoNotAffectEachOther() {
        func check<Left, Right>(_ left: Left.Type, _ right: Right.Type) {
            #expect(tracked(Numbered<Left, Right>())?.description == "track numbered {the_id: 1}")
        }
        let types: [any Sendable.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, Bool.self, String.self, Double.self, Float.self, Character.self,
        ]
        for _ in 0..<2 {
            for left in types { for right in types { check(left, right) } }
        }
    }
}

extension SingleValueEncodingContainer {
    /// Encodes a value in a copy of this container, because `encode` needs a variable.
    fileprivate func encodeAny(_ value: some Encodable) throws {
        var container = self
        try container.encode(value)
    }
}
