import Testing
import Trackproof

/// Tests of typed events whose `encode(to:)` the compiler generates.
@Suite struct TypedEventTests {
    struct MovieTapped: AnalyticsEvent {
        var movieID: Int
        var slug: String
        var position: Int?
    }

    @Test func aStructsPropertiesBecomeTheParameters() {
        #expect(
            tracked(MovieTapped(movieID: 5, slug: "5-dare", position: 2))?.description
                == #"track movie_tapped {movie_id: 5, slug: "5-dare", position: 2}"#)
    }

    @Test func aNilPropertyIsLeftOutOfThatEventOnly() {
        for _ in 0..<2 {
            #expect(
                tracked(MovieTapped(movieID: 5, slug: "s", position: nil))?.description
                    == #"track movie_tapped {movie_id: 5, slug: "s"}"#)
            #expect(
                tracked(MovieTapped(movieID: 5, slug: "s", position: 1))?.parameters.map(\.name)
                    == ["movie_id", "slug", "position"])
        }
    }

    struct Numbers: AnalyticsEvent {
        var bool = true
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = 7 as UInt
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var float = 0.1 as Float
        var double = 0.1
        var whole = 3.0
        var notANumber = Double.nan
        var infinite = -Float.infinity
        var string = "text"
    }

    @Test func everyPrimitiveTypeKeepsItsValue() {
        let expected: EventParameters = [
            "bool": true, "int": Int64.min, "int8": -128, "int16": -32_768, "int32": -2_147_483_648,
            "int64": Int64.max, "uint": 7, "uint8": 255, "uint16": 65_535, "uint32": 4_294_967_295,
            "uint64": "18446744073709551615", "float": 0.1, "double": 0.1, "whole": 3.0, "not_a_number": "NaN",
            "infinite": "-Infinity", "string": "text",
        ]
        #expect(tracked(Numbers()) == Event("numbers", expected))
    }

    struct Lists: AnalyticsEvent {
        var bools = [true]
        var ints = [1, 2]
        var optionals: [Int?] = [1, nil, 3]
        var floats = [0.1 as Float]
        var doubles = [1.5, .nan]
        var nested = [["a"], []]
        var none: [Int] = []
        var bytes: [UInt8] = [255]
        var large = [UInt64.max]
        var small: [Int8] = [-1]
        var set: Set = [3, 20, 1]
        var texts: Set = ["b", "a"]
    }

    @Test func arraysKeepTheirOrderAndSetsAreSorted() {
        #expect(
            tracked(Lists())?.parameters.description
                == """
                {bools: [true], ints: [1, 2], optionals: [1, null, 3], floats: [0.1], doubles: [1.5, "NaN"], \
                nested: [["a"], []], none: [], bytes: [255], large: ["18446744073709551615"], small: [-1], \
                set: [1, 3, 20], texts: ["a", "b"]}
                """)
    }

    struct Purchase: AnalyticsEvent {
        struct Item: Encodable {
            var itemID: Int
            var couponCode: String?
        }
        enum Currency: String, Encodable { case euro = "EUR" }
        enum Level: Int, Encodable { case high = 3 }
        var firstItem = Item(itemID: 1, couponCode: "X")
        var allItems = [Item(itemID: 1, couponCode: nil), Item(itemID: 2, couponCode: "Y")]
        var currency = Currency.euro
        var level = Level.high
        var labels = ["aKey": 1, "B": 2]
        var byName = ["anItem": Item(itemID: 3, couponCode: nil)]
        var absent = ["a": nil, "b": 1] as [String: Int?]
        var byNumber = [2: "b", 10: "c", 1: "a"]
        var byLevel = [2.5: "b", -1.5: "a"]
    }

    @Test func nestedValuesAreConvertedAndDictionaryKeysAreKept() {
        #expect(
            tracked(Purchase())?.description
                == """
                track purchase {first_item: {item_id: 1, coupon_code: "X"}, \
                all_items: [{item_id: 1}, {item_id: 2, coupon_code: "Y"}], currency: "EUR", level: 3, \
                labels: {B: 2, aKey: 1}, by_name: {anItem: {item_id: 3}}, absent: {b: 1}, \
                by_number: {1: "a", 10: "c", 2: "b"}, by_level: [-1.5, "a", 2.5, "b"]}
                """)
    }

    struct Opened<Content: Encodable & Sendable>: AnalyticsEvent {
        struct Twice: AnalyticsEvent { var content: Content }
        var content: Content
    }

    @Test func anEventNameLeavesOutGenericArguments() {
        #expect(tracked(Opened(content: 1))?.description == "track opened {content: 1}")
        #expect(tracked(Opened(content: ["a"]))?.description == #"track opened {content: ["a"]}"#)
        #expect(tracked(Opened<Int>.Twice(content: 1))?.description == "track twice {content: 1}")
    }

    struct Keyed: AnalyticsEvent {
        enum CodingKeys: String, CodingKey {
            case id = "item_identifier"
            case longName
        }
        var id = 1
        var longName = "a"
        var hidden = "not encoded"
    }

    @Test func codingKeysNameTheParameters() {
        #expect(tracked(Keyed())?.description == #"track keyed {item_identifier: 1, long_name: "a"}"#)
    }

    struct Renamed: AnalyticsEvent {
        var id = 1
        var eventName: String { "other_name" }
        var eventDelivery: EventDelivery { .everywhere.skipping("firebase") }
        static var eventKind: EventKind { .screen }
    }

    @Test func aTypeCanSetNameKindAndDelivery() {
        let event = tracked(Renamed())
        #expect(event?.description == "screen other_name {id: 1}")
        #expect(event?.delivery.name("other_name", for: "firebase") == nil)
        #expect(event?.delivery.name("other_name", for: "segment") == "other_name")
    }
}
