import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of laws that hold for every comparison, such as: each event is in at most one difference.
@Suite struct ExpectationComparisonLawTests {
    @Test(arguments: 0..<400) func theLawsHoldForAnyTwoLists(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let expected = generator.smallEvents(upTo: 8)
        check(expected, generator.smallEvents(upTo: 8))
    }

    @Test(arguments: 0..<400) func theLawsHoldForAShuffledAndMutatedList(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let expected = generator.smallEvents(upTo: 12)
        var actual = generator.number(0...1) == 0 ? expected : expected.shuffled(using: &generator)
        for _ in 0..<generator.number(0...3) where !actual.isEmpty {
            let index = generator.number(0...actual.count - 1)
            switch generator.number(0...3) {
            case 0: actual.remove(at: index)
            case 1: actual.insert(actual[index], at: generator.number(0...actual.count))
            case 2: actual[index].name += "_v2"
            default: actual[index].parameters["a"] = .string("x")
            }
        }
        check(expected, actual)
    }

    /// Tests that the laws also hold if an event matches several expectations.
    @Test(arguments: 0..<200) func theLawsHoldForOverlappingMatchers(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let expected = generator.smallEvents(upTo: 8).map { event in
            generator.number(0...1) == 0
                ? EventExpectation.event(event) : .event(event.name, ["a": .anyInteger], kind: event.kind)
        }
        check(expected, generator.smallEvents(upTo: 8))
    }

    private func check(_ expected: [Event], _ actual: [Event]) {
        check(expected.map { .event($0) }, actual)
        let isEqual = expected == actual
        #expect(Comparison(of: actual, with: expected.map { EventExpectation.event($0).compiled }).isEmpty == isEqual)
    }

    private func check(_ expected: [EventExpectation], _ actual: [Event]) {
        let comparison = Comparison(of: actual, with: expected.map(\.compiled))
        let differences = comparison.differences
        // Leaves out duplicates, because an expectation of a duplicate also belongs to the event that matches it.
        let expectedPlaces = differences.filter { $0.kind != .duplicated }.compactMap(\.expectedPosition)
        let actualPlaces = differences.compactMap(\.actualPosition)
        #expect(Set(expectedPlaces).count == expectedPlaces.count)
        #expect(Set(actualPlaces).count == actualPlaces.count)
        #expect(comparison.matched + expectedPlaces.count == expected.count)
        #expect(comparison.matched + actualPlaces.count == actual.count)
        let unchanged = differences.reduce(comparison.unchangedAfter) { $0 + $1.unchangedBefore }
        #expect(unchanged == comparison.matched)
        #expect(differences.allSatisfy { $0.unchangedBefore >= 0 } && comparison.unchangedAfter >= 0)
        for difference in differences { checkKind(of: difference, expected, actual) }
    }

    /// Checks that the expectation and the event of a difference fit the kind of the difference.
    private func checkKind(of difference: Difference, _ expected: [EventExpectation], _ actual: [Event]) {
        let expectation = difference.expectedPosition.map { expected[$0] }
        let event = difference.actualPosition.map { actual[$0] }
        #expect(event == difference.actual)
        switch (difference.kind, expectation, event) {
        case (.missing, _?, nil), (.unexpected, nil, _?): break
        case (.moved, let expectation?, let event?), (.duplicated, let expectation?, let event?):
            #expect(expectation.matches(event))
        case (.changed, let expectation?, let event?):
            #expect(expectation.event.name == event.name && expectation.event.kind == event.kind)
            #expect(!difference.parameters.isEmpty)
        case (.renamed, let expectation?, let event?):
            #expect(expectation.event.name != event.name || expectation.event.kind != event.kind)
        default: Issue.record("\(difference)")
        }
    }
}

/// Tests that one mutation of the events causes exactly one difference.
@Suite struct PlantedMutationTests {
    enum Mutation: String, CaseIterable {
        case deleted, duplicatedAtOnce, duplicatedAtTheEnd, renamed, ofAnotherKind, changed, parameterLost, swapped,
            added
    }

    @Test(arguments: Mutation.allCases, 0..<40) func aMutationIsOneDifference(_ mutation: Mutation, seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let expected = generator.distinctEvents(generator.number(2...10))
        let index = generator.number(0...expected.count - 1)
        let (actual, kind) = mutated(expected, mutation, at: index)
        let comparison = Comparison(of: actual, with: expected.map { EventExpectation.event($0).compiled })
        #expect(comparison.differences.map(\.kind) == [kind])
        let difference = try #require(comparison.differences.first)
        switch kind {
        case .missing, .changed, .renamed, .duplicated: #expect(difference.expected == expected[index])
        case .moved: #expect(difference.expected == expected[index] || difference.actual == actual[index])
        case .unexpected: #expect(difference.actual?.name == "~~~")
        }
        #expect(comparison.matched == expected.count - (kind == .unexpected || kind == .duplicated ? 0 : 1))
    }

    private func mutated(_ events: [Event], _ mutation: Mutation, at index: Int) -> ([Event], Difference.Kind) {
        var events = events
        switch mutation {
        case .deleted:
            events.remove(at: index)
            return (events, .missing)
        case .duplicatedAtOnce:
            events.insert(events[index], at: index)
            return (events, .duplicated)
        case .duplicatedAtTheEnd:
            events.append(events[index])
            return (events, .duplicated)
        case .renamed:
            events[index].name = "@@@"
            return (events, .renamed)
        case .ofAnotherKind:
            events[index].kind = .page
            return (events, .renamed)
        case .changed:
            events[index].parameters["id"] = .string("other")
            return (events, .changed)
        case .parameterLost:
            events[index].parameters["text"] = nil
            return (events, .changed)
        case .swapped:
            let other = index + 1 < events.count ? index + 1 : index - 1
            events.swapAt(index, other)
            // The last event has no next event, so it was swapped with the event before it.
            return (events, .moved)
        case .added:
            events.insert(Event("~~~"), at: index)
            return (events, .unexpected)
        }
    }

    /// Tests events in which `b` comes before `a`, and `a` comes twice: `b` is moved and the second `a` is a duplicate.
    @Test func anEarlyAndRepeatedEventIsMovedAndDuplicated() {
        let (a, b) = (Event("a"), Event("b"))
        let comparison = Comparison(
            of: [b, a, a], with: [EventExpectation.event(a), .event(b)].map(\.compiled))
        #expect(comparison.differences.map(\.kind) == [.duplicated, .moved])
    }
}
