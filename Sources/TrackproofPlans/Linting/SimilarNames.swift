internal import Trackproof

/// A set of names, with a search for similar names that people easily confuse.
///
/// Names that differ by case or separators have equal keys. If two names differ by one letter, they become equal after
/// one letter is deleted from one name or from both names. So the set stores each name under several hashes: the hash
/// of the name, and one hash for each possible deletion. The time of a search depends on the length of the name, and
/// not on the number of names. This is the idea of the symmetric deletion algorithm (Wolf Garbe, 2012).
struct SimilarNames {
    /// How two names differ.
    enum Difference: String {
        case form = "by its Unicode form"
        case separators = "by case or separators"
        case letter = "by one letter"
    }

    struct Found {
        let name: String
        let place: PlanPlace
        let difference: Difference
    }

    /// The maximum length of a name, in Unicode scalars. The search for a difference of one letter skips longer names.
    private static let lengthLimit = 200
    /// The maximum number of names under one hash. The set does not store further names under this hash.
    private static let bucketLimit = 4

    private var names: [(name: String, scalars: [Unicode.Scalar], place: PlanPlace)] = []
    private var keys: [String: Int] = [:]
    private var deletions: [UInt64: [Int]] = [:]
    /// The number of hashes and comparisons so far.
    private(set) var steps = 0

    /// Adds a name, and returns a similar name that was added before, or `nil` if there is no such name.
    mutating func add(_ name: String, at place: PlanPlace) -> Found? {
        let scalars = Array(name.unicodeScalars)
        let hashes = Self.hashes(of: scalars)
        let found = similar(to: name, scalars, hashes)
        let key = Self.key(name)
        if !key.isEmpty, keys[key] == nil { keys[key] = names.count }
        for hash in hashes where deletions[hash, default: []].count < Self.bucketLimit {
            deletions[hash, default: []].append(names.count)
        }
        steps += hashes.count + 1
        names.append((name, scalars, place))
        return found
    }

    /// Returns a name that is similar to `name`, but not equal, or `nil` if there is no such name.
    mutating func similar(to name: String) -> Found? {
        let scalars = Array(name.unicodeScalars)
        return similar(to: name, scalars, Self.hashes(of: scalars))
    }

    private mutating func similar(to name: String, _ scalars: [Unicode.Scalar], _ hashes: [UInt64]) -> Found? {
        if let index = keys[Self.key(name)], !names[index].name.isExactly(name) {
            return found(index, names[index].name == name ? .form : .separators)
        }
        steps += hashes.count + 1
        for hash in hashes {
            for index in deletions[hash] ?? [] {
                steps += 1
                if Self.differByOneLetter(scalars, names[index].scalars) { return found(index, .letter) }
            }
        }
        return nil
    }

    private func found(_ index: Int, _ difference: Difference) -> Found {
        Found(name: names[index].name, place: names[index].place, difference: difference)
    }

    // MARK: Case and separators

    /// Returns the letters and digits of a name in lowercase.
    private static func key(_ name: String) -> String {
        String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(\.isOfWord)))
    }

    // MARK: One letter

    /// Returns hashes of a name and of the names that result if one scalar is deleted.
    private static func hashes(of scalars: [Unicode.Scalar]) -> [UInt64] {
        guard scalars.count(where: \.isLetter) > 4, scalars.count <= lengthLimit else { return [] }
        // The hash is a polynomial. So the hash without a scalar follows from the hashes of the scalars before it and
        // the scalars after it.
        let base: UInt64 = 0x9E37_79B9_7F4A_7C15
        var whole: UInt64 = 0
        for scalar in scalars { whole = whole &* base &+ UInt64(scalar.value) &+ 1 }
        var hashes = [whole]
        var (behind, power): (UInt64, UInt64) = (0, 1)
        var before = whole
        let inverse = inverse(of: base)
        for scalar in scalars.reversed() {
            let value = UInt64(scalar.value) &+ 1
            before = (before &- value) &* inverse
            hashes.append(before &* power &+ behind)
            behind = behind &+ value &* power
            power = power &* base
        }
        return hashes
    }

    /// Returns the inverse of an odd number: modulo 2^64, the product of the number and its inverse is 1.
    private static func inverse(of odd: UInt64) -> UInt64 {
        // Newton's method doubles the number of correct bits in each step. An odd number is its own inverse modulo 8,
        // so the first three bits are correct.
        var inverse = odd
        for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
        return inverse
    }

    /// Returns whether names differ by one letter, which is replaced, added or missing.
    ///
    /// A difference in a digit, or in a letter that is a word by itself, does not count. Such names are usually
    /// different on purpose: `position_x`, `position_y`.
    private static func differByOneLetter(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        guard let first = long.indices.first(where: { $0 >= short.count || short[$0] != long[$0] }) else {
            return false
        }
        let isReplaced = short.count == long.count
        guard long[(first + 1)...].elementsEqual(short[(isReplaced ? first + 1 : first)...]) else { return false }
        let differing = isReplaced ? [long[first], short[first]] : [long[first]]
        return differing.allSatisfy(\.isLetter) && !isWord(long, first)
            && !(isReplaced && isWord(short, first))
    }

    /// Returns whether the letter at an index is a word by itself.
    private static func isWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        let letter = scalars[index].properties
        if index > 0, scalars[index - 1].isOfWord {
            // In camelCase, the letter is uppercase, and the letter before it is not.
            guard letter.isUppercase, !scalars[index - 1].properties.isUppercase else { return false }
        }
        guard index + 1 < scalars.count, scalars[index + 1].isOfWord else { return true }
        return scalars[index + 1].properties.isUppercase && !letter.isUppercase
    }
}
