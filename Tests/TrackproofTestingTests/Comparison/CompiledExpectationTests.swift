import Testing
import Trackproof
@_spi(Tooling) import TrackproofSnapshots

@testable import TrackproofAssertions

/// What expectations in code become for the comparison.
@Suite struct CompiledExpectationTests {
    private func brief(_ expected: [EventExpectation], _ actual: [Event]) -> [String] {
        Comparison(of: actual, with: expected.map(\.compiled)).text().split(separator: "\n").dropFirst().map(
            String.init)
    }

    private func kinds(_ expected: [EventExpectation], _ actual: [Event]) -> [Difference.Kind] {
        Comparison(of: actual, with: expected.map(\.compiled)).differences.map(\.kind)
    }

    /// A user is a string: an event without one is not what was expected.
    @Test(arguments: [
        EventExpectation.identify(42), .identify(EventValue.null), .identify(true), .identify(1.5),
        .identify(ParameterMatcher.list(1)), .identify(ParameterMatcher.object(["a": 1])), .identify(.any),
        .identify("ann"),
    ]) func anExpectedUserMustBeThere(expectation: EventExpectation) {
        #expect(!expectation.matches(Event("", kind: .identify)))
        #expect(expectation.matches(.identify("42")) == (expectation.description == "identify any value"))
    }

    @Test func anEventWithoutAUserIsExpectedWithoutOne() {
        let nobody = EventExpectation.event("", kind: .identify)
        #expect(nobody.matches(Event("", kind: .identify)))
        #expect(!nobody.matches(.identify("ann")))
    }

    /// Rules that judge alike may be said in other words.
    @Test func eachExpectationIsSaidInItsOwnWords() {
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

    @Test func aPlaceInAnArrayHasAValue() {
        #expect(
            brief([.event("a", ["l": .list(.absent)])], [Event("a", ["l": EventValue.array([.null])])]) == [
                "~ changed    track a", "    - l.0: no value", "    + l.0: null",
            ])
    }

    /// Of an event whose parameters do not matter the name decides.
    @Test func aRenameIsSeenThoughParametersDoNotMatter() {
        #expect(kinds([.event("purchase", including: [:])], [Event("purchased", ["p": 1])]) == [.renamed])
        #expect(kinds([.event("purchase", including: [:])], [Event("quit", ["p": 1])]) == [.missing, .unexpected])
    }

    /// What is not compared does not count against a pair.
    @Test func thePairIsTheNearestInWhatIsCompared() {
        let expected = EventExpectation.event("buy", ["meta": .object(including: [:]), "price": 1])
        let comparison = Comparison(
            of: [
                Event("buy", ["meta": .object(EventParameters()), "price": "1", "z": 1]),
                Event("buy", ["meta": .object(["x": 1]), "price": 2]),
            ], with: [expected.compiled])
        #expect(comparison.differences.filter { $0.kind == .changed }.map(\.actualPosition) == [1])
    }

    /// More of a name than are paired by trying all.
    @Test func manyThatMatchInAnotherOrderHaveMoved() {
        let expected = (0..<150).map { index in
            EventExpectation.event("a", index % 2 == 0 ? ["n": index] : ["n": .in(index...index)])
        }
        let actual = (0..<150).reversed().map { Event("a", ["n": $0]) }
        let found = kinds(expected, actual)
        #expect(found.count == 149)
        #expect(found.allSatisfy { $0 == .moved })
    }

    /// What a test wrote itself must not run under a recorder's lock, a pattern included: it may take any time.
    @Test func whatMayTakeAnyTimeIsOwnCode() {
        func runsOwnCode(_ matcher: any ParameterExpectation) -> Bool {
            EventExpectation.event("a", ["x": matcher]).compiled.runsOwnCode
        }
        #expect(runsOwnCode(ParameterMatcher.where("mine") { _ in true }))
        #expect(runsOwnCode(ParameterMatcher.pattern("^(a+)+$")))
        #expect(runsOwnCode(ParameterMatcher.list(1, .pattern("a"))))
        #expect(runsOwnCode(ParameterMatcher.object(including: ["y": .pattern("a")])))
        #expect(!runsOwnCode(ParameterMatcher.uuid))
        #expect(!runsOwnCode(ParameterMatcher.in(1...5)))
        #expect(!runsOwnCode(ParameterMatcher.oneOf(1, "a")))
        #expect(!runsOwnCode(42))
    }

    /// Equal matchers judge alike, and others do not.
    @Test func equalMatchersShareTheirRules() {
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
