/// Functions that write texts as YAML.
enum YAMLText {
    /// Returns whether every parser of YAML 1.1 or 1.2 reads the same text if it is written without quotes.
    ///
    /// - Parameter isInFlow: Whether the text can be inside of `[…]` or `{…}`.
    static func isPlain(_ text: String, isInFlow: Bool) -> Bool { text.isPlainInYAML(isInFlow: isInFlow) }

    /// Returns a text in double quotes, with escapes.
    static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map(\.inYAMLQuotes).joined() + "\""
    }

    /// Returns a comment with escapes for characters that end a comment or that YAML does not allow.
    static func comment(_ text: String) -> String {
        text.unicodeScalars.map { $0.isAllowedInComment ? String($0) : $0.inYAMLQuotes }.joined()
    }

    /// Returns whether a text has invisible characters other than the ordinary space.
    static func hasHidden(_ text: String) -> Bool { text.unicodeScalars.contains(where: \.isEscapedInYAML) }
}

extension String {
    fileprivate func isPlainInYAML(isInFlow: Bool) -> Bool {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return false }
        if "-?:,[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) || first == " " || last == " " || last == ":" {
            return false
        }
        // At the start of a line, `...` would end the document.
        if hasPrefix("...") { return false }
        var previous = first
        for scalar in unicodeScalars {
            // Inside of `[…]` and `{…}`, these characters have a meaning. For example, a comma would end the text.
            if scalar.isEscapedInYAML || isInFlow && ",?[]{}".unicodeScalars.contains(scalar) { return false }
            if previous == ":" && scalar == " " || previous == " " && scalar == "#" { return false }
            previous = scalar
        }
        return !isWordOfYAML && !isNumberInYAML && !isDateInYAML
    }

    /// Whether YAML reads the word as null, a boolean or a special key.
    private var isWordOfYAML: Bool {
        switch lowercased() {
        case "null", "true", "false", "yes", "no", "on", "off", "y", "n", "~", "=", "<<": true
        default: false
        }
    }

    /// Whether YAML can read the text as a number.
    ///
    /// Such a text is a decimal number, a number with a prefix such as `0x1F`, or a number in base 60 such as `1:30`.
    private var isNumberInYAML: Bool {
        var rest = utf8[...]
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
        let word = String(Substring(rest)).lowercased()
        if word == ".inf" || word == ".nan" { return true }
        if let base = ["0x", "0o", "0b"].first(where: word.hasPrefix) {
            let digits = word.utf8.dropFirst(base.utf8.count)
            return !digits.isEmpty && digits.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) || $0 == 0x5F }
        }
        let mantissa = word.utf8.prefix { $0 != UInt8(ascii: "e") }
        guard let first = mantissa.first, first.isDigit || first == UInt8(ascii: "."),
            mantissa.allSatisfy({ $0.isDigit || "_.:".utf8.contains($0) })
        else { return false }
        var exponent = word.utf8.dropFirst(mantissa.count)
        guard exponent.popFirst() != nil else { return true }
        if let sign = exponent.first, "+-".utf8.contains(sign) { exponent.removeFirst() }
        return !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
    }

    /// Whether YAML 1.1 reads the text as a date, or as a date with a time.
    private var isDateInYAML: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count),
            parts[0].allSatisfy(\.isDigit), parts[1].allSatisfy(\.isDigit)
        else { return false }
        let day = parts[2].prefix(while: \.isDigit)
        guard (1...2).contains(day.count) else { return false }
        return parts[2].dropFirst(day.count).first.map { "Tt ".utf8.contains($0) } ?? true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Unicode.Scalar {
    /// Whether the Unicode scalar needs an escape in quotes: it is a control character, a line break or invisible.
    fileprivate var isEscapedInYAML: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
        default: return properties.isNoncharacterCodePoint
        }
    }

    /// Whether a comment can contain the Unicode scalar: a comment is on one line, and has what YAML allows in a file.
    fileprivate var isAllowedInComment: Bool {
        switch properties.generalCategory {
        case .control: self == "\t"
        case .lineSeparator, .paragraphSeparator: false
        default: ![0xFEFF, 0xFFFE, 0xFFFF].contains(value)
        }
    }

    /// The scalar as it is written in double quotes, with an escape if needed.
    fileprivate var inYAMLQuotes: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where !isEscapedInYAML: return String(self)
        default: break
        }
        let digits = String(value, radix: 16, uppercase: true)
        let (mark, width) = value < 0x100 ? ("x", 2) : value < 0x1_0000 ? ("u", 4) : ("U", 8)
        return "\\" + mark + String(repeating: "0", count: width - digits.count) + digits
    }
}
