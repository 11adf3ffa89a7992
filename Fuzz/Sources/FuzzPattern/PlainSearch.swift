import TrackproofSnapshots

/// The simplest search for a pattern: it walks the pattern's syntax tree with a set of positions in the text.
///
/// Its results are compared with the results of ``Pattern``. So it uses no code of ``Pattern`` except the parser, which
/// makes the syntax tree.
struct PlainSearch {
    private let syntax: PatternSyntax?

    init(_ source: String) {
        do { syntax = try PatternParser.parse(source) } catch { syntax = nil }
    }

    /// Returns whether the text contains the pattern.
    ///
    /// Returns `nil` if the source is not a pattern, or if the search would take too long.
    func isFound(in text: [Unicode.Scalar]) -> Bool? {
        guard let syntax, syntax.size * text.count < 20_000 else { return nil }
        return !ends(of: syntax, from: Set(0...text.count), in: text).isEmpty
    }

    private func ends(of part: PatternSyntax, from starts: Set<Int>, in text: [Unicode.Scalar]) -> Set<Int> {
        if starts.isEmpty { return [] }
        switch part.form {
        case .empty: return starts
        case .scalar(let characters):
            return Set(starts.filter { $0 < text.count && characters.contains(text[$0].value) }.map { $0 + 1 })
        case .anchor(let anchor): return starts.filter { holds(anchor, at: $0, in: text) }
        case .sequence(let parts): return parts.reduce(starts) { ends(of: $1, from: $0, in: text) }
        case .alternation(let options):
            return options.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts, in: text)) }
        case .repetition(let part, let least, let most):
            var current = starts
            for _ in 0..<least { current = ends(of: part, from: current, in: text) }
            var result = current
            var rounds = least
            while !current.isEmpty, rounds != most {
                current = ends(of: part, from: current, in: text).subtracting(result)
                result.formUnion(current)
                rounds += 1
            }
            return result
        }
    }

    private func holds(_ anchor: PatternAnchor, at place: Int, in text: [Unicode.Scalar]) -> Bool {
        func isWord(_ place: Int) -> Bool {
            guard text.indices.contains(place) else { return false }
            switch text[place] {
            case "0"..."9", "A"..."Z", "_", "a"..."z": return true
            default: return false
            }
        }
        switch anchor {
        case .start: return place == 0
        case .end: return place == text.count
        case .wordEdge: return isWord(place - 1) != isWord(place)
        case .noWordEdge: return isWord(place - 1) == isWord(place)
        }
    }
}
