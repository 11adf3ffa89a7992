import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// A matcher, with values that it accepts and values that it rejects. `nil` means that the parameter is absent.
struct MatcherCase: Sendable, CustomTestStringConvertible {
    let name: String
    let matcher: ParameterMatcher
    let takes: [EventValue?]
    let refuses: [EventValue?]

    init(
        _ name: String, _ expectation: any ParameterExpectation, takes: [(any EventValueConvertible)?],
        refuses: [(any EventValueConvertible)?]
    ) {
        self.name = name
        matcher = expectation.matcher
        self.takes = takes.map { $0?.eventValue }
        self.refuses = refuses.map { $0?.eventValue }
    }

    var testDescription: String { name }
}

@Suite struct MatcherTests {
    /// Tests that a matcher takes only its values, and that it reports a difference exactly if it refuses a value.
    @Test(arguments: MatcherCase.all) func aMatcherTakesOnlyItsValues(_ example: MatcherCase) {
        let matcher = example.matcher
        for (values, isTaken) in [(example.takes, true), (example.refuses, false)] {
            for value in values {
                #expect(matcher.matches(value) == isTaken, "\(String(describing: value))")
                #expect(matcher.differences(from: value).isEmpty == isTaken, "\(String(describing: value))")
            }
        }
    }

    /// Tests that a range can have any number type, even if the range is not a literal.
    @Test func rangesOfOtherNumberTypesMatch() {
        let small: UInt8 = 1
        let integers: ExpectedParameters = ["a": .in(small...)]
        #expect(integers.matches(["a": 255]))
        #expect(!integers.matches(["a": 256]))
        #expect(!integers.matches(["a": -1]))
        #expect(!integers.matches(["a": 0]))
        let floats: ClosedRange<Float> = 0.5...1
        let expected: ExpectedParameters = ["a": .in(floats)]
        #expect(expected.matches(["a": 0.75]))
        // This number is between two neighboring values of `Float`. The range contains only one of the two values.
        let whole: ClosedRange<Float> = 0...16_777_216
        let upToWhole: ExpectedParameters = ["a": .in(whole)]
        #expect(upToWhole.matches(["a": 16_777_215.5]))
        #expect(!upToWhole.matches(["a": 16_777_216.5]))
        #expect(!expected.matches(["a": 2.0]))
    }

    @Test func theLastValueOfARepeatedNameCounts() {
        let expected: ExpectedParameters = ["id": 1, "slug": "a", "id": .uuid]
        #expect(expected.description == #"{id: a UUID, slug: "a"}"#)
        #expect(expected.matches(["id": uuid, "slug": "a"]))
        #expect(!expected.matches(["id": 1, "slug": "a"]))
    }

    @Test func theOrderOfParametersDoesNotMatter() {
        let expected: ExpectedParameters = ["a": 1, "b": .list(1, 2), "c": .object(["d": 1, "e": 2])]
        #expect(expected.matches(["c": ["e": 2, "d": 1], "b": [1, 2], "a": 1]))
        #expect(!expected.matches(["c": ["e": 2, "d": 1], "b": [2, 1], "a": 1]))
    }

    @Test func aPartialExpectationAllowsMoreParameters() {
        let expected = (["a": 1, "b": .absent] as ExpectedParameters).partial
        #expect(expected.matches(["a": 1]))
        #expect(expected.matches(["a": 1, "c": 1]))
        #expect(!expected.matches(["a": 1, "b": 1]))
        #expect(!expected.matches(["c": 1]))
    }

    @Test func aCompleteExpectationRefusesMoreParameters() {
        let expected: ExpectedParameters = ["a": 1, "b": .absent]
        #expect(expected.matches(["a": 1]))
        #expect(!expected.matches(["a": 1, "c": 1]))
        #expect(!expected.matches(["a": 1, "b": .null]))
        #expect(!expected.matches([:]))
    }

