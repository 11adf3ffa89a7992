import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// A search for pairs of an old and a new name that probably belong to the same event or member.
///
/// The two names of a pair are similar, and the events or members with these names share at least half of their traits.
///
/// The search first pairs names that differ only by case and separators. Of the other pairs, it takes the most similar one,
/// then the most similar one of the names that are left, and so on.
struct RenameSearch {
    /// The maximum number of old names, and of new names. If there are more, the search does not pair similar names.
    private static let limit = 100

    /// A parameter of an event or the schema of a member.
    struct Trait: Hashable {
        var name: ExactText?
        let signature: SchemaSignature
        var isRequired = false
    }

    /// The name and the traits of an event or a member.
    struct Candidate {
        let name: String
        let traits: Set<Trait>
    }

    private let old: [Candidate]
    private let new: [Candidate]
    /// The number of names that begin with each word.
    private let firstWords: [String: Int]

    private init(_ old: [Candidate], _ new: [Candidate]) {
        (self.old, self.new) = (old, new)
        let words = (old + new).compactMap { NameWords($0.name).words.first }
        firstWords = Dictionary(grouping: words, by: \.self).mapValues(\.count)
    }

    /// Returns pairs of indices in `old` and `new` whose names probably belong to the same event or member.
    static func pairs(_ old: [Candidate], _ new: [Candidate]) -> [(old: Int, new: Int)] {
        if old.isEmpty || new.isEmpty { return [] }
        let search = RenameSearch(old, new)
        var pairs = search.sameWords()
        var olds = Set(old.indices).subtracting(pairs.map(\.old))
        var news = Set(new.indices).subtracting(pairs.map(\.new))
        guard olds.count <= Self.limit, news.count <= Self.limit else { return pairs }
        let likely = olds.flatMap { one in
            news.compactMap { other in search.likeness(one, other).map { (old: one, new: other, likeness: $0) } }
        }
        for pair in likely.sorted(by: { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) })
        where olds.contains(pair.old) && news.remove(pair.new) != nil {
            olds.remove(pair.old)
            pairs.append((pair.old, pair.new))
        }
        return pairs
    }

    /// Returns how likely `new[otherIndex]` is a rename of `old[index]`, from 0 to 2, or `nil` if it is too unlikely.
    private func likeness(_ index: Int, _ otherIndex: Int) -> Double? {
        let (one, other) = (old[index], new[otherIndex])
        let most = max(one.traits.count, other.traits.count)
        let share = most == 0 ? 1 : Double(one.traits.intersection(other.traits).count) / Double(most)
        guard share >= 0.5 else { return nil }
        let name = NameSimilarity.of(one.name, other.name)
        guard name >= NameSimilarity.similar else { return nil }
        return NameSimilarity.of(rest(of: one), rest(of: other)) >= NameSimilarity.similar ? share + name : nil
    }

    /// Returns the name without its first word if at least five names begin with this word.
    ///
    /// Many names of a plan can begin with the name of a feature, such as `checkout_`. This shared beginning makes
    /// unrelated names look similar.
    private func rest(of candidate: Candidate) -> String {
        let words = NameWords(candidate.name).words
        guard words.count > 1, firstWords[words[0], default: 0] >= 5 else { return candidate.name }
        return words.dropFirst().joined(separator: "_")
    }

    private func sameWords() -> [(old: Int, new: Int)] {
        let known = Dictionary(grouping: old.indices, by: { old[$0].name.lettersAndDigits })
        let others = Dictionary(grouping: new.indices, by: { new[$0].name.lettersAndDigits })
        return known.compactMap { words, indices in
            guard let others = others[words], indices.count == 1, others.count == 1,
                likeness(indices[0], others[0]) != nil
            else { return nil }
            return (indices[0], others[0])
        }.sorted { $0.old < $1.old }
    }
}
