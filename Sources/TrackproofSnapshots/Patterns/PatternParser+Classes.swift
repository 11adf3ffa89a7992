extension PatternParser {
    // MARK: Escapes

    enum Escape: Sendable {
        case scalar(Unicode.Scalar)
        case characters(CharacterClass)
        case anchor(PatternAnchor)
    }

    private static let escapes: [Unicode.Scalar: Escape] = [
        "n": .scalar("\n"), "t": .scalar("\t"), "r": .scalar("\r"), "f": .scalar("\u{0C}"), "a": .scalar("\u{07}"),
        "e": .scalar("\u{1B}"), "d": .characters(.digit), "D": .characters(CharacterClass.digit.inverted),
        "w": .characters(.word), "W": .characters(CharacterClass.word.inverted), "s": .characters(.space),
        "S": .characters(CharacterClass.space.inverted), "A": .anchor(.start), "z": .anchor(.end),
        "b": .anchor(.wordEdge), "B": .anchor(.noWordEdge),
    ]

    /// Reads what follows a backslash.
    mutating func escape(from start: Int) throws(PatternError) -> Escape {
        guard let scalar = next else {
            throw error("trailing '\\'; write \\\\ for a literal '\\'", at: start)
        }
        position += 1
        if let known = Self.escapes[scalar] { return known }
        switch scalar {
        case "0":
            if let digit = next, CharacterClass.digit.contains(digit.value) {
                throw error("an octal escape is not supported; write \\x and two hexadecimal digits", at: start)
            }
            return .scalar("\0")
        case "x": return .scalar(try hexadecimal(digits: 2, from: start))
        case "u": return .scalar(try hexadecimal(digits: 4, from: start))
        case "1"..."9", "k", "g":
            throw error("a backreference (\\\(scalar)) is not supported", at: start)
        case "p", "P":
            throw error("a Unicode property (\\\(scalar)) is not supported; name the characters in […]", at: start)
        case "v":
            throw error("\\v means different things to different engines; write \\x0B, or [\\n\\x0B\\f\\r]", at: start)
        case "Z":
            throw error("\\Z is not supported; write \\n?$", at: start)
        case "A"..."Z", "a"..."z":
            throw error("unknown escape \\\(scalar)", at: start)
        case "!"..."~", " ":
            return .scalar(scalar)
        default:
            throw error("the character after '\\' cannot be escaped", at: start)
        }
    }

    /// Reads `count` hexadecimal digits, or one to eight digits in braces.
    private mutating func hexadecimal(digits count: Int, from start: Int) throws(PatternError) -> Unicode.Scalar {
        let isBraced = take("{")
        var value: UInt32 = 0
        var read = 0
        while read < (isBraced ? 8 : count), let scalar = next, scalar.isASCII,
            let digit = Character(scalar).hexDigitValue
        {
            value = value << 4 | UInt32(digit)
            read += 1
            position += 1
        }
        guard isBraced ? read > 0 && take("}") : read == count else {
            throw error("expected \(count) hexadecimal digits, or up to 8 in braces", at: start)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw error("there is no Unicode scalar with this number", at: start)
        }
        return scalar
    }

    // MARK: Classes

    /// Reads what follows the `[` of a class.
    mutating func customClass(from start: Int) throws(PatternError) -> CharacterClass {
        let isInverted = take("^")
        if isNext("]") { throw error("empty class; write \\] for a literal ']'") }
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            let first = position
            let lower = try member(ofClassFrom: start)
            try refuseSetOperation()
            guard isNext("-"), position + 1 < scalars.count, scalars[position + 1] != "]" else {
                switch lower {
                case .scalar(let scalar): ranges.append(scalar.value...scalar.value)
                case .characters(let characters): ranges += characters.ranges
                case .anchor: throw error("an anchor cannot be in a class", at: first)
                }
                continue
            }
            position += 1
            let upper = try member(ofClassFrom: start)
            guard case .scalar(let lower) = lower, case .scalar(let upper) = upper else {
                throw error("a range needs a character on both sides; write \\- for a literal '-'", at: first)
            }
            guard lower <= upper else { throw error("the bounds of a range are in the wrong order", at: first) }
            ranges.append(lower.value...upper.value)
        }
        var characters = CharacterClass(ranges)
        if ignoresCase { characters = characters.ignoringCase }
        return isInverted ? characters.inverted : characters
    }

    private mutating func member(ofClassFrom start: Int) throws(PatternError) -> Escape {
        guard let scalar = next else {
            throw error("unmatched '['; write \\[ for a literal '['", at: start)
        }
        if isNext("[:") {
            throw error("a POSIX class is not supported; write \\d, \\w, \\s or ranges, or \\[ for a literal '['")
        }
        if scalar == "[" { throw error("a nested class is not supported; write \\[ for a literal '['") }
        try refuseSetOperation()
        let first = position
        position += 1
        return scalar == "\\" ? try escape(from: first) : .scalar(scalar)
    }

    /// Throws an error if `&&`, `--` or `~~` comes next.
    ///
    /// Some regular-expression engines read these characters as a set operation, and other engines read them as
    /// literals.
    private func refuseSetOperation() throws(PatternError) {
        for operation in ["&&", "--", "~~"] where isNext(operation) {
            throw error("the set operation \(operation) is not supported; write a '\\' before each character")
        }
    }
}
