/// A parser that reads a pattern into a tree.
///
/// The parser calls itself for each nested group, so ``Pattern/depthLimit`` also limits the size of the stack.
package struct PatternParser {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0
    var ignoresCase = false

    private init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    package static func parse(_ source: String) throws(PatternError) -> PatternSyntax {
        guard source.utf8.count <= Pattern.lengthLimit else {
            throw PatternError(offset: 0, message: "the pattern is longer than \(Pattern.lengthLimit) bytes")
        }
        guard !source.isEmpty else {
            throw PatternError(offset: 0, message: "an empty pattern matches every text")
        }
        var parser = PatternParser(source)
        if parser.take("(?i)") { parser.ignoresCase = true }
        let syntax = try parser.alternation()
        guard parser.next == nil else {
            throw parser.error("unmatched ')'; write \\) for a literal ')'")
        }
        return syntax
    }

    // MARK: The text of the pattern

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func error(_ message: String, at offset: Int? = nil) -> PatternError {
        PatternError(offset: offset ?? position, message: message)
    }

    func isNext(_ text: String) -> Bool {
        scalars[position...].starts(with: text.unicodeScalars)
    }

    /// Skips `text` if it comes next, and returns whether it was skipped.
    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    // MARK: Structure

    private mutating func alternation() throws(PatternError) -> PatternSyntax {
        var options = [try sequence()]
        var size = options[0].size
        while take("|") {
            let start = position - 1
            options.append(try sequence())
            size += options[options.count - 1].size + 1
            try checkSize(size, at: start)
        }
        return .alternation(options)
    }

    private mutating func sequence() throws(PatternError) -> PatternSyntax {
        var parts: [PatternSyntax] = []
        var size = 0
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            let part = try repeated(try atom())
            size += part.size
            try checkSize(size, at: start)
            parts.append(part)
        }
        return .sequence(parts)
    }

    private func checkSize(_ size: Int, at offset: Int) throws(PatternError) {
        guard size <= Pattern.sizeLimit else {
            throw error("the size of the pattern exceeds the limit of \(Pattern.sizeLimit) at this point", at: offset)
        }
    }

    /// Reads one character, class, group or anchor, without the repetition after it.
    private mutating func atom() throws(PatternError) -> PatternSyntax {
        let start = position
        guard let scalar = next else { return .empty }
        position += 1
        switch scalar {
        case "(": return try group(from: start)
        case "[": return .scalar(try customClass(from: start))
        case ".": return .scalar(.anyOfLine)
        case "^": return .anchor(.start)
        case "$": return .anchor(.end)
        case "*", "+", "?":
            throw error(
                "nothing to repeat before '\(scalar)'; write \\\(scalar) for a literal '\(scalar)'", at: start)
        case "{":
            throw error("nothing to repeat before '{'; write \\{ for a literal '{'", at: start)
        case "\\":
            switch try escape(from: start) {
            case .scalar(let scalar): return literal(scalar)
            case .characters(let characters): return .scalar(characters)
            case .anchor(let anchor): return .anchor(anchor)
            }
        default: return literal(scalar)
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> PatternSyntax {
        let only = CharacterClass(scalar)
        return .scalar(ignoresCase ? only.ignoringCase : only)
    }

    // MARK: Groups

    private mutating func group(from start: Int) throws(PatternError) -> PatternSyntax {
        guard depth < Pattern.depthLimit else {
            throw error("groups are nested deeper than \(Pattern.depthLimit) levels", at: start)
        }
        let outer = ignoresCase
        if take("?") { try groupKind(from: start) }
        depth += 1
        let syntax = try alternation()
        depth -= 1
        guard take(")") else { throw error("unmatched '('; write \\( for a literal '('", at: start) }
        ignoresCase = outer
        return syntax
    }

    /// Reads what follows `(?`.
    private mutating func groupKind(from start: Int) throws(PatternError) {
        if take(":") { return }
        if take("i:") {
            ignoresCase = true
            return
        }
        let refused: [(String, String)] = [
            ("=", "lookahead (?=…) is not supported; write what follows as a part of the pattern"),
            ("!", "lookahead (?!…) is not supported; write what is allowed, such as [^x]"),
            ("<=", "lookbehind (?<=…) is not supported; write what comes before as a part of the pattern"),
            ("<!", "lookbehind (?<!…) is not supported; write what is allowed, such as [^x]"),
            (">", "an atomic group (?>…) is not supported"), ("(", "a condition (?(…)…) is not supported"),
            ("|", "a branch reset (?|…) is not supported"), ("#", "a comment (?#…) is not supported"),
            ("P=", "a backreference (?P=…) is not supported"), ("P>", "recursion (?P>…) is not supported"),
            ("&", "recursion (?&…) is not supported"), ("R", "recursion (?R) is not supported"),
            ("i)", "(?i) is supported at the beginning only; write (?i:…) around a part"),
        ]
        for (beginning, message) in refused where isNext(beginning) { throw error(message, at: start) }
        if take("P<") || take("<") { return try groupName(from: start) }
        throw error("a group begins with '(', '(?:', '(?i:' or '(?<name>'; other options are not supported", at: start)
    }

    /// Skips the name of a group. The name has no effect, because captures are not reported.
    private mutating func groupName(from start: Int) throws(PatternError) {
        let first = position
        while let scalar = next, CharacterClass.word.contains(scalar.value) { position += 1 }
        guard position > first, !CharacterClass.digit.contains(scalars[first].value), take(">") else {
            throw error("expected a group name of ASCII letters and digits, then '>'", at: first)
        }
    }

    // MARK: Repetition

    private mutating func repeated(_ part: PatternSyntax) throws(PatternError) -> PatternSyntax {
        let start = position
        let least: Int
        let most: Int?
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{": (least, most) = try bounds()
        default: return part
        }
        if scalars[start] != "{" { position += 1 }
        if case .anchor = part.form, scalars[start - 1] != ")" {
            throw error("an anchor cannot be repeated", at: start)
        }
        if isNext("+") { throw error("a possessive repetition is not supported") }
        // Skips the `?` of a lazy repetition. Lazy and greedy repetitions are found in the same texts.
        _ = take("?")
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw error("a repetition cannot be repeated; put it into a group (?:…)")
        }
        let syntax = PatternSyntax.repetition(part, least: least, most: most)
        try checkSize(syntax.size, at: start)
        return syntax
    }

    /// Reads `{m}`, `{m,}` or `{m,n}`.
    private mutating func bounds() throws(PatternError) -> (least: Int, most: Int?) {
        let start = position
        position += 1
        guard let least = try number() else {
            throw error("expected {m}, {m,} or {m,n}; write \\{ for a literal '{'", at: start)
        }
        var most: Int? = least
        if take(",") { most = try number() }
        guard take("}") else {
            throw error("expected {m}, {m,} or {m,n}; write \\{ for a literal '{'", at: start)
        }
        if let most, most < least { throw error("the bounds of a repetition are in the wrong order", at: start) }
        return (least, most)
    }

    private mutating func number() throws(PatternError) -> Int? {
        let start = position
        var result: Int?
        while let digit = next, CharacterClass.digit.contains(digit.value) {
            let number = (result ?? 0) * 10 + Int(digit.value - 0x30)
            guard number <= Pattern.sizeLimit else {
                throw error("the bounds of a repetition must not exceed \(Pattern.sizeLimit)", at: start)
            }
            result = number
            position += 1
        }
        return result
    }
}
