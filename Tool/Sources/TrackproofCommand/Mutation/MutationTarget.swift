import Foundation
import Trackproof
import TrackproofMutation
import TrackproofSnapshots

/// A mutant, and the tests that could kill it.
struct MutationTarget {
    let mutant: Mutant
    /// The ids of the tests that track the event of the mutant.
    let tests: [String]
}

extension MutationTarget {
    /// Returns the mutants of all events that the tests have tracked in a run without mutants.
    ///
    /// - Parameters:
    ///   - tests: The tests and their events.
    ///   - seed: A number that decides which event follows another in the mutants of ``MutationOperator/followed``.
    static func all(in tests: [String: [RecordedEvent]], seed: UInt64) -> [MutationTarget] {
        let names = tests.keys.sorted()
        let events = names.flatMap { tests[$0] ?? [] }.filter { $0.source == .app }.map(\.event)
        let seen = SeenEvents(events)
        var testsOf: [Mutant: [String]] = [:]
        var order: [Mutant] = []
        func add(_ mutant: Mutant, _ test: String) {
            if testsOf[mutant] == nil { order.append(mutant) }
            if testsOf[mutant]?.last != test { testsOf[mutant, default: []].append(test) }
        }
        let firsts = seen.groups.map(\.first)
        for test in names {
            let recorded = tests[test] ?? []
            let own = recorded.filter { $0.source == .app }.map(\.event)
            for group in SeenEvents(own).groups {
                guard let all = seen.group(of: group.first) else { continue }
                for mutant in group.mutants(among: all) { add(mutant, test) }
                if let other = follower(of: group.first, among: firsts, seed) {
                    var mutant = Mutant(of: group.first, .followed)
                    mutant.other = other
                    add(mutant, test)
                }
            }
            for (event, next) in zip(own, own.dropFirst()) where !event.isNamed(like: next) {
                var mutant = Mutant(of: event, .swapped)
                mutant.other = next
                add(mutant, test)
            }
            for mutant in Self.losses(in: recorded) { add(mutant, test) }
        }
        return order.map { MutationTarget(mutant: $0, tests: testsOf[$0] ?? []) }
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

    /// Returns an event of another name, chosen by the seed; `nil` if all events have the same name.
    private static func follower(of event: Event, among events: [Event], _ seed: UInt64) -> Event? {
        let others = events.filter { !$0.isNamed(like: event) && !$0.kind.isIdentity }
        if others.isEmpty { return nil }
        return others[Int(SeededOrder.rank(event.displayName, seed: seed) % UInt64(others.count))]
    }
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
