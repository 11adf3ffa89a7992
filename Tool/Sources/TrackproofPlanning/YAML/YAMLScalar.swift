import TrackproofPlans

/// The reason why a plan cannot contain a word without quotes.
struct YAMLScalarError: Error {
    let message: String
    /// The value of the word in YAML 1.2. For a number that a plan cannot contain, the word as a text.
    let meaning: PlanNode.Content
    /// Whether a plan cannot contain the value that the word has in YAML 1.2.
    var isImpossible = false
}

/// The meaning of words without quotes in YAML 1.2 (core schema, section 10.3 of the specification).
enum YAMLScalar {
    /// The words that YAML 1.1 reads as booleans and YAML 1.2 reads as texts.
    private static let ambiguous: Set<String> = [
        "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
    ]

    /// Returns the value of a word without quotes.
    ///
    /// - Throws: ``YAMLScalarError`` if YAML 1.1 and 1.2 read the word differently, or if it is a number that a plan
    ///   cannot contain.
    static func content(_ word: String) throws(YAMLScalarError) -> PlanNode.Content {
        switch word {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case _ where ambiguous.contains(word):
            throw YAMLScalarError(
                message: "quote this word: YAML 1.1 reads \"\(word)\" as a boolean, and YAML 1.2 as a string",
                meaning: .string(word))
        default: break
        }
        guard let first = word.utf8.first, first.isOfNumberStart, let number = try number(word) else {
            return .string(word)
        }
        return .number(number)
    }

    /// Returns the number that a word means, or `nil` if the word is a text.
    private static func number(_ word: String) throws(YAMLScalarError) -> PlanNumber? {
        if word.hasPrefix("0x") || word.hasPrefix("0o") {
            let radix = word.hasPrefix("0x") ? 16 : 8
            let digits = word.dropFirst(2)
            let isNumber = digits.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
            guard isNumber, !digits.isEmpty else { return nil }
            if let value = UInt64(digits, radix: radix) { return PlanNumber(String(value)) }
            throw YAMLScalarError(
                message: "the number \(word.prefix(40)) does not fit in 64 bits; quote it if it is a string",
                meaning: .string(word), isImpossible: true)
        }
        let isNegative = word.hasPrefix("-")
        var digits = word[...]
        if isNegative || word.hasPrefix("+") { digits.removeFirst() }
        if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(String(digits)) {
            throw YAMLScalarError(
                message: "a plan cannot use the number \(word); quote it if it is a string", meaning: .string(word),
                isImpossible: true)
        }
        let whole = digits.prefix { $0.isASCII && $0.isNumber }
        let rest = digits.dropFirst(whole.count)
        if whole.count > 1, whole.first == "0", rest.isEmpty || rest.first == "." {
            let digits = whole.drop { $0 == "0" }
            let decimal = PlanNumber((isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits) + rest)
            throw YAMLScalarError(
                message: "quote this text, or remove the leading zero: YAML 1.1 reads \(word) as an octal number",
                meaning: decimal.map { .number($0) } ?? .string(word))
        }
        guard !whole.isEmpty || rest.dropFirst().first?.isNumber == true else { return nil }
        // In JSON, a decimal point must have digits on both sides.
        var text = (isNegative ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            text += "." + (fraction.isEmpty ? "0" : String(fraction)) + rest.dropFirst(1 + fraction.count)
        } else {
            text += rest
        }
        if let number = PlanNumber(text) { return number }
        if PlanNumber.isNumber(text) {
            throw YAMLScalarError(
                message: PlanNumber.problem(text) + "; quote it if it is a string", meaning: .string(word),
                isImpossible: true)
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isOfNumberStart: Bool {
        switch self {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
