/// The generator SplitMix64 (Steele, Lea, Flood, 2014).
///
/// The same seed gives the same numbers in each run. So if a failure message names the seed, the failure can be
/// repeated.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator. Generators with the same seed return the same numbers.
    public init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
