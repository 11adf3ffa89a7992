import Trackproof
import TrackproofMutation
import TrackproofSnapshots

/// The events that were seen, by kind and name, with the values of their parameters.
///
/// It says which mistakes are possible.
struct SeenEvents: Sendable {
    /// The values that were seen at one path, or the users of events.
    struct Values: Sendable {
        /// The number of events that have a value.
        fileprivate(set) var eventCount = 0
        /// The number of values. An array can contain several values at one path.
        fileprivate(set) var count = 0
        /// The different values, in the order in which they were seen. At most ``limit`` values are kept.
        fileprivate(set) var distinct: [EventValue] = []
        private var known: Set<EventValue> = []

        /// The maximum number of different values that are kept.
        static let limit = 500

        mutating func add(_ value: EventValue) {
            count += 1
            if distinct.count < Self.limit, known.insert(value).inserted { distinct.append(value) }
        }

        /// Whether the values look like the cases of an enumeration: few different texts or integers that occur again.
        var areCases: Bool {
            let areScalars = distinct.allSatisfy { $0.string != nil || $0.integer != nil }
            return areScalars && 2...20 ~= distinct.count && count >= 2 * distinct.count
        }
    }

    /// The events of one kind and name.
    struct Group: Sendable {
        /// The first event that was seen.
        let first: Event
        /// The number of events.
        fileprivate(set) var count = 0
        /// The values at each path, such as `items.*.price`.
        fileprivate(set) var values: [String: Values] = [:]
        /// The paths, in the order in which they were seen.
        fileprivate(set) var paths: [String] = []
        /// The users of the events.
        fileprivate(set) var users = Values()

        /// The maximum number of paths that are kept.
        static let pathLimit = 500

        mutating func add(_ event: Event) {
            count += 1
            if let user = event.user {
                users.add(.string(user))
                users.eventCount += 1
            }
            var own: Set<String> = []
            event.forEachValue { path, value in
                if values[path] == nil {
                    guard paths.count < Self.pathLimit else { return }
                    paths.append(path)
                }
                values[path, default: Values()].add(value)
                own.insert(path)
            }
            for path in own { values[path]?.eventCount += 1 }
        }
    }

    private var numbers: [EventIdentity: Int] = [:]
    /// The groups of events, in the order in which they were seen.
    private(set) var groups: [Group] = []

    /// Creates a list of the events that were seen.
    init(_ events: some Sequence<Event> = []) {
        for event in events { add(event) }
    }

    /// Adds an event that was seen.
    mutating func add(_ event: Event) {
        let identity = EventIdentity(event)
        let number = numbers[identity] ?? groups.count
        if number == groups.count {
            groups.append(Group(first: event))
            numbers[identity] = number
        }
        groups[number].add(event)
    }

    /// Returns the events with the kind and name of `event`; `nil` if no such event was seen.
    func group(of event: Event) -> Group? { numbers[EventIdentity(event)].map { groups[$0] } }
}

extension SeenEvents.Group {
    /// The mistakes in the content of these events, and that they are lost or tracked twice.
    ///
    /// - Parameter all: The events of this kind and name that other tests have tracked too. They show which other values
    ///   are possible.
    func mutants(among all: SeenEvents.Group) -> [Mutant] {
        all.mutants(
            of: paths.map { ($0, values[$0]?.distinct ?? []) }, hasUser: users.count > 0, choosingAmongCases: true)
    }

    /// Returns the mistakes in the content of one of these events, and that it is lost or tracked twice.
    ///
    /// A changed value is not one of the other values that were seen: a plan cannot say which of several valid values is
    /// the right one.
    func mutants(of event: Event) -> [Mutant] {
        var paths: [String] = []
        var own: [String: [EventValue]] = [:]
        event.forEachValue { path, value in
            if own[path] == nil { paths.append(path) }
            own[path, default: []].append(value)
        }
        return mutants(of: paths.prefix(Self.pathLimit).map { ($0, own[$0] ?? []) }, hasUser: event.user != nil)
    }

    private func mutants(
        of values: [(path: String, values: [EventValue])], hasUser: Bool, choosingAmongCases: Bool = false
    ) -> [Mutant] {
        func mutant(_ mistake: MutationOperator) -> Mutant { Mutant(of: first, mistake) }
        var mutants = [mutant(.lost), mutant(.twice)]
        if !first.name.isEmpty || !first.kind.isIdentity { mutants.append(mutant(.renamed)) }
        if hasUser { mutants += [mutant(.userLost), mutant(.otherUser)] }
        mutants.append(mutant(.parameterAdded))
        for (path, seen) in values {
            let others = choosingAmongCases ? self.values[path] : nil
            let cases = others?.areCases == true ? others?.distinct ?? [] : []
            for mistake in MutationOperator.ofValues {
                // An array without its elements is empty, and this mistake exists already.
                if mistake == .parameterLost, path == "*" || path.hasSuffix(".*") { continue }
                let isPossible =
                    mistake == .parameterLost || seen.contains { mistake.changed($0, others: cases) != nil }
                if !isPossible { continue }
                var mutant = mutant(mistake)
                mutant.path = path
                if mistake == .otherValue { mutant.values = cases }
                mutants.append(mutant)
            }
        }
        return mutants
    }
}
