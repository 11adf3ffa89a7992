/// A pattern as a tree, with a simple matcher.
///
/// For each node, the matcher maps the positions at which a match can begin to the positions at which it can end. Tests
/// compare the pattern engine with this matcher, which shares no code with the engine.
indirect enum ReferencePattern {
    case literal(Unicode.Scalar)
    case any
    case characters(inverted: Bool, [CharacterItem])
    case start
    case end
    case wordEdge
    case noWordEdge
    case sequence([ReferencePattern])
    case alternation([ReferencePattern])
    case repetition(ReferencePattern, least: Int, most: Int?, isLazy: Bool)
    case group(ReferencePattern, opening: String)

    enum CharacterItem {
        case one(Unicode.Scalar)
        case range(Unicode.Scalar, Unicode.Scalar)
        /// A class such as `\d`, `\w` or `\S`. The associated value is the letter of the class.
        case escape(Character)

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .one(let one): return scalar == one
            case .range(let low, let high): return low <= scalar && scalar <= high
            case .escape("d"): return "0123456789".unicodeScalars.contains(scalar)
            case .escape("w"): return ReferencePattern.isWord(scalar)
            case .escape("s"): return "\t\n\u{0B}\u{0C}\r ".unicodeScalars.contains(scalar)
            case .escape(let letter):
                return !CharacterItem.escape(Character(letter.lowercased())).contains(scalar)
            }
        }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber || scalar == "_")
    }

    // MARK: Matching

    func isFound(in text: String, ignoresCase: Bool) -> Bool {
        let text = Array(text.unicodeScalars)
        return !ends(of: Set(0...text.count), in: text, ignoresCase).isEmpty
    }

    /// Returns the positions where a match that begins at one of `starts` can end.
    private func ends(of starts: Set<Int>, in text: [Unicode.Scalar], _ ignoresCase: Bool) -> Set<Int> {
        func taking(_ isWanted: (Unicode.Scalar) -> Bool) -> Set<Int> {
            Set(
                starts.filter { start in
                    guard start < text.count else { return false }
                    let letter = text[start]
                    if isWanted(letter) { return true }
                    guard ignoresCase, letter.isASCII, Character(letter).isLetter else { return false }
                    return isWanted(Unicode.Scalar(UInt8(letter.value) ^ 0x20))
                }.map { $0 + 1 })
        }
        func isWordEdge(_ place: Int) -> Bool {
            (place > 0 && Self.isWord(text[place - 1])) != (place < text.count && Self.isWord(text[place]))
        }
        switch self {
        case .literal(let scalar): return taking { $0 == scalar }
        case .any: return taking { !"\n\u{0B}\u{0C}\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
        case .characters(false, let items): return taking { scalar in items.contains { $0.contains(scalar) } }
        case .characters(true, let items):
            // If the pattern ignores case, `[^a]` excludes `A` too.
            let excluded = Self.characters(inverted: false, items).ends(of: starts, in: text, ignoresCase)
            return Set(starts.filter { $0 < text.count }.map { $0 + 1 }).subtracting(excluded)
        case .start: return starts.filter { $0 == 0 }
        case .end: return starts.filter { $0 == text.count }
        case .wordEdge: return starts.filter(isWordEdge)
        case .noWordEdge: return starts.filter { !isWordEdge($0) }
        case .sequence(let parts): return parts.reduce(starts) { $1.ends(of: $0, in: text, ignoresCase) }
        case .alternation(let options):
            return options.reduce(into: []) { $0.formUnion($1.ends(of: starts, in: text, ignoresCase)) }
        case .repetition(let part, let least, let most, _):
            var current = starts
            for _ in 0..<least { current = part.ends(of: current, in: text, ignoresCase) }
            var result = current
            var rounds = 0
            while !current.isEmpty, most.map({ rounds < $0 - least }) ?? true {
                current = part.ends(of: current, in: text, ignoresCase).subtracting(result)
                result.formUnion(current)
                rounds += 1
            }
            return result
        case .group(let part, let opening):
            return part.ends(of: starts, in: text, ignoresCase || opening == "(?i:")
        }
    }

    // MARK: Writing

    var source: String {
        switch self {
        case .literal(let scalar): return Self.escaped(scalar, in: #"\^$.|?*+()[]{}"#)
        case .any: return "."
        case .characters(let inverted, let items):
            let texts = items.map { item in
                switch item {
                case .one(let one): Self.escaped(one, in: #"\[]^-&~"#)
                case .range(let low, let high): "\(low)-\(high)"
                case .escape(let letter): "\\\(letter)"
                }
            }
            if !inverted, items.count == 1, case .escape = items[0] { return texts[0] }
            return "[\(inverted ? "^" : "")\(texts.joined())]"
        case .start: return "^"
        case .end: return "$"
        case .wordEdge: return "\\b"
        case .noWordEdge: return "\\B"
        case .sequence(let parts): return parts.map(\.source).joined()
        case .alternation(let options): return options.map(\.source).joined(separator: "|")
        case .repetition(let part, let least, let most, let isLazy):
            let bounds =
                switch (least, most) {
                case (0, nil): "*"
                case (1, nil): "+"
                case (0, 1): "?"
                case (_, nil): "{\(least),}"
                case (_, least): "{\(least)}"
                case (_, let most?): "{\(least),\(most)}"
                }
            return part.source + bounds + (isLazy ? "?" : "")
        case .group(let part, let opening): return opening + part.source + ")"
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar, in special: String) -> String {
        switch scalar {
        case "\n": "\\n"
        case "é": "\\u00e9"
        case _ where special.unicodeScalars.contains(scalar): "\\\(scalar)"
        default: String(scalar)
        }
    }
}

// MARK: Random patterns

extension ReferencePattern {
    static let scalars = Array("aabbcAB09_ -.]\né😀".unicodeScalars)

    /// Returns a random pattern with at most `depth` levels.
    static func random(depth: Int, _ random: inout some RandomNumberGenerator) -> ReferencePattern {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        func scalar() -> Unicode.Scalar { scalars[number(0..<scalars.count)] }
        switch number(0..<(depth > 0 ? 16 : 8)) {
        case 0..<4: return .literal(scalar())
        case 4: return .any
        case 5, 6:
            let items = (0..<number(1..<4)).map { _ -> CharacterItem in
                switch number(0..<4) {
                case 0: .escape(Array("dwsDWS")[number(0..<6)])
                case 1: [.range("a", "b"), .range("0", "5"), .range("B", "Z"), .range("é", "ü")][number(0..<4)]
                default: .one(scalar())
                }
            }
            return .characters(inverted: number(0..<3) == 0, items)
        case 7: return [.start, .end, .wordEdge, .noWordEdge][number(0..<4)]
        case 8..<11:
            return .sequence(
                (0..<number(1..<5)).map { _ in
                    let part = Self.random(depth: depth - 1, &random)
                    if case .alternation = part { return .group(part, opening: "(?:") }
                    return part
                })
        case 11, 12:
            return .alternation((0..<number(2..<4)).map { _ in Self.random(depth: depth - 1, &random) })
        case 13, 14:
            let least = number(0..<3)
            let most = [nil, nil, least, least + 1, least + 2][number(0..<5)]
            var part = Self.random(depth: depth - 1, &random)
            switch part {
            case .literal, .any, .characters, .group: break
            default: part = .group(part, opening: "(?:")
            }
            return .repetition(part, least: least, most: most, isLazy: number(0..<4) == 0)
        default:
            return .group(
                Self.random(depth: depth - 1, &random), opening: ["(", "(?:", "(?i:"][number(0..<3)])
        }
    }

    static func randomText(_ random: inout some RandomNumberGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
        }
        return String(text)
    }
}
