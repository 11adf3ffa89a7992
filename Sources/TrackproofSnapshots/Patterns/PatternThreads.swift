/// The sets of places at which the threads of a program can be.
///
/// A thread waits at a place for a scalar. A set of threads has a bit for each place, followed by a bit for the thread
/// that has found the pattern.
struct PatternThreads {
    /// The nodes that take a scalar.
    private(set) var places: [(characters: CharacterClass, next: Int)] = []
    /// Whether the pattern depends on word edges.
    private(set) var dependsOnWordEdges = false
    private let program: PatternProgram
    /// The number of the bit that each place has in a set of threads. The last bit is for the thread with a match.
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

    /// The bit in the last 64-bit word of a set that says whether a thread has found the pattern.
    var found: UInt64 { 1 << UInt64(places.count & 63) }

    func hasFound(_ threads: [UInt64]) -> Bool { threads[width - 1] & found != 0 }

    /// Returns the threads that begin at a position.
    func starting(at position: PatternPosition) -> [UInt64] {
        reached(from: program.start, at: position)
    }

    /// Returns, for each place, the threads that follow after the place has taken a scalar.
    func reachedAfterPlaces(at position: PatternPosition) -> [[UInt64]] {
        var known: [Int: [UInt64]] = [:]
        return places.map { place in
            if let threads = known[place.next] { return threads }
            let threads = reached(from: place.next, at: position)
            known[place.next] = threads
            return threads
        }
    }

    /// Returns the threads that can be reached from a node without taking a scalar.
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
