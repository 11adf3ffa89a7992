extension String {
    /// Returns the hash of the text's UTF-8 by the hash function FNV-1a (Fowler, Noll, Vo), with 64 bits.
    ///
    /// The function is fast, but people can find texts with the same hash. Source:
    /// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
    ///
    /// - Parameter seed: A number that leads to other hashes of the same texts.
    package func fnv1a(seed: UInt64 = 0) -> UInt64 {
        let basis: UInt64 = 0xCBF2_9CE4_8422_2325 ^ (seed &* 0x9E37_79B9_7F4A_7C15)
        return utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
