import TrackproofSnapshots

extension LintRun {
    mutating func lintPatterns(_ linted: LintedSchema) {
        for rule in linted.schema.rules {
            switch rule.value {
            case .pattern(let pattern): lintPattern(pattern, at: rule.place, linted.subject)
            case .patternProperties(let properties):
                for property in properties { lintPattern(property.pattern, at: property.place, linted.subject) }
            default: continue
            }
        }
    }

    private mutating func lintPattern(_ pattern: Pattern, at place: PlanPlace, _ subject: LintSubject) {
        guard pattern.isHalfAnchored else { return }
        report.add(
            .patternHalfAnchored, subject, at: place,
            "only some alternatives of /\(pattern.source.nameForMessages)/ are anchored; "
                + "put them in parentheses, as in /^(a|b)$/")
    }
}

extension Pattern {
    /// Whether only some alternatives of the pattern have `^` or only some have `$`, as in `^a|b$`.
    fileprivate var isHalfAnchored: Bool {
        // The plan's reader has already parsed the pattern without an error, so the parser throws no error here.
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
