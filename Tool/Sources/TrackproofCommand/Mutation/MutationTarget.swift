import Foundation
import Trackproof
import TrackproofMutation
import TrackproofSnapshots

/// A mutant, and the tests that could kill it.
struct MutationTarget {
    let mutant: Mutant
    /// The ids of the tests that track the event of the mutant.
    let tests: [String]
    /// For a mistake in the order of events, the ``/TrackproofMutation/Mutant/occurrences`` in each test.
    var occurrences: [String: [Int]] = [:]

    /// Returns the mutant as one test plants it.
    func mutant(in test: String) -> Mutant {
        var mutant = mutant
        mutant.occurrences = occurrences[test] ?? []
        return mutant
    }
}

extension MutationTarget {
    /// Returns the mutants of all events that the tests have tracked in a run without mutants.
    ///
    /// - Parameters:
    ///   - tests: The tests and their events.
    ///   - excluded: The mistakes that are not planted.
    ///   - seed: A number that decides which event follows another in the mutants of ``MutationOperator/followed``.
    static func all(
        in tests: [String: [RecordedEvent]], without excluded: Set<MutationOperator>, seed: UInt64
    ) -> [MutationTarget] {
        let names = tests.keys.sorted()
        let events = names.flatMap { tests[$0] ?? [] }.filter { $0.source == .app }.map(\.event)
        let seen = SeenEvents(events)
        var testsOf: [Mutant: [String]] = [:]
        var occurrences: [Mutant: [String: [Int]]] = [:]
        // The same mistake can have another event in another test. The first one counts.
        var first: [Mutant: Mutant] = [:]
        var order: [Mutant] = []
        func add(_ mutant: Mutant, _ test: String) {
            if excluded.contains(mutant.mistake) { return }
            if first[mutant] == nil {
                first[mutant] = mutant
                order.append(mutant)
            }
            if testsOf[mutant]?.last != test { testsOf[mutant, default: []].append(test) }
        }
        let choice = Followers(tests, seed: seed)
        var followers: [EventIdentity: Event] = [:]
        for group in seen.groups { followers[EventIdentity(group.first)] = choice.follower(of: group.first) }
        for test in names {
            let recorded = tests[test] ?? []
            let own = recorded.filter { $0.source == .app }.map(\.event)
            for group in SeenEvents(own).groups {
                guard let all = seen.group(of: group.first) else { continue }
                for mutant in group.mutants(among: all) { add(mutant, test) }
                if let other = followers[EventIdentity(group.first)] {
                    var mutant = Mutant(of: group.first, .followed)
                    mutant.other = other
                    add(mutant, test)
                }
            }
            var counts: [EventIdentity: Int] = [:]
            for (index, event) in own.enumerated() {
                let number = counts[EventIdentity(event), default: 0]
                counts[EventIdentity(event)] = number + 1
                guard index + 1 < own.count, !event.isNamed(like: own[index + 1]) else { continue }
                var mutant = Mutant(of: event, .swapped)
                mutant.other = own[index + 1]
                add(mutant, test)
                if first[mutant]?.other.map(own[index + 1].isNamed(like:)) == true {
                    occurrences[mutant, default: [:]][test, default: []].append(number)
                }
            }
            for mutant in Self.losses(in: recorded) { add(mutant, test) }
        }
        return order.map {
            MutationTarget(mutant: $0, tests: testsOf[$0] ?? [], occurrences: occurrences[$0] ?? [:])
        }
    }

    /// Returns the mutants of events that a provider does not get.
    private static func losses(in recorded: [RecordedEvent]) -> [Mutant] {
        let providers = Set(recorded.compactMap(\.source.provider)).sorted { $0.rawValue < $1.rawValue }
        return providers.flatMap { provider in
            recorded.filter { $0.source == .app }.map { event in
                var mutant = Mutant(of: event.event, .providerLost)
                mutant.provider = provider
                return mutant
            }
        }
    }
}

/// The choice of the events that follow other events by mistake.
private struct Followers {
    private let tests: [(id: String, events: [Event])]
    private let seed: UInt64

    init(_ tests: [String: [RecordedEvent]], seed: UInt64) {
        self.seed = seed
        self.tests = tests.sorted { $0.key < $1.key }.map { id, events in
            (id, events.filter { $0.source == .app }.map(\.event))
        }
    }

    /// Returns an event of another name, chosen by the seed; `nil` if there is none.
    ///
    /// The event is from a test that tracks `event` too, else from a test of the same suite, else of the same module. A
    /// facade of another part of the app may not be able to track the event.
    func follower(of event: Event) -> Event? {
        let own = tests.filter { $0.events.contains { $0.isNamed(like: event) } }.map(\.id)
        for scope in [{ $0 }, \.suiteID, \.moduleOfTest] as [(String) -> String] {
            let scopes = Set(own.map(scope))
            let events = tests.filter { scopes.contains(scope($0.id)) }.flatMap(\.events)
            let others = SeenEvents(events).groups.map(\.first).filter {
                !$0.isNamed(like: event) && !$0.kind.isIdentity
            }
            if others.isEmpty { continue }
            return others[Int(SeededOrder.rank(event.displayName, seed: seed) % UInt64(others.count))]
        }
        return nil
    }
}

extension String {
    /// The id of the suite of the test with this id, such as `ShopTests.CheckoutTests`.
    fileprivate var suiteID: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? moduleOfTest }

    /// The module of the test with this id.
    fileprivate var moduleOfTest: String { String(prefix { $0 != "." }) }
}

/// An order of texts that looks random and is the same in every process.
enum SeededOrder {
    /// Returns a number for a text: the FNV-1a hash (Fowler, Noll, Vo) of 64 bits, begun with the seed.
    static func rank(_ text: String, seed: UInt64) -> UInt64 {
        var hash = 14_695_981_039_346_656_037 ^ (seed &* 0x9E37_79B9_7F4A_7C15)
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        // The last bytes of similar texts change only few bits of the hash, so the bits are mixed.
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