    /// Tests that an expected `nil` means an absent parameter, and not a parameter whose value is null.
    @Test func nilExpectsNoParameter() {
        let nothing: String? = nil
        let expected: ExpectedParameters = ["a": nothing, "b": Optional(5)]
        #expect(expected.description == "{a: no value, b: 5}")
        #expect(expected.matches(["b": 5]))
        #expect(!expected.matches(["a": .null, "b": 5]))
        #expect(!expected.matches(["a": "x", "b": 5]))
    }
}

private let uuid = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"

private enum Plan: String, EventValueConvertible { case free, premium }

extension MatcherCase {
    static let all: [MatcherCase] = shapes + ranges + values + compositions

    private static let shapes: [MatcherCase] = [
        MatcherCase("any", .any, takes: ["a", 1, 1.5, true, list()], refuses: [null, nil]),
        MatcherCase("anyString", .anyString, takes: ["", "a"], refuses: [1, 1.5, true, null, list("a"), nil]),
        MatcherCase("anyInteger", .anyInteger, takes: [0, -5], refuses: ["1", 1.0, true, null, nil]),
        MatcherCase("anyNumber", .anyNumber, takes: [1, 1.0, -0.5], refuses: ["1", true, null, nil]),
        MatcherCase("anyBool", .anyBool, takes: [true, false], refuses: [1, 0, "true", null, nil]),
        MatcherCase(
            "uuid", .uuid, takes: [uuid, uuid.lowercased()],
            refuses: ["", "3F2504E0", uuid + "0", 5, null, nil]),
        MatcherCase(
            "timestamp", .timestamp,
            takes: ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00.123+02:00", 1_714_560_000, 1_714_560_000_000],
            refuses: ["2024-05-01", "noon", 5, true, null, nil]),
        MatcherCase(
            "url", .url, takes: ["https://example.com/a?b=c", "app://open"],
            refuses: ["example", "", "/path", 5, null, nil]),
        MatcherCase("null", .null, takes: [null], refuses: ["null", 0, false, nil]),
        MatcherCase("absent", .absent, takes: [nil], refuses: [null, "", 0, false, list()]),
        MatcherCase("pattern", .pattern("b+c"), takes: ["bc", "abbcd"], refuses: ["b", "ac", "", 5, null, nil]),
        MatcherCase(
            "pattern, anchored", .pattern("^u-[0-9]+$"), takes: ["u-42"], refuses: ["xu-42", "u-42x", "u-", 42]),
        MatcherCase("invalid pattern", .pattern("("), takes: [], refuses: ["(", "", 5, null, nil]),
        MatcherCase("where", .where("even") { ($0.integer ?? 1) % 2 == 0 }, takes: [0, 2], refuses: [1, "2", nil]),
    ]

    private static let ranges: [MatcherCase] = [
        MatcherCase("1...5", .in(1...5), takes: [1, 3, 5], refuses: [0, 6, 3.0, "3", true, null, nil]),
        MatcherCase("1..<5", .in(1..<5), takes: [1, 4], refuses: [0, 5, 1.0, nil]),
        MatcherCase("1...", .in(1...), takes: [1, Int64.max], refuses: [0, 1.0, nil]),
        MatcherCase("...5", .in(...5), takes: [5, Int64.min], refuses: [6, 5.0, nil]),
        MatcherCase("..<5", .in(..<5), takes: [4], refuses: [5, 4.0, nil]),
        MatcherCase(
            "0.5...1", .in(0.5...1), takes: [0.5, 1.0], refuses: [1, 0.4, 1.1, "0.5", EventValue.number(.nan), nil]),
        MatcherCase("0.5..<1", .in(0.5..<1), takes: [0.5], refuses: [1.0, 0.4]),
        MatcherCase("0.5...", .in(0.5...), takes: [0.5, EventValue.number(.infinity)], refuses: [0.4, 1]),
        MatcherCase("...0.5", .in(...0.5), takes: [0.5, -1.0], refuses: [0.6, 0]),
        MatcherCase("..<0.5", .in(..<0.5), takes: [0.4], refuses: [0.5, 0]),
    ]

