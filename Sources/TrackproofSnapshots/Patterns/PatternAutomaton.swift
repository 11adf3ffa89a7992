/// A pattern in a form that is fast to search for.
///
/// A bit represents a thread of the ``PatternProgram``, and tables say which threads follow after a scalar. The time of
/// a search is linear in the length of the text, for every pattern and every text.
struct PatternAutomaton {
    private let width: Int
    private let found: UInt64
    let alphabet: PatternAlphabet
    /// The threads at the beginning of a text.
    ///
    /// The arrays `first`, `steps`, `last` and `isFoundAtEnd` have two elements each. The second element is for a
    /// position at a word edge, and the first element is for any other position.
    private let first: [[UInt64]]
    private let steps: [PatternSteps]
    /// The places that complete a match if they accept the last scalar of a text.
    private let last: [[UInt64]]
    /// Whether the pattern fits the empty text after the last scalar of a text.
    private let isFoundAtEnd: [Bool]
    private let isFoundInEmptyText: Bool
    /// Whether a match can begin later than at the beginning of a text.
    private let canBeginLater: Bool
    /// The table of all positions, or `nil` if there are too many positions.
    private(set) var table: PatternTable?

    init(_ program: PatternProgram) {
        let threads = PatternThreads(program)
        width = threads.width
        found = threads.found
        alphabet = PatternAlphabet(
            places: threads.places.map(\.characters), width: threads.width,
            dependsOnWordEdges: threads.dependsOnWordEdges)
        let atEdge = [false, true]
        first = atEdge.map { threads.starting(at: PatternPosition(isStart: true, isWordEdge: $0)) }
        let inside = PatternSteps(threads, at: PatternPosition())
        steps = [
            inside, threads.dependsOnWordEdges ? PatternSteps(threads, at: PatternPosition(isWordEdge: true)) : inside,
        ]
        last = atEdge.map { isWordEdge in
            var places = [UInt64](repeating: 0, count: threads.width)
            let reached = threads.reachedAfterPlaces(at: PatternPosition(isEnd: true, isWordEdge: isWordEdge))
            for (place, reached) in reached.enumerated() where threads.hasFound(reached) {
                places[place / 64] |= 1 << UInt64(place & 63)
            }
            return places
        }
        isFoundAtEnd = atEdge.map {
            threads.hasFound(threads.starting(at: PatternPosition(isEnd: true, isWordEdge: $0)))
        }
        isFoundInEmptyText = threads.hasFound(threads.starting(at: PatternPosition(isStart: true, isEnd: true)))
        canBeginLater = isFoundAtEnd.contains(true) || steps.contains { $0.start.contains { $0 != 0 } }
        table = PatternTable(self)
    }

    /// Returns whether any part of the text fits the pattern.
    func isFound(in text: String) -> Bool {
        table?.isFound(in: text) ?? isFoundByThreads(in: text)
    }

    /// Returns whether any part of the text fits the pattern. Does not use the table.
    func isFoundByThreads(in text: String) -> Bool {
        steps[0].withTables { inside in
            steps[1].withTables { atEdge in
                alphabet.masks.withUnsafeBufferPointer { masks in
                    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * width) { memory in
                        let threads = UnsafeMutableBufferPointer(rebasing: memory[..<width])
                        let taken = UnsafeMutableBufferPointer(rebasing: memory[width...])
                        return isFound(
                            in: text.unicodeScalars, (inside, atEdge), masks: masks, threads: threads, taken: taken)
                    }
                }
            }
        }
    }

    /// - Parameters:
    ///   - threads: Memory for the threads that wait for the next scalar.
    ///   - taken: Memory for the places that have accepted the last scalar.
    private func isFound(
        in scalars: String.UnicodeScalarView, _ steps: (inside: PatternSteps.Tables, atEdge: PatternSteps.Tables),
        masks: UnsafeBufferPointer<UInt64>, threads: UnsafeMutableBufferPointer<UInt64>,
        taken: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        var scalars = scalars.makeIterator()
        guard let scalar = scalars.next() else { return isFoundInEmptyText }
        var symbol = alphabet.symbol(scalar)
        _ = threads.update(fromContentsOf: first[alphabet.isWord[symbol] ? 1 : 0])
        while threads[width - 1] & found == 0 {
            var any: UInt64 = 0
            for word in 0..<width {
                taken[word] = threads[word] & masks[symbol * width + word]
                any |= taken[word]
            }
            guard any != 0 || canBeginLater else { return false }
            let wasWord = alphabet.isWord[symbol]
            guard let scalar = scalars.next() else {
                let edge = wasWord ? 1 : 0
                return isFoundAtEnd[edge] || (0..<width).contains { taken[$0] & last[edge][$0] != 0 }
            }
            symbol = alphabet.symbol(scalar)
            if wasWord == alphabet.isWord[symbol] {
                steps.inside.follow(taken, into: threads)
            } else {
                steps.atEdge.follow(taken, into: threads)
            }
        }
        return true
    }

    // MARK: Positions, for the table

    /// A state of a search between two scalars of a text.
    struct Position: Hashable {
        /// The places that have accepted the scalar before the position.
        let taken: [UInt64]
        /// Whether the scalar before the position belongs to `\w`.
        let wasWord: Bool
    }

    /// The result of reading one scalar.
    enum Outcome {
        case failed
        case found
        case at(Position)
    }

    /// Returns the result of reading a symbol at a position, or at the beginning of a text if the position is `nil`.
    func advance(_ position: Position?, by symbol: Int) -> Outcome {
        let isWord = alphabet.isWord[symbol]
        var threads = first[isWord ? 1 : 0]
        if var taken = position?.taken {
            steps[position?.wasWord == isWord ? 0 : 1].withTables { tables in
                taken.withUnsafeMutableBufferPointer { taken in
                    threads.withUnsafeMutableBufferPointer { tables.follow(taken, into: $0) }
                }
            }
        }
        if threads[width - 1] & found != 0 { return .found }
        let taken = (0..<width).map { threads[$0] & alphabet.masks[symbol * width + $0] }
        if !canBeginLater, taken.allSatisfy({ $0 == 0 }) { return .failed }
        return .at(Position(taken: taken, wasWord: isWord))
    }

    /// Returns whether the pattern is found if the text ends at `position`. The value `nil` means an empty text.
    func isFound(atEndBehind position: Position?) -> Bool {
        guard let position else { return isFoundInEmptyText }
        let edge = position.wasWord ? 1 : 0
        return isFoundAtEnd[edge] || (0..<width).contains { position.taken[$0] & last[edge][$0] != 0 }
    }
}
