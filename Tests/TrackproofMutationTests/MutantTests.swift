import Testing
import Trackproof
import TrackproofJSON
import TrackproofMutation
import _TrackproofTestSupport

@Suite struct MutantTests {
    private let event = Event(
        "purchase",
        [
            "id": 7, "price": 19.99, "method": "card", "gift": true, "zip": "0042", "note": "",
            "items": .list(.object(["sku": "a", "count": 1]), .object(["sku": "b", "count": 2])), "tags": ["new"],
        ])

    /// Returns the event after a mistake as text; `nil` if the mistake does not change it.
    private func changed(_ mistake: MutationOperator, _ path: String = "", values: [EventValue] = []) -> String? {
        var mutant = Mutant(of: event, mistake)
        (mutant.path, mutant.values) = (path, values)
        guard let changed = mutant.changed(event) else { return nil }
        if changed.name != event.name { return changed.name }
        let differing = changed.parameters.filter { event.parameters[$0.name] != $0.value }
        let lost = event.parameters.filter { changed.parameters[$0.name] == nil }.map { "-\($0.name)" }
        return (differing.map { "\($0.name): \($0.value)" } + lost).joined(separator: ", ")
    }

    @Test func aMistakeChangesWhatItSays() {
        #expect(changed(.renamed) == "purchase_2")
        #expect(changed(.parameterAdded) == "extra: 1")
        #expect(changed(.parameterLost, "id") == "-id")
        #expect(changed(.otherValue, "id") == "id: 8")
        #expect(changed(.otherValue, "price") == "price: 20.99")
        #expect(changed(.otherValue, "method") == #"method: "cardx""#)
        #expect(
            changed(.otherValue, "method", values: [.string("card"), .integer(1), .string("cash")])
                == #"method: "cash""#)
        #expect(changed(.otherValue, "gift") == "gift: false")
        #expect(changed(.empty, "method") == #"method: """#)
        #expect(changed(.empty, "items") == "items: []")
        #expect(changed(.null, "price") == "price: null")
        #expect(changed(.numberAsText, "price") == #"price: "19.99""#)
        #expect(changed(.numberAsText, "id") == #"id: "7""#)
        #expect(changed(.textAsNumber, "zip") == "zip: 42")
        #expect(changed(.integerAsNumber, "id") == "id: 7.0")
        #expect(changed(.boolAsText, "gift") == #"gift: "true""#)
        #expect(changed(.boolAsInteger, "gift") == "gift: 1")
    }

    @Test func aMistakeReachesAllElementsOfAnArray() {
        #expect(changed(.parameterLost, "items.*.sku") == "items: [{count: 1}, {count: 2}]")
        #expect(
            changed(.numberAsText, "items.*.count") == #"items: [{sku: "a", count: "1"}, {sku: "b", count: "2"}]"#)
        #expect(changed(.otherValue, "tags.*") == #"tags: ["newx"]"#)
    }

    @Test func aMistakeThatIsImpossibleChangesNothing() {
        #expect(changed(.parameterLost, "absent") == nil)
        #expect(changed(.parameterLost, "id.deep") == nil)
        #expect(changed(.empty, "note") == nil)
        #expect(changed(.empty, "id") == nil)
        #expect(changed(.textAsNumber, "method") == nil)
        #expect(changed(.boolAsText, "id") == nil)
        #expect(changed(.userLost) == nil)
        #expect(Mutant(of: Event("other"), .renamed).changed(event) == nil)
        #expect(Mutant(of: Event("purchase", kind: .screen), .renamed).changed(event) == nil)
        for mistake in MutationOperator.allCases where !mistake.changesContent {
            #expect(Mutant(of: event, mistake).changed(event) == nil)
        }
    }

    @Test func aMistakeChangesTheUser() {
        let event = Event.identify("u1", ["plan": "free"])
        #expect(Mutant(of: event, .userLost).changed(event) == Event.identify(nil, ["plan": "free"]))
        #expect(Mutant(of: event, .otherUser).changed(event)?.user == "u1x")
    }

    @Test func theLargestNumbersHaveOtherValues() {
        let event = Event("e", ["integer": .integer(.max), "number": .number(1e300), "infinity": .number(.infinity)])
        for path in ["integer", "number"] {
            var mutant = Mutant(of: event, .otherValue)
            mutant.path = path
            #expect(mutant.changed(event).map { $0 != event } == true, "\(path)")
        }
    }

    /// A mutant for each mistake, and for mistakes in values also for each of two paths.
    private var mutants: [Mutant] {
        MutationOperator.allCases.flatMap { mistake in
            (MutationOperator.ofValues.contains(mistake) ? ["id", "items.*.sku"] : [""]).map { path in
                var mutant = Mutant(of: event, mistake)
                mutant.path = path
                if mistake == .otherValue { mutant.values = [.string("cash"), .integer(1)] }
                if mistake == .swapped || mistake == .followed { mutant.other = .identify("u", ["plan": "free"]) }
                if mistake == .providerLost { mutant.provider = "firebase" }
                return mutant
            }
        }
    }

    @Test func aMutantIsReadAsItWasWritten() throws {
        for mutant in mutants {
            let read = try Mutant(DocumentObject(.object(mutant.members), at: "file:"))
            #expect(read == mutant)
            #expect(read.members == mutant.members)
            #expect(read.other == mutant.other && read.values == mutant.values)
        }
    }

    @Test func eachMutantHasItsOwnWords() {
        #expect(Set(mutants.map(\.description)).count == mutants.count)
        #expect(Set(mutants).count == mutants.count)
        #expect(Set(MutationOperator.allCases.map(\.description)).count == MutationOperator.allCases.count)
    }
}