    private static let values: [MatcherCase] = [
        MatcherCase("a bool", true, takes: [true], refuses: [false, 1, "true", null, nil]),
        MatcherCase("a string", "1", takes: ["1"], refuses: [1, "1 ", null, nil]),
        MatcherCase("a substring", "abc".dropFirst(), takes: ["bc"], refuses: ["abc"]),
        MatcherCase("an integer", 3, takes: [3], refuses: [3.0, "3", 4, null, nil]),
        MatcherCase("other integers", UInt32(3), takes: [3], refuses: [3.0, 4]),
        MatcherCase("a number", 3.0, takes: [3.0], refuses: [3, "3.0", 3.5, nil]),
        MatcherCase("a float", Float(0.1), takes: [0.1], refuses: [0.2]),
        MatcherCase("no number", Double.nan, takes: ["NaN", EventValue.number(.nan)], refuses: [0.0, "nan"]),
        MatcherCase("a UUID", UUID(uuidString: uuid), takes: [uuid], refuses: [uuid.lowercased()]),
        MatcherCase("a URL", URL(string: "https://a.b"), takes: ["https://a.b"], refuses: ["https://a.b/"]),
        MatcherCase(
            "a date", Date(timeIntervalSince1970: 0), takes: ["1970-01-01T00:00:00.000Z"],
            refuses: ["1970-01-01T00:00:00Z", 0]),
        MatcherCase("a decimal", Decimal(string: "1.10"), takes: [1.1], refuses: ["1.1", 1.2]),
        MatcherCase("data", Data([1, 2]), takes: ["AQI="], refuses: ["AQI", list(1, 2)]),
        MatcherCase("an optional", Optional(3), takes: [3], refuses: [4, null, nil]),
        MatcherCase("a nil", Int?.none, takes: [nil], refuses: [null, 0]),
        MatcherCase("an array", [1, 2], takes: [list(1, 2)], refuses: [list(2, 1), list(1), 1, nil]),
        MatcherCase("a set", Set(["b", "a"]), takes: [list("a", "b")], refuses: [list("b", "a")]),
        MatcherCase("a dictionary", ["a": 1], takes: [object(["a": 1])], refuses: [object(["a": 1, "b": 1]), nil]),
        MatcherCase(
            "parameters", ["a": 1, "b": "x"] as EventParameters, takes: [object(["b": "x", "a": 1])],
            refuses: [object(["a": 1]), object(["a": 1, "b": "y"])]),
        MatcherCase("an event value", EventValue.null, takes: [null], refuses: [nil, 0]),
        MatcherCase("equal, of an enum", .equal(Plan.free), takes: ["free"], refuses: ["premium", 0, null, nil]),
        MatcherCase("equal, of no enum", .equal(Plan?.none), takes: [nil], refuses: ["free", null]),
    ]

