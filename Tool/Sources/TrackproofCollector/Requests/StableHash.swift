import Trackproof
import TrackproofHash

/// A hash that can be stored, because it is the same in every process. Swift's `Hasher` gives
/// another result in each process.
///
/// The hash is SHA-256, so that a client cannot choose two texts with the same hash.
struct StableHash {
    private var hasher = SHA256()

    /// The first 64 bits of the hash.
    var value: UInt64 { hasher.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    mutating func combine(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { hasher.update($0) }
    }

    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(UInt64(bytes.count))
            hasher.update(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Combines the type and the content of a value. Equal values have equal hashes.
    ///
    /// Objects with the same members have the same hash, even if the order of the members differs.
    mutating func combine(_ value: EventValue) {
        switch value {
        case .null: combine(1)
        case .bool(let flag): combine(flag ? 3 : 2)
        case .integer(let integer):
            combine(4)
            combine(UInt64(bitPattern: integer))
        case .number(let number):
            guard number.isFinite else {
                // `EventValue` treats NaN and infinity as equal to the texts that represent them in files.
                return combine(.string(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"))
            }
            combine(5)
            // 0.0 and -0.0 are equal, but have different bit patterns.
            combine(number == 0 ? 0 : number.bitPattern)
        case .string(let text):
            combine(6)
            combine(text)
        case .array(let values):
            combine(7)
            combine(UInt64(values.count))
            for value in values { combine(value) }
        case .object(let members):
            combine(8)
            combine(members)
        }
    }

    mutating func combine(_ members: EventParameters) {
        combine(UInt64(members.count))
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            combine(member.name)
            combine(member.value)
        }
    }
}
