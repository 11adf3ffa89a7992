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

    @Test func theDictionaryOfParametersConvertsBack() throws {
        let parameters: EventParameters = [
            "a": 1, "b": 2.5, "c": "x", "d": true, "e": [1, 2], "f": .object(["g": "h"]),
        ]
        #expect(EventParameters(dictionary: parameters.dictionary) == parameters)
    }

    @Test func anUnsupportedTypeIsReportedWithItsPlace() {
        func message(_ values: [String: Any]) -> String? { tracked(values)?.encodingError }
        #expect(
            message(["a": ["b": [1, Unknown()] as [Any]] as [String: Any]])
                == "a.b.1: a value of type Unknown cannot be a parameter")
        #expect(message(["x": Stranger()]) == "x: a value of type Stranger cannot be a parameter")
        #expect(message(["x": AnyHashable(Stranger())]) == "x: a value of type Stranger cannot be a parameter")
    }

    @Test func anUnsupportedValueKeepsTheOtherValues() {
        let event = tracked([
            "id": 1, "bad": Unknown(), "path": [1, Unknown(), 3] as [Any],
            "item": ["x": Stranger(), "y": 2] as [String: Any],
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
        Analytics(providers: [recorder]).track(name: "e", dictionary: values)
        let event = recorder.drain().first?.event
        #expect(event?.parameters == ["id": 7, "name": "b"])
        #expect(event?.encodingError == "3: the name of a parameter must be a string")
        // The names of a dictionary literal are strings, although the dictionary's type allows other names.
        #expect(EventParameters(dictionary: ["a": 1, "b": "x"]) == ["a": 1, "b": "x"])
    }
}
