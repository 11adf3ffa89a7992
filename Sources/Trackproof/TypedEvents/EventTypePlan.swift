/// What was learned of an event type when it was first encoded, so that its names are converted once.
final class EventTypePlan: Sendable {
    /// The event's name where the type, not an enum's case, gives it.
    let typeName: String
    /// Whether an enum's case gives the name; nil until one was encoded.
    let isNamedByCase: Bool?
    /// The keys in the order in which they were met, with the names they become. A type encodes its keys in the same
    /// order each time, so the next key is nearly always the next entry.
    let names: [(key: String, name: String)]
    private let places: [String: Int]

    init(_ type: any AnalyticsEvent.Type) {
        var name = String(describing: type)
        // A generic type's arguments are no part of an event's name.
        if let bracket = name.firstIndex(of: "<") { name = String(name[..<bracket]) }
        if name.hasSuffix("Event"), name.count > 5 { name.removeLast(5) }
        typeName = type.eventNaming.convert(name)
        isNamedByCase = nil
        names = []
        places = [:]
    }

    /// The entry of `key`, looked for first at `guess`.
    func place(of key: String, guess: Int) -> Int? {
        if guess < names.count, names[guess].key == key { return guess }
        return places[key]
    }

    /// This plan with more keys.
    init(_ known: EventTypePlan, learning pairs: [(key: String, name: String)], isNamedByCase: Bool) {
        var (names, places) = (known.names, known.places)
        // A type that makes up its keys as it goes must not fill the memory.
        for pair in pairs where places[pair.key] == nil && names.count < 1_024 {
            places[pair.key] = names.count
            names.append(pair)
        }
        typeName = known.typeName
        self.isNamedByCase = isNamedByCase
        self.names = names
        self.places = places
    }
}

/// The plans of all event types met so far.
enum EventTypePlans {
    private static let plans = Lock<[ObjectIdentifier: EventTypePlan]>([:])

    static func plan(of type: any AnalyticsEvent.Type) -> EventTypePlan? {
        plans.withLock { $0[ObjectIdentifier(type)] }
    }

    static func learn(
        _ type: any AnalyticsEvent.Type, _ pairs: [(key: String, name: String)], isNamedByCase: Bool
    ) {
        let fresh = EventTypePlan(type)
        plans.withLock {
            let known = $0[ObjectIdentifier(type)] ?? fresh
            $0[ObjectIdentifier(type)] = EventTypePlan(known, learning: pairs, isNamedByCase: isNamedByCase)
        }
    }
}
