import TrackproofSnapshots

extension Pattern {
    /// Whether only some alternatives of the pattern have `^` or only some have `$`, as in `^a|b$`.
    var isHalfAnchored: Bool {
        guard case .alternation(let options) = syntax.form else { return false }
        let starts = options.count { $0.isAnchored(.start) }
        let ends = options.count { $0.isAnchored(.end) }
        return (starts > 0 && starts < options.count) || (ends > 0 && ends < options.count)
    }

    /// Bounds of the number of Unicode scalars of each text in which the pattern is found.
    var lengthsOfTexts: ClosedRange<Int> {
        let (syntax, lengths) = (syntax, syntax.lengths)
        let isWhole = syntax.isAnchored(.start) && syntax.isAnchored(.end)
        return lengths.lowerBound...(isWhole ? lengths.upperBound : PatternSyntax.longest)
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

    /// The length of a match without a limit.
    fileprivate static let longest = Int(Int32.max)

    /// The numbers of Unicode scalars that a match can have.
    fileprivate var lengths: ClosedRange<Int> {
        switch form {
        case .empty, .anchor: return 0...0
        case .scalar: return 1...1
        case .sequence(let parts):
            return parts.map(\.lengths).reduce(0...0) {
                $0.lowerBound + $1.lowerBound...min($0.upperBound + $1.upperBound, Self.longest)
            }
        case .alternation(let options):
            let all = options.map(\.lengths)
            return (all.map(\.lowerBound).min() ?? 0)...(all.map(\.upperBound).max() ?? 0)
        case .repetition(let part, let least, let most):
            let one = part.lengths
            let longest = one.upperBound == 0 ? 0 : most.map { min($0 * one.upperBound, Self.longest) } ?? Self.longest
            return one.lowerBound * least...longest
        }
    }
}
