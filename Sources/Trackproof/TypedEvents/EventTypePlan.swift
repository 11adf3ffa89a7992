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

    convenience init(_ event: some AnalyticsEvent) {
        var name = String(describing: type(of: event))
        // A generic type's arguments are not part of the event's name.
        if let bracket = name.firstIndex(of: "<") { name = String(name[..<bracket]) }
        if name.hasSuffix("Event"), name.count > 5 { name.removeLast(5) }
        let naming = type(of: event).eventNaming
        self.init(
            typeName: naming.convert(typeName: name), naming: naming,
            isEnum: Mirror(reflecting: event).displayStyle == .enum)
    }

    /// Creates a plan. By default, this is a plan without keys for values that are not events.
    init(typeName: String = "", naming: EventNaming, isEnum: Bool = false, names: [(key: String, name: String)] = []) {
        self.typeName = typeName
        self.naming = naming
        self.isEnum = isEnum
        self.names = names
        mayRepeatNames = Set(names.map(\.name)).count < names.count
        places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1.key, $0) })
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
        if fresh.isEmpty { return self }
        return EventTypePlan(typeName: typeName, naming: naming, isEnum: isEnum, names: names + fresh)
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

/// The rule that turns names in Swift into names of events and parameters.
public enum EventNaming: Sendable {
    /// The rule of `JSONEncoder`'s `convertToSnakeCase`: `movieID` becomes `movie_id`.
    case snakeCase
    /// The rule that keeps names as they are in the code.
    case asWritten

    /// Returns the converted name of a parameter or of an enum's case.
    func convert(_ name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: false)
        }
    }

    /// Returns the converted name of a type.
    ///
    /// `JSONEncoder`'s rule expects names that begin in lower case, but a type's name begins with a capital. This
    /// method returns `url_opened` for `URLOpened`. `JSONEncoder`'s rule alone would return `u_rl_opened`.
    func convert(typeName name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: true)
        }
    }
}

extension String {
    /// Returns the string in snake case, by the rule of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    ///
    /// A capital begins a word, except at the start of the string. Capitals in a row form one word, but if a lower-case
    /// letter follows, the last of these capitals begins the next word: `myURLProperty` becomes `my_url_property`.
    ///
    /// - Parameter leadingCapitalsAreAWord: Whether a capital at the start of the string also begins a word.
    fileprivate func snakeCased(leadingCapitalsAreAWord: Bool) -> String {
        guard !isEmpty else { return self }
        var words: [Substring] = []
        var wordStart = startIndex
        var searched = leadingCapitalsAreAWord ? startIndex : index(after: startIndex)
        while let capital = unicodeScalars[searched...].firstIndex(where: \.isCapital) {
            if wordStart < capital { words.append(self[wordStart..<capital]) }
            wordStart = capital
            guard let lower = unicodeScalars[capital...].firstIndex(where: \.isLowerCase) else { break }
            if lower != index(after: capital) {
                wordStart = index(before: lower)
                if capital < wordStart { words.append(self[capital..<wordStart]) }
            }
            searched = unicodeScalars.index(after: lower)
        }
        words.append(self[wordStart...])
        return words.map { $0.lowercased() }.joined(separator: "_")
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool {
        properties.generalCategory == .uppercaseLetter || properties.generalCategory == .titlecaseLetter
    }

    fileprivate var isLowerCase: Bool { properties.generalCategory == .lowercaseLetter }
}
