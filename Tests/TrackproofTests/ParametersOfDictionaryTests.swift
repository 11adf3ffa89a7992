import Foundation
import Testing
import Trackproof

/// Parameters of a dictionary, as analytics code without types of its own has them.
@Suite struct ParametersOfDictionaryTests {
    private enum Method: String, EventValueConvertible { case card }
    private struct Stranger: Hashable {}
    private final class Unknown {}

    @Test func everyTypeThatCanBeAValueIsTaken() throws {
        let none: Int? = nil
        let values: [String: Any] = [
            "bool": true, "int": 3, "double": 3.0, "text": "a", "method": Method.card,
            "date": Date(timeIntervalSince1970: 0),
            "list": [1, "a", [true]] as [Any], "object": ["b": 1, "a": ["c": 2.5] as [String: Any]] as [String: Any],
            "null": NSNull(), "none": none as Any, "some": Optional("b") as Any, "hashable": AnyHashable(7),
            "url": URL(string: "https://example.com") as Any, "set": Set([2, 1]),
        ]
        #expect(
            try EventParameters(dictionary: values) == [
                "bool": true, "int": 3, "double": 3.0, "text": "a", "method": "card",
                "date": "1970-01-01T00:00:00.000Z",
                "list": .list(1, "a", [true]), "object": .object(["a": .object(["c": 2.5]), "b": 1]), "null": .null,
                "some": "b", "hashable": 7, "url": "https://example.com", "set": [1, 2],
            ])
    }

    @Test func namesAreInAlphabeticalOrder() throws {
        #expect(try EventParameters(dictionary: ["b": 1, "c": 2, "a": 3]).map(\.name) == ["a", "b", "c"])
    }

    @Test func numbersOfFoundationKeepTheirType() throws {
        let numbers: [NSNumber] = [
            NSNumber(value: true), NSNumber(value: 3), NSNumber(value: 3.5), NSNumber(value: Double.nan),
            NSNumber(value: UInt64.max),
        ]
        // 2^64 - 1 is no integer of 64 bits with sign, and no exact number either.
        let expected: [EventValue] = [
            .bool(true), .integer(3), .number(3.5), .string("NaN"), .string("18446744073709551615"),
        ]
        #expect(try EventParameters(dictionary: ["n": numbers])["n"] == .array(expected))
    }

    @Test func theInverseIsTheSame() throws {
        let parameters: EventParameters = [
            "a": 1, "b": 2.5, "c": "x", "d": true, "e": [1, 2], "f": .object(["g": "h"]),
        ]
        #expect(try EventParameters(dictionary: parameters.dictionary) == parameters)
    }

    @Test func anotherTypeIsRefusedWithItsPlace() {
        func message(_ values: [String: Any]) -> String {
            do { return try EventParameters(dictionary: values).description } catch { return "\(error)" }
        }
        #expect(
            message(["a": ["b": [1, Unknown()] as [Any]] as [String: Any]])
                == "a.b.1: a value of the type Unknown cannot be a parameter")
        #expect(message(["x": Stranger()]) == "x: a value of the type Stranger cannot be a parameter")
        #expect(message(["x": AnyHashable(Stranger())]) == "x: a value of the type Stranger cannot be a parameter")
    }
}
