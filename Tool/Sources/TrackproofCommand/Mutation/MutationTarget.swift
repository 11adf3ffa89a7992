import Foundation
import Trackproof
import TrackproofPlanning
import TrackproofMutation
import TrackproofSnapshots

/// A mutant, and the tests that could kill it.
struct MutationTarget {
    let mutant: Mutant
    /// The ids of the tests that track the event of the mutant.
    let tests: [String]
    /// The tests that discard the events of the mutant, because they check something else.
    var discarding: Set<String> = []
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
    /// In a test without events of the app, a provider in `recorded()` gets its events from code under test. So the mistakes
    /// are in these events.
    ///
    /// - Parameters:
    ///   - tests: What the tests have told.
    ///   - excluded: The mistakes that are not planted.
    ///   - seed: A number that decides which event follows another in the mutants of ``MutationOperator/followed``.
    static func all(
        in tests: [String: TestNotes.OneTest], without excluded: Set<MutationOperator>, seed: UInt64
    ) -> [MutationTarget] {
        let names = tests.keys.sorted()
        let seen = Dictionary(grouping: names.flatMap { tests[$0]?.events ?? [] }, by: \.source)
            .mapValues { SeenEvents($0.map(\.event)) }
        var testsOf: [Mutant: [String]] = [:]
        var occurrences: [Mutant: [String: [Int]]] = [:]
        var order: [Mutant] = []
        func add(_ mutant: Mutant, _ test: String) {
            if excluded.contains(mutant.mistake) { return }
            if testsOf[mutant] == nil { order.append(mutant) }
            if testsOf[mutant]?.last != test { testsOf[mutant, default: []].append(test) }
        }
        let choice = Followers(tests.mapValues(\.events), seed: seed)
        var followed: [EventIdentity: Mutant] = [:]
        for group in seen[.app]?.groups ?? [] { followed[EventIdentity(group.first)] = choice.mutant(of: group.first) }
        for test in names {
            guard let note = tests[test] else { continue }
            let recorded = note.events
            let sources = Set(recorded.map(\.source).filter { $0 == .app || $0.provider != nil })
            for source in (sources.contains(.app) ? [.app] : sources).sorted(by: { $0.rawValue < $1.rawValue }) {
                let own = recorded.filter { $0.source == source }
                let ignored = Dictionary(own.map { (EventIdentity($0.event), note.ignored(in: $0)) }) { $0.union($1) }
                for group in SeenEvents(own.map(\.event)).groups {
                    guard let all = seen[source]?.group(of: group.first) else { continue }
                    let ignored = ignored[EventIdentity(group.first)] ?? []
                    for var mutant in group.mutants(among: all) {
                        if let name = mutant.parameter, ignored.contains(name) { continue }
                        mutant.provider = source.provider
                        add(mutant, test)
                    }
                    if source == .app, let mutant = followed[EventIdentity(group.first)] { add(mutant, test) }
                }
            }
            for (mutant, numbers) in Self.swaps(in: recorded) {
                add(mutant, test)
                occurrences[mutant, default: [:]][test] = numbers
            }
            for mutant in Self.losses(in: recorded) { add(mutant, test) }
        }
        return order.map { mutant in
            let own = testsOf[mutant] ?? []
            let discarding = own.filter { tests[$0]?.discards(Event(mutant.name, kind: mutant.kind)) == true }
            return MutationTarget(
                mutant: mutant, tests: own, discarding: Set(discarding), occurrences: occurrences[mutant] ?? [:])
        }
    }

