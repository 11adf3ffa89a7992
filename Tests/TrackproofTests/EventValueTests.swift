import Foundation
import Testing
import Trackproof

@Suite struct EventValueTests {
    private enum Method: String, EventValueConvertible { case email }
    private enum Level: Int, EventValueConvertible { case high = 3 }

    @Test func everyConvertibleTypeBecomesItsValue() {
        let expected: [(any EventValueConvertible, EventValue)] = [
            (true, .bool(true)), ("text", .string("text")), ("text".dropFirst(), .string("ext")),
            (Character("é"), .string("é")), (4.5, .number(4.5)), (0.1 as Float, .number(0.1)),
            (-1, .integer(-1)), (Int8.min, .integer(-128)), (Int16.min, .integer(-32_768)),
            (Int32.min, .integer(-2_147_483_648)), (Int64.min, .integer(.min)), (7 as UInt, .integer(7)),
            (UInt8.max, .integer(255)), (UInt16.max, .integer(65_535)), (UInt32.max, .integer(4_294_967_295)),
            (UInt64(Int64.max), .integer(.max)), (Method.email, .string("email")), (Level.high, .integer(3)),
            ([1, 2], .array([.integer(1), .integer(2)])), ([1, nil], .array([.integer(1), .null])),
            (Set([3, 20, 1]), .array([.integer(1), .integer(3), .integer(20)])),
            (Set(["b", "a"]), .array([.string("a"), .string("b")])),
            (Set([2.5, -1.5]), .array([.number(-1.5), .number(2.5)])),
            (EventValue.integer(4), .integer(4)), (["a": 1] as EventParameters, .object(["a": 1])),
        ]
        for (convertible, value) in expected {
            #expect(convertible.eventValue == value, "\(type(of: convertible))")
        }
    }

    @Test func aNilHasNoValue() {
        #expect(String?.none.eventValue == nil)
        #expect(Int??.some(nil).eventValue == nil)
        #expect(Int?.some(3).eventValue == .integer(3))
    }

    @Test func integersBeyondInt64AreExactNumbersOrStrings() {
        #expect(UInt64.max.eventValue == .string("18446744073709551615"))
        #expect((UInt64(1) << 63).eventValue == .number(9_223_372_036_854_775_808))
        #expect(((UInt64(1) << 63) + 1).eventValue == .string("9223372036854775809"))
        #expect(UInt.max.eventValue == .string("18446744073709551615"))
    }

    @Test func dictionariesAreSortedAndLeaveNilOut() {
        let value = (["b": 2, "c": nil, "a": 1] as [String: Int?]).eventValue
        guard case .object(let parameters)? = value else {
            Issue.record("no object: \(String(describing: value))")
            return
        }
        #expect(parameters.map(\.name) == ["a", "b"])
    }

    @Test func datesBeyondTheYear9999AreSeconds() {
        #expect(Date(timeIntervalSince1970: 253_402_300_800).eventValue == .number(253_402_300_800))
        #expect(Date(timeIntervalSince1970: 253_402_300_799).eventValue == .string("9999-12-31T23:59:59.000Z"))
        #expect(Date(timeIntervalSince1970: .infinity).eventValue == .string("Infinity"))
    }

    @Test(arguments: [(Double.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity")])
    func numbersThatAreNotFiniteEqualTheirStrings(number: Double, text: String) {
        #expect(number.eventValue == .string(text))
        #expect(EventValue.number(number) == .string(text))
        #expect(EventValue.string(text) == .number(number))
        #expect(EventValue.number(number) == .number(number))
        #expect(EventValue.number(number).hashValue == EventValue.string(text).hashValue)
        #expect(EventValue.number(number) != .string("nan"))
        #expect(EventValue.number(number).description == text)
        #expect(Float(number).eventValue == .string(text))
    }

    @Test func valuesOfDifferentTypesDiffer() {
        let values: [EventValue] = [
            .null, .bool(true), .bool(false), .integer(1), .number(1), .string("1"), .array([]), .object([:]),
            .array([.null]), .object(["a": 1]), .string("null"), .integer(0),
        ]
        for (left, right) in values.indices.flatMap({ left in values.indices.map { (left, $0) } }) {
            #expect((values[left] == values[right]) == (left == right), "\(values[left]) and \(values[right])")
        }
        #expect(EventValue.number(0.0) == .number(-0.0))
        #expect(EventValue.number(0.0).hashValue == EventValue.number(-0.0).hashValue)
        #expect(
            values.map(\.typeName) == [
                "null", "bool", "bool", "integer", "number", "string", "array", "object", "array", "object", "string",
                "integer",
            ])
    }

    @Test func descriptionsShowTypesAndEscapeControlCharacters() {
        let value: EventValue = .object([
            "text": "a\"b\\c\n\u{1B}[31m\u{202E}", "number": 3.0, "list": .list(1, nil as Int?, true),
        ])
        #expect(
            value.description
                == #"{text: "a\"b\\c\n\u{1b}[31m\u{202e}", number: 3.0, list: [1, null, true]}"#)
    }

    @Test func aNumberThatIsNotFiniteIsWrittenAsItsString() throws {
        let data = try JSONEncoder().encode([EventValue.number(.nan), .number(-.infinity)])
        #expect(String(decoding: data, as: UTF8.self) == #"["NaN","-Infinity"]"#)
    }
}
