import Trackproof
import TrackproofText

/// A table that finds values by the name of an event.
///
/// Each value was added for a name or for a pattern with wildcards. To find a name, ``match(_:)`` uses a hash table. To
/// find the patterns that a name fits, it tries all patterns.
struct NameLookup<Value> {
    /// The indices in `exact` and `patterns` of the entries that fit an event's name.
    ///
    /// If two names have equal matches, ``all(_:)`` returns the same values for both names.
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

    /// Returns the values that were added for `name`, or for a pattern that `name` fits.
    func all(_ name: String) -> [Value] {
        let match = match(name)
        return values(ofPatterns: match.patterns) + (match.exact.map(values(ofExact:)) ?? [])
    }

    /// Returns the values of the name at the index `place` in `exact`, in the order in which they were added.
    func values(ofExact place: Int) -> [Value] { exact[place] }

    /// Returns the values of the patterns at the indices `places` in `patterns`.
    ///
    /// The values of a pattern with few literal scalars come before the values of a pattern with many literal scalars.
    /// If two patterns have equally many literal scalars, the value that was added first comes first.
    func values(ofPatterns places: [Int]) -> [Value] {
        places.flatMap { index in
            let (pattern, values) = patterns[index]
            let specificity = pattern.specificity
            return values.map { (specificity: specificity, number: $0.number, value: $0.value) }
        }.sorted { ($0.specificity, $0.number) < ($1.specificity, $1.number) }.map(\.value)
    }
}