    /// Returns the mutants in the order of events, each with the ``/TrackproofMutation/Mutant/occurrences`` to swap.
    ///
    /// The cases of a parameterized test have a recorder each. An occurrence counts only if the other event follows in each
    /// of these recorders that have the occurrence.
    private static func swaps(in recorded: [RecordedEvent]) -> [(Mutant, [Int])] {
        var swaps: [Mutant: [Int: Bool]] = [:]
        var order: [Mutant] = []
        let recorders = Dictionary(grouping: recorded.filter { $0.source == .app }) { $0.unknown["recorder"]?.string }
        let lists = recorders.sorted { $0.key ?? "" < $1.key ?? "" }.map { $0.value.map(\.event) }
        for events in lists {
            for (event, next) in zip(events, events.dropFirst()) where !event.isNamed(like: next) {
                var mutant = Mutant(of: event, .swapped)
                mutant.other = next
                if swaps[mutant] != nil { continue }
                swaps[mutant] = [:]
                order.append(mutant)
            }
        }
        for events in lists {
            var counts: [EventIdentity: Int] = [:]
            for (index, event) in events.enumerated() {
                let number = counts[EventIdentity(event), default: 0]
                counts[EventIdentity(event)] = number + 1
                for mutant in order where mutant.isAbout(event) {
                    let next = index + 1 < events.count ? events[index + 1] : nil
                    let isFollowed = next.map { mutant.other?.isNamed(like: $0) == true } ?? false
                    let wasFollowed = swaps[mutant]?[number] ?? true
                    swaps[mutant]?[number] = wasFollowed && isFollowed
                }
            }
        }
        return order.compactMap { mutant in
            let numbers = (swaps[mutant] ?? [:]).filter(\.value).keys.sorted()
            return numbers.isEmpty ? nil : (mutant, numbers)
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
    private let tests: [String: [Event]]
    /// The ids of the tests that track an event.
    private var testsOf: [EventIdentity: [String]] = [:]
    /// The parts of the tests to which another event belongs: first the same test, then the same suite, then the same
    /// module. A facade of another part of the app may not be able to track the event.
    private var scopes: [Scope] = [Scope(name: { $0 }), Scope(name: \.suiteID), Scope(name: \.moduleOfTest)]
    private let seed: UInt64

    /// Parts of the tests, such as suites, each with one event of each name that its tests track.
    private struct Scope {
        /// Returns the name of the part to which a test belongs.
        let name: (String) -> String
        var events: [String: [EventIdentity: Event]] = [:]
    }

    init(_ tests: [String: [RecordedEvent]], seed: UInt64) {
        self.seed = seed
        self.tests = tests.mapValues { $0.filter { $0.source == .app }.map(\.event) }
        for (test, events) in self.tests.sorted(by: { $0.key < $1.key }) {
            let named = Dictionary(events.map { (EventIdentity($0), $0) }) { first, _ in first }
            for identity in named.keys { testsOf[identity, default: []].append(test) }
            let others = named.filter { !$0.value.kind.isIdentity }
            for index in scopes.indices {
                scopes[index].events[scopes[index].name(test), default: [:]].merge(others) { first, _ in first }
            }
        }
    }

    /// Returns the mutant in which another event follows, chosen by the seed; `nil` if there is no other event.
    func mutant(of event: Event) -> Mutant? {
        let identity = EventIdentity(event)
        let own = testsOf[identity] ?? []
        for scope in scopes {
            var others: [EventIdentity: Event] = [:]
            for name in Set(own.map(scope.name)).sorted() {
                others.merge(scope.events[name] ?? [:]) { first, _ in first }
            }
            others[identity] = nil
            if others.isEmpty { continue }
            let sorted = others.values.sorted {
                ($0.displayName, $0.kind.rawValue) < ($1.displayName, $1.kind.rawValue)
            }
            var mutant = Mutant(of: event, .followed)
            mutant.other = sorted[Int(SeededOrder.rank(event.displayName, seed: seed) % UInt64(sorted.count))]
            mutant.inherited = commonParameters(of: own)
            return mutant
        }
        return nil
    }

    /// Returns the names of the parameters that all events of some tests have, such as the default parameters of a facade.
    private func commonParameters(of ids: [String]) -> [String] {
        let events = ids.flatMap { tests[$0] ?? [] }.filter { !$0.kind.isIdentity }
        guard let first = events.first, events.contains(where: { !$0.isNamed(like: first) }) else { return [] }
        return first.parameters.map(\.name).filter { name in events.allSatisfy { $0.parameters[name] != nil } }
    }
}

extension String {
    /// The id of the suite of the test with this id, such as `ShopTests.CheckoutTests`.
    var suiteID: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? moduleOfTest }

    /// The module of the test with this id.
    fileprivate var moduleOfTest: String { String(prefix { $0 != "." }) }
}

/// An order of texts that looks random and is the same in every process.
enum SeededOrder {
    /// Returns the place of a text in the order.
    static func rank(_ text: String, seed: UInt64) -> UInt64 {
        var hash = text.fnv1a(seed: seed)
        // The last bytes of similar texts change only few bits of the hash, so the bits are mixed.
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
