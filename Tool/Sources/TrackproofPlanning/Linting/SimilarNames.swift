import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

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

    /// A name with what the search needs of it. Many events can share a parameter, so its form is made once.
    struct Form {
        let name: String
        fileprivate let scalars: [Unicode.Scalar]
        fileprivate let hashes: [UInt64]
        /// The name without case and separators.
        fileprivate let key: String

        init(_ name: String) {
            (self.name, scalars, key) = (name, Array(name.unicodeScalars), name.skeleton.lettersAndDigits)
            hashes = SimilarNames.hashes(of: scalars)
        }
    }

    /// The maximum length of a name, in Unicode scalars. The search by deleting a letter skips longer names.
    private static let lengthLimit = 200
    /// The maximum number of names that the set stores for one hash.
    private static let bucketLimit = 4

    private var names: [(form: Form, place: PlanPlace)] = []
    private var keys: [String: Int] = [:]
    private var deletions: [UInt64: [Int]] = [:]

    /// Adds a name, and returns a similar name that was added before, or `nil` if there is no such name.
    mutating func add(_ form: Form, at place: PlanPlace) -> Found? {
        let found = similar(to: form)
        if !form.key.isEmpty, keys[form.key] == nil { keys[form.key] = names.count }
        for hash in form.hashes where deletions[hash, default: []].count < Self.bucketLimit {
            deletions[hash, default: []].append(names.count)
        }
        names.append((form, place))
        return found
    }

    private func similar(to form: Form) -> Found? {
        if let index = keys[form.key], !names[index].form.name.isExactly(form.name) {
            return found(index, NameConfusion(of: form.name, with: names[index].form.name) ?? .separators)
        }
        for index in form.hashes.lazy.flatMap({ deletions[$0] ?? [] })
        where NameConfusion.differByOneLetter(form.scalars, names[index].form.scalars) {
            return found(index, .letter)
        }
        return nil
    }

    private func found(_ index: Int, _ difference: NameConfusion) -> Found {
        Found(name: names[index].form.name, place: names[index].place, difference: difference)
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
