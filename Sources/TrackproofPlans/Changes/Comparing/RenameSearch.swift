@_spi(Tooling) internal import TrackproofSnapshots

/// A search for names that were probably renamed: the names are similar, and at least half of what they stand for is
/// equal.
///
/// Up to ``exactLimit`` names of each side get the assignment with the highest total likeness. Among more names, only
/// those are compared that share a key, and the most similar ones are paired first.
struct RenameSearch {
    static let exactLimit = 100
    /// The maximum number of names with one key that are compared.
    private static let keyLimit = 16

    /// A name, and what it stands for.
    struct Candidate {
        let name: String
        /// The traits, as numbers that are equal for equal traits.
        let traits: Set<Int>
    }

    private let old: [Candidate]
    private let new: [Candidate]

    /// Returns pairs of indices into both lists.
    static func pairs(_ old: [Candidate], _ new: [Candidate]) -> [(old: Int, new: Int)] {
        let search = RenameSearch(old: old, new: new)
        if old.count <= exactLimit, new.count <= exactLimit { return search.best() }
        return search.mostSimilar()
    }

    /// Returns how likely one is the other under a new name, up to 2, or `nil` if it is not likely.
    private func likeness(_ one: Int, _ other: Int) -> Double? {
        let (one, other) = (old[one], new[other])
        let most = max(one.traits.count, other.traits.count)
        let share = most == 0 ? 1 : Double(one.traits.intersection(other.traits).count) / Double(most)
        guard share >= 0.5 else { return nil }
        let name = NameSimilarity.of(one.name, other.name)
        return name >= NameSimilarity.similar ? share + name : nil
    }

    private func best() -> [(old: Int, new: Int)] {
        let columns = Assignment.minimal(rows: old.count, columns: new.count) { row, column in
            likeness(row, column).map { Int64((2 - $0) * 1_000_000) << 8 + Int64(min(abs(row - column), 255)) }
        }
        return columns.enumerated().compactMap { row, column in column.map { (row, $0) } }
    }

    private func mostSimilar() -> [(old: Int, new: Int)] {
        var byKey: [Int: [Int]] = [:]
        for index in old.indices {
            for key in old[index].keys { byKey[key, default: []].append(index) }
        }
        var found: [(likeness: Double, old: Int, new: Int)] = []
        for other in new.indices {
            let others = Set(new[other].keys.flatMap { byKey[$0]?.prefix(Self.keyLimit) ?? [] })
            for one in others { if let likeness = likeness(one, other) { found.append((likeness, one, other)) } }
        }
        found.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
        var (oldTaken, newTaken) = (Set<Int>(), Set<Int>())
        return found.compactMap { _, one, other in
            guard !oldTaken.contains(one), !newTaken.contains(other) else { return nil }
            oldTaken.insert(one)
            newTaken.insert(other)
            return (one, other)
        }
    }
}

extension RenameSearch.Candidate {
    /// Numbers that likely pairs have in common: of the name without its form, of all traits, and of all traits but one.
    fileprivate var keys: [Int] {
        let letters = name.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let plain = String(String.UnicodeScalarView(letters))
        let sum = traits.reduce(into: 0) { $0 &+= $1.hashValue }
        // Many events can have equal parameters. With the beginning of the name, fewer of them share a key.
        let start = plain.prefix(3).hashValue
        return [plain.hashValue, sum, start &+ sum]
            + (traits.count <= 64 ? traits.map { start &+ sum &- $0.hashValue } : [])
    }
}
