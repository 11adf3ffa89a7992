/// A 64-bit Bloom filter over names, so that the usual case of distinct names needs no comparison of strings.
///
/// Seven names compared pairwise cost as much as the rest of an event; their lengths and outer bytes nearly always
/// tell them apart.
@usableFromInline
package struct NameFilter {
    @usableFromInline var bits: UInt64 = 0

    @inlinable
    package init() {}

    /// Adds a name by its length and three of its bytes; false where an equal name may have been added before.
    @inlinable
    package mutating func insert(count: Int, first: UInt8, middle: UInt8, last: UInt8) -> Bool {
        let mixed =
            (UInt32(truncatingIfNeeded: count) &* 0x9E37_79B1)
            ^ (UInt32(first) &* 0x85EB_CA6B) ^ (UInt32(middle) &* 0xC2B2_AE35) ^ (UInt32(last) &* 0x27D4_EB2F)
        let bit: UInt64 = 1 << UInt64(mixed >> 26)
        defer { bits |= bit }
        return bits & bit == 0
    }

    @inlinable
    package mutating func insert(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let last = bytes.last else { return insert(count: 0, first: 0, middle: 0, last: 0) }
            return insert(count: bytes.count, first: bytes[0], middle: bytes[bytes.count / 2], last: last)
        }
    }

    /// Whether two of the names may be equal; false is certain.
    @inlinable
    package static func mayRepeat(in elements: [EventParameters.Element]) -> Bool {
        var filter = NameFilter()
        for index in elements.indices where !filter.insert(elements[index].name) {
            // Bits collide by chance; a short list is cheap to settle.
            if index > 16 { return true }
            for earlier in 0..<index where elements[earlier].name == elements[index].name { return true }
        }
        return false
    }
}
