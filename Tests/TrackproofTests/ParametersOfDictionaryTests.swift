import Foundation
import Testing
import Trackproof

/// Tests of parameters from a dictionary, which analytics code without typed events uses.
@Suite struct ParametersOfDictionaryTests {
    private enum Method: String, EventValueConvertible { case card }
    private struct Stranger: Hashable {}
    private final class Unknown {}

    @Test func everySupportedTypeIsConverted() {
        let none: Int? = nil
        let values: [String: Any] = [
            "bool": true, "int": 3, "double": 3.0, "text": "a", "method": Method.card,
            "date": Date(timeIntervalSince1970: 0),
            "list": [1, "a", [true]] as [Any], "object": ["b": 1, "a": ["c": 2.5] as [String: Any]] as [String: Any],
            "null": NSNull(), "none": none as Any, "some": Optional("b") as Any, "hashable": AnyHashable(7),
            "url": URL(string: "https://example.com") as Any, "set": Set([2, 1]),
        ]
        #expect(
            EventParameters(dictionary: values) == [
                "bool": true, "int": 3, "double": 3.0, "text": "a", "method": "card",
                "date": "1970-01-01T00:00:00.000Z",
                "list": .list(1, "a", [true]), "object": .object(["a": .object(["c": 2.5]), "b": 1]), "null": .null,
                "some": "b", "hashable": 7, "url": "https://example.com", "set": [1, 2],
            ])
    }

    @Test func namesAreInAlphabeticalOrder() throws {
        #expect(EventParameters(dictionary: ["b": 1, "c": 2, "a": 3]).map(\.name) == ["a", "b", "c"])
    }

    @Test func foundationNumbersKeepTheirType() throws {
        let numbers: [NSNumber] = [
            NSNumber(value: true), NSNumber(value: 3), NSNumber(value: 3.5), NSNumber(value: Double.nan),
            NSNumber(value: UInt64.max),
        ]
        // 2^64 - 1 is neither a signed 64-bit integer nor an exact `Double`.
        let expected: [EventValue] = [
            .bool(true), .integer(3), .number(3.5), .string("NaN"), .string("18446744073709551615"),
        ]
        #expect(EventParameters(dictionary: ["n": numbers])["n"] == .array(expected))
    }

    // MARK: What providers get

    /// Tests that providers get numbers, dates, URLs, data and nulls as the app passed them, at any depth.
    @Test func providersGetWhatTheAppPassed() throws {
        let price = try #require(Decimal(string: "0.333333333333333333333333333333333333"))
        let leaves: [any Hashable] = [
            true, 3, 2.5, "a", price, UInt64.max, UInt.max, Int8(-1), Int16(2), Int32(3), Int64.min, UInt8(4),
            UInt16(5), UInt32(6), Float(0.1), CGFloat(1.5), Double.infinity, [Int](), [String: String](),
            NSDecimalNumber(decimal: price), NSNumber(value: 7),
            NSNumber(value: false), Date(timeIntervalSince1970: 0.5), try #require(URL(string: "https://example.com")),
            Data([1, 2]), NSNull(),
        ]
        for leaf in leaves {
            let item: [String: Any] = ["leaf": leaf, "list": [leaf, "x"] as [Any]]
            let passed = try #require(delivered(["leaf": leaf, "items": [item, item]]))
            #expect(passed["leaf"].map(described) == described(leaf))
            let items = try #require(passed["items"] as? [[String: Any]])
            #expect(items.count == 2)
            for item in items {
                #expect(item["leaf"].map(described) == described(leaf))
                #expect((item["list"] as? [Any])?.map(described) == [described(leaf), described("x")])
            }
        }
    }

    /// Tests containers whose elements all have one type, which the compiler does not make containers of `Any`.
    @Test func providersGetTypedContainersUnchanged() throws {
        let date = Date(timeIntervalSince1970: 1)
        let passed = try #require(
            delivered(["dates": [date], "prices": ["a": Decimal(1.5)], "optional": Optional(Float(0.5)) as Any]))
        #expect(passed["dates"] as? [Date] == [date])
        #expect(passed["prices"] as? [String: Decimal] == ["a": 1.5])
        #expect(passed["optional"] as? Float == 0.5)
    }

    /// Returns the type and the content of a value.
    private func described(_ value: Any) -> String {
        switch value {
        case let members as [String: Any]:
            return "[" + members.sorted { $0.key < $1.key }.map { "\($0.key): \(described($0.value))" }.joined() + "]"
        case let values as [Any]: return "[" + values.map(described).joined(separator: ", ") + "]"
        default: return "\(type(of: value)) \(value)"
        }
    }

    private func delivered(_ values: [String: Any]) -> [String: Any]? { tracked(values)?.parameters.dictionary }

    /// Tests that providers get what a transformation made of a parameter, and the other values as the app passed them.
    @Test func aChangedParameterIsDeliveredAsChanged() throws {
        let recorder = EventRecorder()
        let analytics = Analytics(providers: [recorder])
        analytics.addTransformation { event in
            var event = event
            event.parameters["a"] = .integer(9)
            return event
        }
        analytics.setDefaultParameters(EventParameters(dictionary: ["c": Decimal(3), "b": Decimal(7)]))
        analytics.track(name: "e", dictionary: ["a": Decimal(1), "b": Decimal(2)])
        let dictionary = try #require(recorder.events.first?.event.parameters.dictionary)
        #expect(dictionary["a"] as? Int == 9)
        #expect(dictionary["b"] as? Decimal == 2)
        #expect(dictionary["c"] as? Decimal == 3)
    }

    /// Tests that recordings contain a decimal number as a number with the same digits.
    @Test func aDecimalIsANumber() throws {
        let price = try #require(Decimal(string: "19.99"))
        #expect(
            EventParameters(dictionary: ["p": price, "q": NSDecimalNumber(decimal: price)]) == ["p": 19.99, "q": 19.99])
        #expect(Event("e", ["p": price]).parameters.description == "{p: 19.99}")
        #expect(EventParameters(dictionary: ["p": Decimal.nan])["p"] == .string("NaN"))
    }

    @Test func screensAndTraitsTakeDictionaries() {
        let recorder = EventRecorder()
        let analytics = Analytics(providers: [recorder])
        let values: [String: Any] = ["n": 1]
        analytics.screen("home", dictionary: values)
        analytics.identify("u", dictionary: values)
        #expect(recorder.drain().map(\.event) == [.screen("home", ["n": 1]), .identify("u", ["n": 1])])
    }

    @Test func anUnsupportedValueKeepsTheOtherValues() {
        let event = tracked([
            "id": 1, "bad": Unknown(), "path": [1, Unknown(), 3] as [Any],
            "item": ["x": AnyHashable(Stranger()), "y": 2] as [String: Any],
        ])
        #expect(event?.description == "track e {id: 1, item: {y: 2}, path: [1, null, 3]}")
        #expect(
            event?.encodingError
                == "bad: a value of type Unknown cannot be a parameter; item.x: a value of type Stranger cannot "
                + "be a parameter; path.1: a value of type Unknown cannot be a parameter")
    }

    @Test func anEncodableValueIsEncoded() {
        struct Item: Encodable {
            var itemID = 5
            var price: Failing? = nil
        }
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        let event = tracked(["item": Item(), "other": [Item(price: Failing())]])
        #expect(event?.description == "track e {item: {item_id: 5}, other: [{item_id: 5}]}")
        #expect(event?.encodingError == "other.0.price: CancellationError()")
    }

    @Test func theDepthIsLimited() {
        let deep = (0..<1_000).reduce(1 as Any) { inner, _ in [inner] }
        let event = tracked(["a": deep, "id": 1])
        #expect(event?.parameters["id"] == .integer(1))
        #expect(event?.encodingError?.hasSuffix("0: nested deeper than 100 levels") == true)
    }

    private func tracked(_ values: [String: Any]) -> Event? {
        let recorder = EventRecorder()
        Analytics(providers: [recorder]).track(name: "e", dictionary: values)
        return recorder.events.first?.event
    }

    /// Tests names that are not strings. A dictionary from Objective-C code can have such names.
    @Test func aNameThatIsNotAStringIsReported() {
        let recorder = EventRecorder()
        let values: [AnyHashable: Any] = ["id": 7, 3: "three", AnyHashable("name"): "b"]
        let analytics = Analytics(providers: [recorder])
        analytics.track(name: "e", dictionary: values)
        analytics.screen("s", dictionary: values)
        analytics.identify("u", dictionary: values)
        let events = recorder.drain().map(\.event)
        #expect(events.map(\.parameters) == Array(repeating: ["id": 7, "name": "b"], count: 3))
        #expect(events.allSatisfy { $0.encodingError == "3: the name of a parameter must be a string" })
        #expect(EventParameters(dictionary: [1: "a"]).isEmpty)
        // The names of a dictionary literal are strings, although the dictionary's type allows other names.
        #expect(EventParameters(dictionary: ["a": 1, "b": "x"]) == ["a": 1, "b": "x"])
    }
}
