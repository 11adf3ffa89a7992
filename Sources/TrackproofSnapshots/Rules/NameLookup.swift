internal import Trackproof

/// A lookup of values by an event's name, or by a pattern that the name fits.
///
/// An exact name is found without a search, however many names there are. Patterns with wildcards are tried one after
/// another.
struct NameLookup<Value> {
    /// The result of looking up a name: the indices of the exact name and of the patterns that the name fits.
    ///
    /// Names with equal matches have the same values.
    struct Match: Hashable {
        var patterns: [Int] = []
        var exact: Int?

        var isEmpty: Bool { patterns.isEmpty && exact == nil }
    }

    private typealias Numbered = (number: Int, value: Value)
    private var exactPlaces: [ExactText: Int] = [:]
    private var exact: [[Value]] = []
    private var patternPlaces: [NamePattern: Int] = [:]
    private var patterns: [(pattern: NamePattern, values: [Numbered])] = []
    private var count = 0

    init(_ values: some Sequence<(name: String, value: Value)>) {
        for (name, value) in values { add(value, for: NamePattern(name)) }
    }

    private mutating func add(_ value: Value, for pattern: NamePattern) {
        count += 1
        if let name = pattern.exactName {
            let name = ExactText(name)
            if let place = exactPlaces[name] {
                exact[place].append(value)
            } else {
                exactPlaces[name] = exact.count
                exact.append([value])
            }
        } else if let place = patternPlaces[pattern] {
            patterns[place].values.append((count, value))
        } else {
            patternPlaces[pattern] = patterns.count
            patterns.append((pattern, [(count, value)]))
        }
    }

    var isEmpty: Bool { count == 0 }

    func match(_ name: String) -> Match {
        var match = Match(exact: exactPlaces[ExactText(name)])
        if patterns.isEmpty { return match }
        let name = Array(name.unicodeScalars)
        match.patterns = patterns.indices.filter { patterns[$0].pattern.matches(name) }
        return match
    }

    /// Returns the values of all names and patterns that a name fits.
    func all(_ name: String) -> [Value] {
        let match = match(name)
        return values(ofPatterns: match.patterns) + (match.exact.map(values(ofExact:)) ?? [])
    }

    /// Returns the values of an exact name, in the order in which they were added.
    func values(ofExact place: Int) -> [Value] { exact[place] }

    /// Returns the values of patterns, with the values of the narrowest pattern at the end.
    ///
    /// Values of equally narrow patterns are in the order in which they were added.
    func values(ofPatterns places: [Int]) -> [Value] {
        places.flatMap { index in
            let (pattern, values) = patterns[index]
            let specificity = pattern.specificity
            return values.map { (specificity: specificity, number: $0.number, value: $0.value) }
        }.sorted { ($0.specificity, $0.number) < ($1.specificity, $1.number) }.map(\.value)
    }
}
