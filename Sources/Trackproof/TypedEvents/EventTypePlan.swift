internal import TrackproofPlatform

/// The names of an event type. The encoder collects and converts them when it first encodes an event of the type.
final class EventTypePlan: Sendable {
    /// The event's name, unless the type is an enum. The case of an enum gives the event's name.
    let typeName: String
    /// The rule that converts the type's names.
    let naming: EventNaming
    /// Whether the type is an enum, whose case gives the event's name.
    let isEnum: Bool
    /// The keys in the order in which they were first encoded, with their converted names.
    ///
    /// A type encodes its keys in the same order each time, so the next key is nearly always the next entry.
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

    /// Returns the position of `key`, or `nil` if the plan does not contain the key. Tries `guess` first.
    @inline(__always)
    func place(of key: String, guess: Int) -> Int? {
        if guess < names.count, names[guess].key == key { return guess }
        return place(of: key, after: guess)
    }

    /// Returns the position of a key that is not at `guess`.
    ///
    /// If the encoder skipped the key at `guess` because its value was `nil`, `key` is at the next position. If not,
    /// `key` can be at any position.
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
        // An event may encode a key twice. The number of keys is limited, because a type that generates its keys must
        // not fill the memory.
        var fresh: [(key: String, name: String)] = []
        // Keys outside ASCII are left out: two such keys may differ in their scalars although Swift considers them
        // equal.
        for pair in pairs
        where names.count + fresh.count < 1_024 && places[pair.key] == nil && pair.key.utf8.allSatisfy({ $0 < 0x80 }) {
            if !fresh.contains(where: { $0.key == pair.key }) { fresh.append(pair) }
        }
        return fresh.isEmpty ? self : EventTypePlan(self, names: names + fresh)
    }
}

/// The plans of all event types that were encoded so far.
///
/// Each thread keeps the plans that it uses, together with its encoders: see ``EncodersOfThread``.
enum EventTypePlans {
    private static let plans = Lock<[ObjectIdentifier: EventTypePlan]>([:])

    static func plan<E: AnalyticsEvent>(of event: E) -> EventTypePlan {
        plan(of: ObjectIdentifier(E.self)) { EventTypePlan(event) }
    }

    static func plan(of type: ObjectIdentifier, make: () -> EventTypePlan) -> EventTypePlan {
        if let plan = plans.withLock({ $0[type] }) { return plan }
        // This call runs the event's own code, so it is outside the lock.
        let fresh = make()
        return plans.withLock { plans in
            let plan = plans[type] ?? fresh
            plans[type] = plan
            return plan
        }
    }

    /// Adds the keys of an encoded event to the plan of its type, and returns the new plan.
    @discardableResult
    static func learn(_ type: ObjectIdentifier, from encoder: EncodingNode) -> EventTypePlan {
        plans.withLock { plans in
            let plan = (plans[type] ?? encoder.plan).learning(encoder.learnedNames)
            plans[type] = plan
            return plan
        }
    }
}
