import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// A set of names, with a search for a name that people could confuse with another name.
///
/// Names that differ only by case or separators have equal keys. If two names differ by one letter, they become equal
/// when this letter is deleted. So the set stores a hash of each name, and a hash of each result of deleting one
/// letter. Names with an equal hash are candidates. In this way, the time of a search does not depend on the number of
/// names (symmetric deletion algorithm, Wolf Garbe, 2012).
struct SimilarNames {
    struct Found {
        let name: String
        let place: PlanPlace
        let difference: NameConfusion
    }

    /// The maximum length of a name, in Unicode scalars. The search by deleting a letter skips longer names.
    private static let lengthLimit = 200
    /// The maximum number of names that the set stores for one hash.
    private static let bucketLimit = 4

    private var names: [(name: String, scalars: [Unicode.Scalar], place: PlanPlace)] = []
    /// For each name without case and separators, the index of the first such name.
    private var keys: [String: Int] = [:]
    private var deletions: [UInt64: [Int]] = [:]

    /// Adds a name, and returns a similar name that was added before, or `nil` if there is no such name.
    mutating func add(_ name: String, at place: PlanPlace) -> Found? {
        let (scalars, key) = (Array(name.unicodeScalars), name.skeleton.lettersAndDigits)
        let hashes = Self.hashes(of: scalars)
        let similar = similar(to: name, key) ?? similar(to: scalars, hashes)
        if !key.isEmpty, keys[key] == nil { keys[key] = names.count }
        for hash in hashes where deletions[hash, default: []].count < Self.bucketLimit {
            deletions[hash, default: []].append(names.count)
        }
        names.append((name, scalars, place))
        return similar.map { index, difference in
            Found(name: names[index].name, place: names[index].place, difference: difference)
        }
    }

    private func similar(to name: String, _ key: String) -> (index: Int, difference: NameConfusion)? {
        guard let index = keys[key], !names[index].name.isExactly(name) else { return nil }
        return (index, NameConfusion(of: name, with: names[index].name) ?? .separators)
    }

    private func similar(to scalars: [Unicode.Scalar], _ hashes: [UInt64]) -> (index: Int, difference: NameConfusion)? {
        hashes.lazy.flatMap { deletions[$0] ?? [] }
            .first { NameConfusion.differByOneLetter(scalars, names[$0].scalars) }.map { ($0, .letter) }
    }

    // MARK: One letter

    /// Returns a hash of the name, and for each scalar a hash of the name without this scalar.
    private static func hashes(of scalars: [Unicode.Scalar]) -> [UInt64] {
        guard scalars.letterCount >= NameConfusion.leastLetters, scalars.count <= lengthLimit else { return [] }
        // The hash is a polynomial, so the hash without a scalar follows from two hashes: the hash of the scalars before
        // it, and the hash of the scalars after it.
        let base: UInt64 = 0x9E37_79B9_7F4A_7C15
        let values = scalars.map { UInt64($0.value) &+ 1 }
        var before: [UInt64] = [0]
        for value in values { before.append(before[before.count - 1] &* base &+ value) }
        var hashes = [before[values.count]]
        var (behind, power): (UInt64, UInt64) = (0, 1)
        for index in values.indices.reversed() {
            hashes.append(before[index] &* power &+ behind)
            behind = behind &+ values[index] &* power
            power = power &* base
        }
        return hashes
    }
}