    private static let compositions: [MatcherCase] = [
        MatcherCase(
            "oneOf", .oneOf("EUR", Plan.free, 2), takes: ["EUR", "free", 2], refuses: ["USD", 2.0, "2", null, nil]),
        MatcherCase(
            "oneOf, an array", .oneOf(["EUR", Plan.free, 2]), takes: ["EUR", "free", 2],
            refuses: ["USD", 2.0, list("EUR", "free", 2), list("EUR"), null, nil]),
        MatcherCase(
            "oneOf, an array of strings", .oneOf(["free", "premium"].sorted()), takes: ["free", "premium"],
            refuses: ["other", list("free", "premium"), list("free"), null, nil]),
        MatcherCase("oneOf, an empty array", .oneOf([String]()), takes: [], refuses: ["", list(), null, nil]),
        MatcherCase("oneOf, of nothing", .oneOf(), takes: [], refuses: ["", null, nil]),
        MatcherCase(
            "list", .list(1, .uuid, "x"), takes: [list(1, uuid, "x")],
            refuses: [
                list(1, "no", "x"), list(1, uuid), list(1, uuid, "x", 1), 1, nil,
            ]),
        MatcherCase(
            "list, an array", .list([1, .uuid, "x"]), takes: [list(1, uuid, "x")],
            refuses: [
                list(list(1, uuid, "x")), list(1, "no", "x"), list(1, uuid), list(1, uuid, "x", 1), 1, null, nil,
            ]),
        MatcherCase(
            "list, an array of integers", .list([1, 2].sorted()), takes: [list(1, 2)],
            refuses: [list(list(1, 2)), list(2, 1), list(1), list(), 1, null, nil]),
        MatcherCase(
            "list, an array in an array", .list([.list([1, 2])]), takes: [list(list(1, 2))],
            refuses: [list(1, 2), list(list(list(1, 2))), list(list(2, 1))]),
        MatcherCase("list, empty", .list(), takes: [list()], refuses: [list(null), null, nil]),
        MatcherCase(
            "list of lists", .list(.list(.anyInteger), .object(["a": .list(.any)])),
            takes: [list(list(5), object(["a": list("x")]))],
            refuses: [
                list(list("5"), object(["a": list("x")])),
                list(list(5), object(["a": list()])),
            ]),
        MatcherCase(
            "object", .object(["id": .uuid, "n": 1]), takes: [object(["n": 1, "id": uuid])],
            refuses: [object(["id": uuid]), object(["id": uuid, "n": 1, "more": 1]), 1, nil]),
        MatcherCase(
            "object, some members", .object(including: ["id": .uuid]),
            takes: [object(["id": uuid]), object(["id": uuid, "more": 1])],
            refuses: [object(["more": 1]), object(["id": 5]), list(), nil]),
        MatcherCase(
            "object in an object", .object(["a": .object(including: ["b": .in(1...2)]), "c": .absent]),
            takes: [object(["a": object(["b": 1, "x": 1])])],
            refuses: [object(["a": object(["b": 3])]), object(["a": object(["b": 1]), "c": 1]), object([:])]),
    ]
}

private let null = EventValue.null

private func list(_ values: any EventValueConvertible...) -> EventValue { .array(values.compactMap(\.eventValue)) }

private func object(_ members: EventParameters) -> EventValue { .object(members) }

/// Tests that an assertion returns the events that it matched.
@Suite(.recordingEvents) struct ReturnedEventTests {
    private let analytics = Analytics.recording()

    @Test func aReturnedEventSuppliesAnExpectedID() {
        analytics.track(Event("checkout_started", ["order_id": "A-1"]))
        analytics.track(Event("purchase", ["order_id": "A-1", "price": 2]))
        let started = expectTracked("checkout_started", including: [:]).first?.event
        expectTracked("purchase", including: ["order_id": started?.parameters["order_id"]])
    }

    @Test func allMatchedEventsAreReturned() async {
        for id in 1...3 { analytics.track(Event("tap", ["id": id])) }
        let found = await expectTracked("tap", including: [:], times: 3, within: .seconds(60))
        #expect(found.compactMap { $0.event.parameters["id"] } == [.integer(1), .integer(2), .integer(3)])
    }

    @Test func noEventIsReturnedAfterAFailure() async throws {
        let failures = try await failures {
            track(Event("tap"))
            #expect(expectTracked("view") == [])
            #expect(expectTracked("tap", times: 2) == [])
        }
        #expect(failures.count == 2)
    }

    @Test func aDifferentIDFails() async throws {
        let failures = try await failures {
            track(Event("started", ["order_id": "A-1"]), Event("purchase", ["order_id": "A-2"]))
            let started = expectTracked("started", including: [:]).first?.event
            expectTracked("purchase", ["order_id": started?.parameters["order_id"]])
        }
        #expect(failures.count == 1)
    }
}
