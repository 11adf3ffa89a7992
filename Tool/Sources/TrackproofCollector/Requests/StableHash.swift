internal import Trackproof

/// A hash that can be stored, because it is the same in every process. Swift's `Hasher` gives
/// another result in each process.
///
/// For each 64-bit word, the hash computes a product of 128 bits and combines the two halves of the product. The hash
/// function wyhash also works like this, see <https://github.com/wangyi-fudan/wyhash>.
struct StableHash {
    private(set) var value: UInt64 = 0x243F_6A88_85A3_08D3

    mutating func combine(_ word: UInt64) {
        let product = (value ^ word ^ 0x1319_8A2E_0370_7344).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = (product.high ^ product.low) &+ 0xA409_3822_299F_31D0
    }

    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(UInt64(bytes.count))
            var place = 0
            while place + 8 <= bytes.count {
                combine(
                    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
                place += 8
            }
            var rest: UInt64 = 0
            for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
            combine(rest)
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
        var sum: UInt64 = 0
        for member in members {
            var own = StableHash()
            own.combine(member.name)
            own.combine(member.value)
            sum &+= own.value
        }
        combine(UInt64(members.count))
        combine(sum)
    }
}
