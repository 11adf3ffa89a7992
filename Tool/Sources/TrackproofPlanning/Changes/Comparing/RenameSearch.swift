import TrackproofPlans
import TrackproofSnapshots

/// A search for pairs of an old and a new name that probably belong to the same event or member.
///
/// The two names of a pair are similar, and the events or members with these names share at least half of their traits.
///
/// The search first pairs names that differ only by case and separators. Then it pairs the remaining names, so that the
/// sum of `likeness` of all pairs is as high as possible.
struct RenameSearch {
    /// The maximum number of old names, and of new names, for `mostLikely`.
    ///
    /// If there are more names, `mostLikely` returns no pairs.
    static let limit = 100

    /// The name and the traits of an event or a member.
    struct Candidate {
        let name: String
        /// A number for each trait, such as a parameter with its schema. Equal traits have equal numbers.
        let traits: Set<Int>
    }

    private let old: [Candidate]
    private let new: [Candidate]
    /// The names without their first word, if this word is the first word of at least five names.
    private let (oldRests, newRests): ([String], [String])

    private init(_ old: [Candidate], _ new: [Candidate]) {
        (self.old, self.new) = (old, new)
        let rests = Self.withoutCommonWords(old + new)
        (oldRests, newRests) = (Array(rests.prefix(old.count)), Array(rests.dropFirst(old.count)))
    }

    /// Returns pairs of indices in `old` and `new` whose names probably belong to the same event or member.
    static func pairs(_ old: [Candidate], _ new: [Candidate]) -> [(old: Int, new: Int)] {
        let search = RenameSearch(old, new)
        let sameWords = search.sameWords()
        let (taken, takenNew) = (Set(sameWords.map(\.old)), Set(sameWords.map(\.new)))
        let rest = (old.indices.filter { !taken.contains($0) }, new.indices.filter { !takenNew.contains($0) })
        return sameWords + search.mostLikely(rest.0, rest.1)
    }

    /// Returns how likely `new[otherIndex]` is a rename of `old[index]`, from 0 to 2, or `nil` if it is too unlikely.
    private func likeness(_ index: Int, _ otherIndex: Int) -> Double? {
        let (one, other) = (old[index], new[otherIndex])
        let most = max(one.traits.count, other.traits.count)
        let share = most == 0 ? 1 : Double(one.traits.intersection(other.traits).count) / Double(most)
        guard share >= 0.5 else { return nil }
        let name = NameSimilarity.of(one.name, other.name)
        guard name >= NameSimilarity.similar else { return nil }
        let rest = NameSimilarity.of(oldRests[index], newRests[otherIndex])
        return rest >= NameSimilarity.similar ? share + name : nil
    }

    /// Returns each name without its first word if at least five names begin with this word.
    ///
    /// Many names of a plan can begin with the name of a feature, such as `checkout_`. This shared beginning makes
    /// unrelated names look similar.
    private static func withoutCommonWords(_ candidates: [Candidate]) -> [String] {
        let words = candidates.map { NameWords($0.name).words }
        let counts = Dictionary(grouping: words.compactMap(\.first), by: \.self).mapValues(\.count)
        return zip(candidates, words).map { candidate, words in
            guard words.count > 1, let first = words.first, counts[first, default: 0] >= 5 else {
                return candidate.name
            }
            return words.dropFirst().joined(separator: "_")
        }
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

    private func mostLikely(_ olds: [Int], _ news: [Int]) -> [(old: Int, new: Int)] {
        guard olds.count <= Self.limit, news.count <= Self.limit else { return [] }
        let columns = Assignment.minimal(rows: olds.count, columns: news.count) { row, column in
            likeness(olds[row], news[column]).map {
                Int64((2 - $0) * 1_000_000) << 8 + Int64(min(abs(row - column), 255))
            }
        }
        return columns.enumerated().compactMap { row, column in column.map { (olds[row], news[$0]) } }
    }
}
