extension Pattern {
    /// Whether only some alternatives of the pattern have `^` or only some have `$`, as in `^a|b$`.
    public var isHalfAnchored: Bool {
        // The initializer has already parsed the source without an error, so the parser throws no error here.
        let syntax: PatternSyntax
        do throws(PatternError) { syntax = try PatternParser.parse(source) } catch { return false }
        guard case .alternation(let options) = syntax.form else { return false }
        let starts = options.count { $0.isAnchored(.start) }
        let ends = options.count { $0.isAnchored(.end) }
        return (starts > 0 && starts < options.count) || (ends > 0 && ends < options.count)
    }
}

extension PatternSyntax {
    /// Returns whether the pattern begins with `^` (for `.start`) or ends with `$` (for `.end`).
    fileprivate func isAnchored(_ anchor: PatternAnchor) -> Bool {
        switch form {
        case .anchor(let own): own == anchor
        case .sequence(let parts): (anchor == .start ? parts.first : parts.last)?.isAnchored(anchor) ?? false
        case .alternation(let options): options.allSatisfy { $0.isAnchored(anchor) }
        case .empty, .scalar, .repetition: false
        }
    }
}
