/// A 64-bit Bloom filter over the names of an object, which finds repeated names without comparing strings.
///
/// The names of an object are usually distinct. In nearly all objects, the filter recognizes this from the length and
/// three bytes of each name.
struct NameFilter {
    private var bits: UInt64 = 0

    /// Adds a name.
    ///
    /// - Returns: `false` if an equal name may have been added before.
    @inline(__always)
    mutating func insert(count: Int, first: UInt8, middle: UInt8, last: UInt8) -> Bool {
        let mixed =
            (UInt32(truncatingIfNeeded: count) &* 0x9E37_79B1)
            ^ (UInt32(first) &* 0x85EB_CA6B) ^ (UInt32(middle) &* 0xC2B2_AE35) ^ (UInt32(last) &* 0x27D4_EB2F)
        let bit: UInt64 = 1 << UInt64(mixed >> 26)
        defer { bits |= bit }
        return bits & bit == 0
    }
}
