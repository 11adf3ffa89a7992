/// The symbols that a pattern distinguishes in a text.
///
/// A place is a node of a ``PatternProgram`` that accepts one scalar of a class. If the same places accept two scalars,
/// these scalars are the same symbol. For each symbol, a mask of bits says which places accept it.
struct PatternAlphabet {
    /// The symbols of the ASCII characters.
    private(set) var ascii: [UInt16] = []
    /// The first scalar of each interval of scalars with the same symbol. `symbols` contains the symbol of each
    /// interval.
    private var starts: [UInt32] = []
    private var symbols: [UInt16] = []
    /// The masks of all symbols, one after the other.
    let masks: [UInt64]
    /// For each symbol, whether it belongs to `\w`. All values are `false` if the pattern contains no `\b` or `\B`.
    let isWord: [Bool]

    var count: Int { isWord.count }

    /// Creates the symbols of a pattern.
    ///
    /// - Parameters:
    ///   - places: The class of scalars that each place accepts.
    ///   - width: The number of 64-bit words in a mask.
    ///   - dependsOnWordEdges: Whether the pattern contains `\b` or `\B`. If it does, a scalar in `\w` and a scalar
    ///     outside `\w` are always different symbols.
    init(places: [CharacterClass], width: Int, dependsOnWordEdges: Bool) {
        var bounds: Set<UInt32> = [0]
        for characters in places + (dependsOnWordEdges ? [.word] : []) {
            for range in characters.ranges {
                bounds.insert(range.lowerBound)
                bounds.insert(range.upperBound + 1)
            }
        }
        starts = bounds.sorted()
        let starts = starts
        func intervals(of range: ClosedRange<UInt32>) -> Range<Int> {
            Self.interval(of: range.lowerBound, in: starts)..<Self.interval(of: range.upperBound, in: starts) + 1
        }

        var intervalMasks = [[UInt64]](repeating: [UInt64](repeating: 0, count: width), count: starts.count)
        for (place, characters) in places.enumerated() {
            for range in characters.ranges {
                for interval in intervals(of: range) { intervalMasks[interval][place >> 6] |= 1 << UInt64(place & 63) }
            }
        }
        var intervalIsWord = [Bool](repeating: false, count: starts.count)
        if dependsOnWordEdges {
            for range in CharacterClass.word.ranges {
                for interval in intervals(of: range) { intervalIsWord[interval] = true }
            }
        }

        struct Symbol: Hashable {
            let mask: [UInt64]
            let isWord: Bool
        }
        var known: [Symbol: UInt16] = [:]
        var masks: [UInt64] = []
        var isWord: [Bool] = []
        for (mask, inWord) in zip(intervalMasks, intervalIsWord) {
            let symbol = Symbol(mask: mask, isWord: inWord)
            if known[symbol] == nil {
                known[symbol] = UInt16(known.count)
                masks += mask
                isWord.append(inWord)
            }
            symbols.append(known[symbol] ?? 0)
        }
        self.masks = masks
        self.isWord = isWord
        ascii = (0..<128).map { symbols[Self.interval(of: $0, in: starts)] }
    }

    func symbol(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 128 { return Int(ascii[Int(scalar.value)]) }
        return Int(symbols[Self.interval(of: scalar.value, in: starts)])
    }

    /// Returns the index of the last interval that begins at the scalar or before it.
    private static func interval(of scalar: UInt32, in starts: [UInt32]) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= scalar { low = middle } else { high = middle }
        }
        return low
    }
}
