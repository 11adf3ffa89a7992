/// A pattern in a form that is fast to search for.
///
/// A bit represents a thread of the ``PatternProgram``, and tables say which threads follow after a scalar. The time of
/// a search is linear in the length of the text, for every pattern and every text. If a pattern has few states, as most
/// patterns in snapshots and tracking plans, a second table contains all of them. A search then needs only one lookup for
/// each scalar.
struct PatternAutomaton {
    /// The state of a search between two scalars of a text.
    private struct State: Hashable {
        /// The places that have accepted the scalar before the position.
        var taken: [UInt64]
        /// Whether the scalar before the position belongs to `\w`.
        var wasWord = false
        var isStart = false
    }

    private let width: Int
    private let found: UInt64
    private let alphabet: PatternAlphabet
    /// For each ``PatternPosition``, the threads that begin there, because a match can begin anywhere.
    private let first: [[UInt64]]
    /// For each ``PatternPosition``, the threads that follow after places.
    private let steps: [PatternSteps]
    /// Whether a match can begin later than at the beginning of a text.
    private let canBeginLater: Bool
    /// The maximum number of states in the table.
    private static let stateLimit = 64
    // The numbers of states in the table.
    private static let (failed, succeeded, start) = (UInt8(0), UInt8(1), UInt8(2))
    /// The next state for each state and symbol, or empty if there are too many states.
    private var next: [UInt8] = []
    /// For each state of the table, whether the pattern is found if the text ends in this state.
    private var isFoundAtEnd: [Bool] = []

    init(_ program: PatternProgram) {
        width = program.width
        found = 1 << UInt64(program.places.count & 63)
        alphabet = PatternAlphabet(program)
        let relevant = program.relevant
        let first = PatternPosition.all.map { program.starting(at: $0) }
        self.first = first
        let distinct = Set(PatternPosition.all.map { $0.intersection(relevant).subtracting(.start) })
        let known = Dictionary(uniqueKeysWithValues: distinct.map { ($0, PatternSteps(program, at: $0)) })
        steps = PatternPosition.all.compactMap { known[$0.intersection(relevant).subtracting(.start)] }
        canBeginLater = PatternPosition.all.contains {
            !$0.contains(.start) && first[$0.rawValue].contains { $0 != 0 }
        }
        makeTable()
    }

    /// Returns whether any part of the text fits the pattern.
    func isFound(in text: String) -> Bool {
        if next.isEmpty { return isFoundByThreads(in: text) }
        let result = text.utf8.withContiguousStorageIfAvailable { isFound(inASCII: $0) }
        if let result = result ?? nil { return result }
        var state = Self.start
        for scalar in text.unicodeScalars {
            state = next[Int(state) * alphabet.isWord.count + alphabet.symbol(scalar)]
            if state < Self.start { return state == Self.succeeded }
        }
        return isFoundAtEnd[Int(state)]
    }

    /// Returns whether the pattern is found, or `nil` if a character outside ASCII comes before the result is known, or
    /// if there is no table.
    func isFound(inASCII bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        if next.isEmpty { return nil }
        return next.withUnsafeBufferPointer { next -> Bool? in
            alphabet.ascii.withUnsafeBufferPointer { symbols -> Bool? in
                let count = alphabet.isWord.count
                var state = Self.start
                for byte in bytes {
                    if byte >= 0x80 { return nil }
                    state = next[Int(state) * count + Int(symbols[Int(byte)])]
                    if state < Self.start { return state == Self.succeeded }
                }
                return isFoundAtEnd[Int(state)]
            }
        }
    }

    /// Returns whether any part of the text fits the pattern. Does not use the table of states.
    func isFoundByThreads(in text: String) -> Bool {
        var state = startState
        for scalar in text.unicodeScalars {
            if let result = advance(&state, by: alphabet.symbol(scalar)) { return result }
        }
        return advance(&state, by: nil) ?? false
    }

    private var startState: State { State(taken: [UInt64](repeating: 0, count: width), isStart: true) }

