internal import TrackproofPlatform

/// What was learned of an event type when it was first encoded, so that its names are converted once.
final class EventTypePlan: Sendable {
    /// The event's name where the type, not an enum's case, gives it.
    let typeName: String
    /// How the type's names are converted.
    let naming: EventNaming
    /// Whether the type is an enum, whose case gives the event's name.
    let isEnum: Bool
    /// The keys in the order in which they were met, with the names they become. A type encodes its keys in the same
    /// order each time, so the next key is nearly always the next entry.
    let names: [(key: String, name: String)]
    /// Whether two keys become one name.
    let mayRepeatNames: Bool
    private let places: [String: Int]

    init(_ event: some AnalyticsEvent) {
        var name = String(describing: type(of: event))
        // A generic type's arguments are no part of an event's name.
        if let bracket = name.firstIndex(of: "<") { name = String(name[..<bracket]) }
        if name.hasSuffix("Event"), name.count > 5 { name.removeLast(5) }
        naming = type(of: event).eventNaming
        typeName = naming.convert(typeName: name)
        isEnum = Mirror(reflecting: event).displayStyle == .enum
        names = []
        mayRepeatNames = false
        places = [:]
    }

    /// A plan for values that are no events.
    init(naming: EventNaming) {
        self.naming = naming
        typeName = ""
        isEnum = false
        names = []
        mayRepeatNames = false
        places = [:]
    }

    /// The entry of `key`, looked for first at `guess`.
    @inline(__always)
    func place(of key: String, guess: Int) -> Int? {
        if guess < names.count, names[guess].key == key { return guess }
        return place(of: key, after: guess)
    }

    /// A key that was nil was skipped; else the key is anywhere.
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

    /// This plan with more keys.
    func learning(_ pairs: [(key: String, name: String)]) -> EventTypePlan {
        // A key may come twice in an event, and a type that makes up its keys as it goes must not fill the memory.
        var fresh: [(key: String, name: String)] = []
        // Keys beyond ASCII are not kept: other ones may look the same, and Swift takes them for equal.
        for pair in pairs
        where names.count + fresh.count < 1_024 && places[pair.key] == nil && pair.key.utf8.allSatisfy({ $0 < 0x80 }) {
            if !fresh.contains(where: { $0.key == pair.key }) { fresh.append(pair) }
        }
        return fresh.isEmpty ? self : EventTypePlan(self, names: names + fresh)
    }
}

/// The plans of all event types met so far. Each thread keeps those it uses at hand: see ``EncodersOfThread``.
enum EventTypePlans {
    private static let plans = Lock<[ObjectIdentifier: EventTypePlan]>([:])

    static func plan<E: AnalyticsEvent>(of event: E) -> EventTypePlan {
        plan(of: ObjectIdentifier(E.self)) { EventTypePlan(event) }
    }

    static func plan(of type: ObjectIdentifier, make: () -> EventTypePlan) -> EventTypePlan {
        if let plan = plans.withLock({ $0[type] }) { return plan }
        // The event's own code runs here, so outside the lock.
        let fresh = make()
        return plans.withLock { plans in
            let plan = plans[type] ?? fresh
            plans[type] = plan
            return plan
        }
    }

    /// Adds what an encoded event showed to what is known of its type; returns all of it.
    @discardableResult
    static func learn(_ type: ObjectIdentifier, from encoder: EncodingNode) -> EventTypePlan {
        plans.withLock { plans in
            let plan = (plans[type] ?? encoder.plan).learning(encoder.learnedNames)
            plans[type] = plan
            return plan
        }
    }
}
