/// A pattern as a graph of nodes, made by Thompson's construction.
///
/// A place is a node that accepts one scalar of a class. While a program runs, a thread waits at each place that is
/// reached. A set of threads has a bit for each place, and after these bits a bit for a thread that has found the
/// pattern.
struct PatternProgram {
    private enum Node {
        /// Accepts one scalar. The number of the place is also the number of its bit.
        case place(Int)
        /// Continues at both nodes, without accepting a scalar.
        case either(Int, Int)
        /// Continues at `next` if the condition holds at the current position.
        case anchor(PatternAnchor, next: Int)
        /// The pattern is found.
        case found
    }

    private var nodes: [Node] = [.found]
    private var start = 0
    private(set) var places: [(characters: CharacterClass, next: Int)] = []
    private var anchors: Set<PatternAnchor> = []

    init(_ syntax: PatternSyntax) { start = add(syntax, before: 0) }

    /// Adds the nodes for `syntax`, the last node first. Returns the first of these nodes, which leads to `next` in the
    /// end.
    private mutating func add(_ syntax: PatternSyntax, before next: Int) -> Int {
        switch syntax.form {
        case .empty: return next
        case .scalar(let characters):
            places.append((characters, next))
            return add(.place(places.count - 1))
        case .anchor(let anchor):
            anchors.insert(anchor)
            return add(.anchor(anchor, next: next))
        case .sequence(let parts):
            return parts.reversed().reduce(next) { next, part in add(part, before: next) }
        case .alternation(let options):
            let entries = options.map { add($0, before: next) }
            return entries.dropFirst().reduce(entries[0]) { others, entry in add(.either(others, entry)) }
        case .repetition(let part, let least, let most):
            var entry = next
            var copies = least
            if let most {
                // x{0,2} is (x(x)?)?, so a path that skips one copy of x skips all copies after it.
                for _ in least..<most { entry = add(.either(add(part, before: entry), next)) }
            } else {
                let loop = add(.either(next, next))
                let body = add(part, before: loop)
                nodes[loop] = .either(body, next)
                entry = least == 0 ? loop : body
                copies = max(least - 1, 0)
            }
            for _ in 0..<copies { entry = add(part, before: entry) }
            return entry
        }
    }

    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// The number of 64-bit words in a set of threads.
    var width: Int { places.count / 64 + 1 }

    /// The properties of a position on which the pattern depends.
    var relevant: PatternPosition {
        let edge: PatternPosition = anchors.isDisjoint(with: [.wordEdge, .noWordEdge]) ? [] : .wordEdge
        return edge.union(anchors.contains(.start) ? .start : []).union(anchors.contains(.end) ? .end : [])
    }

    /// Returns the threads that begin at a position.
    func starting(at position: PatternPosition) -> [UInt64] { threads(from: start, at: position) }

    /// Returns the threads that can be reached from a node without accepting a scalar.
    func threads(from node: Int, at position: PatternPosition) -> [UInt64] {
        var threads = [UInt64](repeating: 0, count: width)
        var isSeen = [Bool](repeating: false, count: nodes.count)
        var open = [node]
        func reach(_ bit: Int) { threads[bit / 64] |= 1 << UInt64(bit & 63) }
        while let node = open.popLast() {
            if isSeen[node] { continue }
            isSeen[node] = true
            switch nodes[node] {
            case .place(let number): reach(number)
            case .found: reach(places.count)
            case .either(let one, let other): open += [one, other]
            case .anchor(let anchor, let next): if position.satisfies(anchor) { open.append(next) }
            }
        }
        return threads
    }
}

/// The properties of a position between two scalars of a text, or at one end of the text.
struct PatternPosition: OptionSet, Hashable {
    let rawValue: Int

    static let start = PatternPosition(rawValue: 1)
    static let end = PatternPosition(rawValue: 2)
    /// Exactly one of the two scalars next to the position belongs to `\w`.
    static let wordEdge = PatternPosition(rawValue: 4)

    static let all = (0..<8).map(PatternPosition.init(rawValue:))

    func satisfies(_ anchor: PatternAnchor) -> Bool {
        switch anchor {
        case .start: contains(.start)
        case .end: contains(.end)
        case .wordEdge: contains(.wordEdge)
        case .noWordEdge: !contains(.wordEdge)
        }
    }
}

/// The symbols that a pattern distinguishes in a text.
///
/// If the same places of a ``PatternProgram`` accept two scalars, these scalars are the same symbol. For each symbol, a
/// mask of bits says which places accept it.
struct PatternAlphabet {
    /// The symbols of the ASCII characters.
    private(set) var ascii: [UInt16] = []
    /// The first scalar of each interval of scalars with the same symbol. `symbols` contains the symbol of each
    /// interval.
    private let starts: [UInt32]
    private var symbols: [UInt16] = []
    /// The masks of all symbols, one after the other.
    private(set) var masks: [UInt64] = []
    /// For each symbol, whether it belongs to `\w`. All values are `false` if the pattern contains no `\b` or `\B`.
    private(set) var isWord: [Bool] = []

    init(_ program: PatternProgram) {
        let words = program.relevant.contains(.wordEdge) ? CharacterClass.word : CharacterClass([])
        let classes = program.places.map(\.characters) + [words]
        let bounds = classes.flatMap(\.ranges).flatMap { [$0.lowerBound, $0.upperBound + 1] }
        starts = Set([0] + bounds).sorted()

        var intervals = [[UInt64]](repeating: [UInt64](repeating: 0, count: program.width), count: starts.count)
        for (place, characters) in classes.enumerated() {
            for range in characters.ranges {
                for interval in self.interval(of: range.lowerBound)...self.interval(of: range.upperBound) {
                    intervals[interval][place / 64] |= 1 << UInt64(place & 63)
                }
            }
        }
        var known: [[UInt64]: UInt16] = [:]
        // The bit behind the bits of the places says whether the scalars belong to `\w`.
        let (word, bit) = (program.places.count / 64, UInt64(1) << UInt64(program.places.count & 63))
        for mask in intervals {
            if known[mask] == nil {
                known[mask] = UInt16(known.count)
                masks += mask
                masks[masks.count - program.width + word] &= ~bit
                isWord.append(mask[word] & bit != 0)
            }
            symbols.append(known[mask] ?? 0)
        }
        ascii = (0..<128).map { symbols[interval(of: $0)] }
    }

    func symbol(_ scalar: Unicode.Scalar) -> Int {
        Int(scalar.value < 128 ? ascii[Int(scalar.value)] : symbols[interval(of: scalar.value)])
    }

    /// Returns the index of the last interval that begins at the scalar or before it.
    private func interval(of scalar: UInt32) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= scalar { low = middle } else { high = middle }
        }
        return low
    }
}