    /// Reads a symbol, or the end of the text if `symbol` is `nil`.
    ///
    /// - Returns: The result of the search, or `nil` if the rest of the text decides.
    private func advance(_ state: inout State, by symbol: Int?) -> Bool? {
        let isWord = symbol.map { alphabet.isWord[$0] } ?? false
        var position: PatternPosition = symbol == nil ? .end : []
        if state.isStart { position.insert(.start) }
        if isWord != state.wasWord { position.insert(.wordEdge) }
        var threads = first[position.rawValue]
        steps[position.rawValue].follow(state.taken, into: &threads)
        if threads[width - 1] & found != 0 { return true }
        guard let symbol else { return false }
        var any: UInt64 = 0
        for word in 0..<width {
            threads[word] &= alphabet.masks[symbol * width + word]
            any |= threads[word]
        }
        state = State(taken: threads, wasWord: isWord)
        return any == 0 && !canBeginLater ? false : nil
    }

    private mutating func makeTable() {
        let symbols = alphabet.isWord.count
        var known: [State: UInt8] = [:]
        var states = [startState, startState, startState]
        var next = [UInt8](repeating: Self.failed, count: Int(Self.start) * symbols)
        var isFoundAtEnd = [false, true]
        var index = Int(Self.start)
        while index < states.count {
            for symbol in 0..<symbols {
                var state = states[index]
                if let result = advance(&state, by: symbol) {
                    next.append(result ? Self.succeeded : Self.failed)
                    continue
                }
                if known[state] == nil {
                    guard states.count < Self.stateLimit else { return }
                    known[state] = UInt8(states.count)
                    states.append(state)
                }
                next.append(known[state] ?? Self.failed)
            }
            var end = states[index]
            isFoundAtEnd.append(advance(&end, by: nil) ?? false)
            index += 1
        }
        (self.next, self.isFoundAtEnd) = (next, isFoundAtEnd)
    }
}

/// Tables with the threads that follow if certain places have accepted a scalar.
///
/// One lookup for each place would take time proportional to the size of the program. Instead, one lookup is for four
/// places, in a table with an entry for each of their 16 subsets (Gonzalo Navarro and Mathieu Raffinot, "Compact DFA
/// Representation for Fast Regular Expression Search", 2001).
private struct PatternSteps {
    /// For each four places, where their 16 sets of threads begin in `words`, and the words of a set that the sets contain.
    ///
    /// The other words of a set are 0.
    private var quads: [(offset: Int, range: Range<Int>)] = []
    private var words: [UInt64] = []

    init(_ program: PatternProgram, at position: PatternPosition) {
        var known: [Int: [UInt64]] = [:]
        let reached = program.places.map { place in
            let threads = known[place.next] ?? program.threads(from: place.next, at: position)
            known[place.next] = threads
            return threads
        }
        for base in stride(from: 0, to: reached.count, by: 4) {
            let four = reached[base..<min(base + 4, reached.count)]
            let used = (0..<program.width).filter { word in four.contains { $0[word] != 0 } }
            let range = (used.first ?? 0)..<(used.last.map { $0 + 1 } ?? 0)
            quads.append((words.count, range))
            for chosen in 0..<16 {
                words += range.map { word in
                    four.indices.reduce(0) { chosen & 1 << ($1 - base) != 0 ? $0 | reached[$1][word] : $0 }
                }
            }
        }
    }

    /// Adds the threads that follow after the places in `taken` to `threads`.
    @inline(__always)
    func follow(_ taken: [UInt64], into threads: inout [UInt64]) {
        for (word, var bits) in taken.enumerated() {
            while bits != 0 {
                let shift = bits.trailingZeroBitCount & ~3
                let (offset, range) = quads[word << 4 | shift >> 2]
                let source = offset + Int(truncatingIfNeeded: bits >> UInt64(shift) & 15) * range.count
                for (index, target) in range.enumerated() { threads[target] |= words[source + index] }
                bits &= ~(15 << UInt64(shift))
            }
        }
    }
}
