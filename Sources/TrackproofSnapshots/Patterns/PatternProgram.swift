/// A pattern as a graph of nodes, made by Thompson's construction.
struct PatternProgram {
    enum Node {
        /// Accepts one scalar of a class. The node `next` follows.
        case place(CharacterClass, next: Int)
        /// Continues at both nodes, without accepting a scalar.
        case either(Int, Int)
        /// Continues at `next` if the condition holds at the current position.
        case anchor(PatternAnchor, next: Int)
        /// The pattern is found.
        case found
    }

    /// The node at which every path through the program ends.
    static let found = 0
    private(set) var nodes: [Node] = [.found]
    private(set) var start = 0

    init(_ syntax: PatternSyntax) {
        nodes.reserveCapacity(syntax.size + 1)
        start = add(syntax, before: Self.found)
    }

    /// Adds the nodes for `syntax`, the last node first. Returns the first of these nodes, which leads to `next` in the
    /// end.
    private mutating func add(_ syntax: PatternSyntax, before next: Int) -> Int {
        switch syntax.form {
        case .empty: return next
        case .scalar(let characters): return add(.place(characters, next: next))
        case .anchor(let anchor): return add(.anchor(anchor, next: next))
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
}
