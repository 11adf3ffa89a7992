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
