import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

/// Tests of comparisons with expectations that a test writes in code.
@Suite struct CompiledExpectationTests {
    private func brief(_ expected: [EventExpectation], _ actual: [Event]) -> [String] {
        Comparison(of: actual, with: expected.map(\.compiled)).text().split(separator: "\n").dropFirst().map(
            String.init)
    }

    private func kinds(_ expected: [EventExpectation], _ actual: [Event]) -> [Difference.Kind] {
        Comparison(of: actual, with: expected.map(\.compiled)).differences.map(\.kind)
    }

    /// Tests that an expected user, even `.any`, never matches an event without a user. Only `.any` matches the user
    /// "42", because a user is a string.
    @Test(arguments: [
        EventExpectation.identify(42), .identify(EventValue.null), .identify(true), .identify(1.5),
        .identify(ParameterMatcher.list(1)), .identify(ParameterMatcher.object(["a": 1])), .identify(.any),
        .identify("ann"),
    ]) func anExpectedUserMustBePresent(expectation: EventExpectation) {
        #expect(!expectation.matches(Event("", kind: .identify)))
        #expect(expectation.matches(.identify("42")) == (expectation.description == "identify any value"))
    }

    @Test func anExpectationWithoutAUserRefusesAUser() {
        let anonymous = EventExpectation.event("", kind: .identify)
        #expect(anonymous.matches(Event("", kind: .identify)))
        #expect(!anonymous.matches(.identify("ann")))
    }

    /// Tests that the user of an event that is not an identity event is compared only if the expectation names it.
    @Test func anExpectationSaysWhetherTheUserCounts() {
        var saved = Event("saved")
        let anonymous = saved
        saved.user = "ann"
        for event in [saved, anonymous] {
            #expect(EventExpectation.event("saved").matches(event))
            #expect(EventExpectation.event("saved", user: nil).matches(event) == (event.user == nil))
            #expect(EventExpectation.event("saved", user: "ann").matches(event) == (event.user != nil))
            #expect(EventExpectation.event("saved", user: .anyString).matches(event) == (event.user != nil))
            #expect(EventExpectation.event("saved", including: [:], user: "bob").matches(event) == false)
        }
        #expect(kinds([.event("saved"), .event("saved", user: "ann")], [anonymous, saved]) == [])
        #expect(kinds([.event("saved", user: "bob"), .event("saved", user: "ann")], [saved, saved]) == [.changed])
    }

    /// Tests that two expectations with equivalent rules keep their different descriptions.
    @Test func eachExpectationKeepsItsOwnDescription() {
        #expect(
            brief(
                [.event("a", ["l": .list(1, .uuid)]), .event("a", ["l": .list(2, .uuid)])],
                [
                    Event(
                        "a", ["l": EventValue.array([.integer(1), .string("7E0A2C34-7B1C-4F0C-8D1E-5F6A7B8C9D0E")])]),
                    Event("a", ["l": "x"]),
                ]) == [
                    "  … 1 event unchanged", "~ changed    track a", "    - l: [2, a UUID]", "    + l: \"x\"",
                ])
    }

    @Test func anArrayElementIsNeverAbsent() {
        #expect(
            brief([.event("a", ["l": .list(.absent)])], [Event("a", ["l": EventValue.array([.null])])]) == [
                "~ changed    track a", "    - l.0: no value", "    + l.0: null",
            ])
    }

    /// Tests expectations that ignore parameters, so only the names can show that an event was renamed.
    @Test func aRenameIsFoundIfParametersDoNotMatter() {
        #expect(kinds([.event("purchase", including: [:])], [Event("purchased", ["p": 1])]) == [.renamed])
        #expect(kinds([.event("purchase", including: [:])], [Event("quit", ["p": 1])]) == [.missing, .unexpected])
    }

    @Test func pairingIgnoresParametersThatAreNotCompared() {
        let expected = EventExpectation.event("buy", ["meta": .object(including: [:]), "price": 1])
        let comparison = Comparison(
            of: [
                Event("buy", ["meta": .object(EventParameters()), "price": "1", "z": 1]),
                Event("buy", ["meta": .object(["x": 1]), "price": 2]),
            ], with: [expected.compiled])
        #expect(comparison.differences.filter { $0.kind == .changed }.map(\.actualPosition) == [1])
    }

    /// Tests events in which `b` comes before `a`, and `a` comes twice: `b` is moved and the second `a` is a duplicate.
    @Test func anEarlyAndRepeatedEventIsMovedAndDuplicated() {
        #expect(kinds([.event("a"), .event("b")], [Event("b"), Event("a"), Event("a")]) == [.duplicated, .moved])
    }

    /// Tests 150 events of one name. The comparison tries all combinations only for shorter lists.
    @Test func manyMatchingEventsInReverseOrderAreMoved() {
        let expected = (0..<150).map { index in
            EventExpectation.event("a", index % 2 == 0 ? ["n": index] : ["n": .in(index...index)])
        }
        let actual = (0..<150).reversed().map { Event("a", ["n": $0]) }
        let found = kinds(expected, actual)
        #expect(found.count == 149)
        #expect(found.allSatisfy { $0 == .moved })
    }

    @Test func onlyEqualMatchersShareARuleSignature() {
        func signature(_ matcher: any ParameterExpectation) -> String {
            EventExpectation.event("a", ["x": matcher]).compiled.ruleSignature
        }
        let small: UInt8 = 0
        #expect(signature(ParameterMatcher.in(1...5)) == signature(ParameterMatcher.in(1...5)))
        #expect(signature(ParameterMatcher.in(1...5)) != signature(ParameterMatcher.in(1..<5)))
        #expect(signature(ParameterMatcher.in(0...)) != signature(ParameterMatcher.in(small...)))
        #expect(signature(ParameterMatcher.oneOf(1, 2)) != signature(ParameterMatcher.oneOf("1", 2)))
        #expect(signature(ParameterMatcher.oneOf(1, 2)) == signature(ParameterMatcher.oneOf(1, 2)))
        #expect(
            signature(ParameterMatcher.where("same") { _ in true })
                != signature(ParameterMatcher.where("same") { _ in true }))
    }
}
