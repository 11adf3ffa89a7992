/// Tables with the threads that follow if certain places have accepted a scalar.
///
/// One lookup for each place would take time proportional to the size of the program. Instead, one lookup is for four
/// places, in a table with an entry for each of their 16 subsets (Gonzalo Navarro and Mathieu Raffinot, "Compact DFA
/// Representation for Fast Regular Expression Search", 2001).
struct PatternSteps {
    /// The threads that follow after four places: 16 sets of threads in `words`, one for each subset of the places.
    ///
    /// If the first or last 64-bit words of all 16 sets are 0, `words` does not contain them.
    struct Quad {
        var offset: Int32
        var firstWord: Int16
        var width: Int16
    }

    /// The threads that begin in front of each scalar, because a match can begin anywhere.
    let start: [UInt64]
    private(set) var quads: [Quad] = []
    private(set) var words: [UInt64] = []

    init(_ threads: PatternThreads, at position: PatternPosition) {
        start = threads.starting(at: position)
        let reached = threads.reachedAfterPlaces(at: position)
        for base in stride(from: 0, to: reached.count, by: 4) {
            let four = reached[base..<min(base + 4, reached.count)]
            let used = (0..<threads.width).filter { word in four.contains { $0[word] != 0 } }
            let range = (used.first ?? 0)..<(used.last.map { $0 + 1 } ?? 0)
            quads.append(
                Quad(offset: Int32(words.count), firstWord: Int16(range.lowerBound), width: Int16(range.count)))
            for chosen in 0..<16 {
                for word in range {
                    words.append(
                        four.indices.reduce(0) { set, place in
                            chosen & 1 << (place - base) != 0 ? set | reached[place][word] : set
                        })
                }
            }
        }
    }

    /// The tables as unsafe memory, for the loop that runs once for each scalar of a text.
    struct Tables {
        fileprivate let start: UnsafeBufferPointer<UInt64>
        fileprivate let quads: UnsafeBufferPointer<Quad>
        fileprivate let words: UnsafeBufferPointer<UInt64>

        /// Sets `threads` to the threads that follow after the places in `taken`, and the threads that begin here.
        @inline(__always)
        func follow(_ taken: UnsafeMutableBufferPointer<UInt64>, into threads: UnsafeMutableBufferPointer<UInt64>) {
            for word in start.indices { threads[word] = start[word] }
            for word in taken.indices {
                var bits = taken[word]
                while bits != 0 {
                    let shift = bits.trailingZeroBitCount & ~3
                    let quad = quads[word << 4 | shift >> 2]
                    let chosen = Int(truncatingIfNeeded: bits >> UInt64(shift) & 15)
                    let (target, width) = (Int(quad.firstWord), Int(quad.width))
                    let source = Int(quad.offset) &+ chosen &* width
                    for index in 0..<width { threads[target &+ index] |= words[source &+ index] }
                    bits &= ~(15 << UInt64(shift))
                }
            }
        }
    }

    func withTables<Result>(_ body: (Tables) -> Result) -> Result {
        start.withUnsafeBufferPointer { start in
            quads.withUnsafeBufferPointer { quads in
                words.withUnsafeBufferPointer { words in body(Tables(start: start, quads: quads, words: words)) }
            }
        }
    }
}
