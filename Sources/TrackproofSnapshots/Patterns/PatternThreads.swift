/// The sets of threads that can occur while a program runs.
///
/// A thread waits for a scalar at a place, which is a node that accepts a scalar. A set of threads has a bit for each
/// place, and after these bits a bit for a thread that has found the pattern.
struct PatternThreads {
    /// The nodes that accept a scalar.
    private(set) var places: [(characters: CharacterClass, next: Int)] = []
    /// Whether the pattern contains `\b` or `\B`.
    private(set) var dependsOnWordEdges = false
    private let program: PatternProgram
    /// For each node that is a place, and for the node ``PatternProgram/found``, its bit in a set of threads.
    private var bits: [Int]

    init(_ program: PatternProgram) {
        self.program = program
        bits = [Int](repeating: 0, count: program.nodes.count)
        for (index, node) in program.nodes.enumerated() {
            switch node {
            case .place(let characters, let next):
                bits[index] = places.count
                places.append((characters, next))
            case .anchor(.wordEdge, _), .anchor(.noWordEdge, _): dependsOnWordEdges = true
            case .anchor, .either, .found: break
            }
        }
        bits[PatternProgram.found] = places.count
    }

    /// The number of 64-bit words in a set of threads.
    var width: Int { places.count / 64 + 1 }

    /// The bit, in the last 64-bit word of a set, that is 1 if a thread has found the pattern.
    var found: UInt64 { 1 << UInt64(places.count & 63) }

    func hasFound(_ threads: [UInt64]) -> Bool { threads[width - 1] & found != 0 }

    /// Returns the threads that begin at a position.
    func starting(at position: PatternPosition) -> [UInt64] {
        reached(from: program.start, at: position)
    }

    /// Returns, for each place, the threads that follow after the place has accepted a scalar.
    func reachedAfterPlaces(at position: PatternPosition) -> [[UInt64]] {
        var known: [Int: [UInt64]] = [:]
        return places.map { place in
            if let threads = known[place.next] { return threads }
            let threads = reached(from: place.next, at: position)
            known[place.next] = threads
            return threads
        }
    }

    /// Returns the threads that can be reached from a node without accepting a scalar.
    private func reached(from node: Int, at position: PatternPosition) -> [UInt64] {
        var threads = [UInt64](repeating: 0, count: width)
        var isSeen = [Bool](repeating: false, count: program.nodes.count)
        var open = [node]
        while let node = open.popLast() {
            if isSeen[node] { continue }
            isSeen[node] = true
            switch program.nodes[node] {
            case .place, .found: threads[bits[node] / 64] |= 1 << UInt64(bits[node] & 63)
            case .either(let one, let other): open += [one, other]
            case .anchor(let anchor, let next): if position.satisfies(anchor) { open.append(next) }
            }
        }
        return threads
    }
}

/// The properties of a position between two scalars of a text, or at one end of the text.
struct PatternPosition {
    var isStart = false
    var isEnd = false
    /// Whether exactly one of the two scalars next to the position belongs to `\w`.
    var isWordEdge = false

    func satisfies(_ anchor: PatternAnchor) -> Bool {
        switch anchor {
        case .start: isStart
        case .end: isEnd
        case .wordEdge: isWordEdge
        case .noWordEdge: !isWordEdge
        }
    }
}
