import TrackproofPlatform

/// The converted names of an event type and its keys.
///
/// The encoder converts each key only once, and later reads the converted name from the plan.
final class EventTypePlan: Sendable {
    /// The name of the type's events. Not used for an enum, whose events have the names of their cases.
    let typeName: String
    let naming: EventNaming
    /// Whether the type is an enum, whose events have the names of their cases.
    let isEnum: Bool
    /// The keys in the order in which they were first encoded, with their converted names.
    ///
    /// A type encodes its keys in the same order each time, so a search nearly always ends at the entry that follows
    /// the previously found entry.
    let names: [(key: String, name: String)]
    /// Whether two keys have the same converted name.
    let mayRepeatNames: Bool
    private let places: [String: Int]

    init(_ event: some AnalyticsEvent) {
        var name = String(describing: type(of: event))
        // A generic type's arguments are not part of the event's name.
        if let bracket = name.firstIndex(of: "<") { name = String(name[..<bracket]) }
        if name.hasSuffix("Event"), name.count > 5 { name.removeLast(5) }
        naming = type(of: event).eventNaming
        typeName = naming.convert(typeName: name)
        isEnum = Mirror(reflecting: event).displayStyle == .enum
        names = []
        mayRepeatNames = false
        places = [:]
    }

    /// Creates a plan for values that are not events.
    init(naming: EventNaming) {
        self.naming = naming
        typeName = ""
        isEnum = false
        names = []
        mayRepeatNames = false
        places = [:]
    }

    /// Returns the index of `key` in ``names``, or `nil` if `names` does not contain it. Tries the index `guess` first.
    @inline(__always)
    func place(of key: String, guess: Int) -> Int? {
        if guess < names.count, names[guess].key == key { return guess }
        return place(of: key, after: guess)
    }

    /// Returns the index of a key that is not at the index `guess`.
    ///
    /// If the property at `guess` is `nil`, the type does not encode its key, and `key` is often at the next index.
    @inline(never)
    private func place(of key: String, after guess: Int) -> Int? {
        let next = guess + 1
        return next < names.count && names[next].key == key ? next : places[key]
    }

    private init(_ known: EventTypePlan, names: [(key: String, name: String)]) {
        typeName = known.typeName
        naming = known.naming
        isEnum = known.isEnum
        self.names = names
        mayRepeatNames = Set(names.map(\.name)).count < names.count
        places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1.key, $0) })
    }

    /// Returns a plan that also contains the keys of `pairs`.
    func learning(_ pairs: [(key: String, name: String)]) -> EventTypePlan {
        // Adds each key only once, because an event may encode a key twice. The number of keys has a limit. Without it,
        // a type that generates its keys could fill the memory.
        var fresh: [(key: String, name: String)] = []
        // Leaves out keys outside ASCII, because Swift may consider two of these keys equal although their scalars
        // differ.
        for pair in pairs
        where names.count + fresh.count < 1_024 && places[pair.key] == nil && pair.key.utf8.allSatisfy({ $0 < 0x80 }) {
            if !fresh.contains(where: { $0.key == pair.key }) { fresh.append(pair) }
        }
        return fresh.isEmpty ? self : EventTypePlan(self, names: names + fresh)
    }
}

/// The plans of all event types that were encoded so far.
///
/// Each thread also keeps the plans that it uses, together with its encoders: see ``EncodersOfThread``.
enum EventTypePlans {
    private static let plans = Lock<[ObjectIdentifier: EventTypePlan]>([:])

    static func plan<E: AnalyticsEvent>(of event: E) -> EventTypePlan {
        plan(of: ObjectIdentifier(E.self)) { EventTypePlan(event) }
    }

    static func plan(of type: ObjectIdentifier, make: () -> EventTypePlan) -> EventTypePlan {
        if let plan = plans.withLock({ $0[type] }) { return plan }
        // Calls `make` outside the lock, because `make` runs code of the event, which may itself track an event.
        let fresh = make()
        return plans.withLock { plans in
            let plan = plans[type] ?? fresh
            plans[type] = plan
            return plan
        }
    }

    /// Adds the new keys of `encoder` to the plan of `type`, and returns the new plan.
    @discardableResult
    static func learn(_ type: ObjectIdentifier, from encoder: EncodingNode) -> EventTypePlan {
        plans.withLock { plans in
            let plan = (plans[type] ?? encoder.plan).learning(encoder.learnedNames)
            plans[type] = plan
            return plan
        }
    }
}
