/// A table of all positions that a ``PatternAutomaton`` can have, for patterns with few positions.
///
/// With the table, a search needs only one lookup for each scalar of a text. Without the table, it needs a lookup for
/// each group of threads. Most patterns in snapshots and tracking plans have few positions. For example, `^[a-z0-9-]+$`
/// has two positions.
struct PatternTable {
    /// The maximum number of positions.
    private static let limit = 64

    private static let failed: UInt8 = 0
    private static let found: UInt8 = 1
    private static let start: UInt8 = 2

    /// The next position for each position and symbol.
    private var next: [UInt8] = []
    /// For each position, whether the pattern is found if the text ends at this position.
    private var isFoundAtEnd: [Bool] = []
    private let alphabet: PatternAlphabet

    /// Creates the table of an automaton, or returns `nil` if the automaton has too many positions.
    init?(_ automaton: PatternAutomaton) {
        alphabet = automaton.alphabet
        let symbols = alphabet.count
        var known: [PatternAutomaton.Position: UInt8] = [:]
        var positions: [PatternAutomaton.Position?] = [nil, nil, nil]
        next = [UInt8](repeating: Self.failed, count: Int(Self.start) * symbols)
        isFoundAtEnd = [false, true]
        var index = Int(Self.start)
        while index < positions.count {
            for symbol in 0..<symbols {
                switch automaton.advance(positions[index], by: symbol) {
                case .failed: next.append(Self.failed)
                case .found: next.append(Self.found)
                case .at(let position):
                    if known[position] == nil {
                        guard positions.count < Self.limit else { return nil }
                        known[position] = UInt8(positions.count)
                        positions.append(position)
                    }
                    next.append(known[position] ?? Self.failed)
                }
            }
            isFoundAtEnd.append(automaton.isFound(atEndBehind: positions[index]))
            index += 1
        }
    }

    /// Returns whether any part of the text fits the pattern.
    func isFound(in text: String) -> Bool {
        let result = text.utf8.withContiguousStorageIfAvailable { isFound(inASCII: $0) }
        return (result ?? nil) ?? isFound(in: text.unicodeScalars)
    }

    /// Returns whether the pattern is found, or `nil` if a character outside ASCII comes before the result is known.
    func isFound(inASCII bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        next.withUnsafeBufferPointer { next in
            alphabet.ascii.withUnsafeBufferPointer { isFound(inASCII: bytes, next, $0) }
        }
    }

    private func isFound(
        inASCII bytes: UnsafeBufferPointer<UInt8>, _ next: UnsafeBufferPointer<UInt8>,
        _ symbols: UnsafeBufferPointer<UInt16>
    ) -> Bool? {
        let count = alphabet.count
        var position = Self.start
        for byte in bytes {
            if byte >= 0x80 { return nil }
            position = next[Int(position) * count + Int(symbols[Int(byte)])]
            if position < Self.start { return position == Self.found }
        }
        return isFoundAtEnd[Int(position)]
    }

    private func isFound(in scalars: String.UnicodeScalarView) -> Bool {
        var position = Self.start
        for scalar in scalars {
            position = next[Int(position) * alphabet.count + alphabet.symbol(scalar)]
            if position < Self.start { return position == Self.found }
        }
        return isFoundAtEnd[Int(position)]
    }
}
