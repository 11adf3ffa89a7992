import Trackproof
import TrackproofSnapshots

extension Judge {
    mutating func followsTextRules(_ text: String, _ schema: Int) -> Bool {
        var isValid = true
        if let rules = schemas[schema].texts {
            isValid = hasLength(text, rules, schema)
            if isValid || collects { isValid = hasForm(text, rules, schema) && isValid }
            if !isValid, !collects { return false }
        }
        if schemas[schema].isSearchedForPersonalData {
            isValid = hasNoPersonalData(text, schemas[schema].place) && isValid
            var bytes = text
            if schemas[schema].types != .all, schemas[schema].texts?.pattern == nil, bytes.withUTF8(\.isWordForNull) {
                note(.nullText, at: schemas[schema].place) {
                    Words(expected: "a text, null or no value", found: $0.shown(.string(text), schema))
                }
            }
        }
        return isValid
    }

    private mutating func hasLength(_ text: String, _ rules: TextRules, _ schema: Int) -> Bool {
        if text.hasLength(from: rules.minLength, to: rules.maxLength) { return true }
        return fail(.length, at: schemas[schema].place) {
            let count = PlanFinding.words(from: text.unicodeScalars.count, to: text.unicodeScalars.count, "character")
            return Words(
                expected: PlanFinding.words(from: rules.minLength, to: rules.maxLength, "character"),
                found: count.dropFirst("exactly ".count) + ": " + $0.shown(.string(text), schema))
        }
    }

    /// Returns whether a text fits the pattern and the format of the rules.
    private mutating func hasForm(_ text: String, _ rules: TextRules, _ schema: Int) -> Bool {
        var isValid = true
        if let pattern = rules.pattern {
            limits.add(text.utf8.count / 32)
            isValid = pattern.isFound(in: text) || failPattern(text, pattern, schema)
        }
        if let format = rules.format, !format.fits(text) {
            isValid = fail(.format, .string(text), schema, "a text of the format \(format.rawValue)") && isValid
        }
        return isValid
    }

    private mutating func failPattern(_ text: String, _ pattern: Pattern, _ schema: Int) -> Bool {
        fail(.pattern, at: schemas[schema].place) {
            Words(expected: "a text that fits /\(pattern.source)/", found: $0.shown(.string(text), schema))
        }
    }

    /// Returns `false` if a text looks like personal data and the plan does not exempt it from the finding `pii`.
    mutating func hasNoPersonalData(_ text: String, _ place: PlanPlace?) -> Bool {
        guard let kind = PersonalData.kind(of: text) else { return true }
        let words = { (_: Judge) in
            Words(expected: "no personal data, because the plan does not declare any", found: kind.words)
        }
        guard alternatives > 0 else { return fail(.pii, at: place, words) }
        // Personal data does not decide which alternative a value fits.
        note(.pii, at: place, words)
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text is a word that programs write for an absent value.
    var isWordForNull: Bool {
        switch count {
        case 3: elementsEqual("nil".utf8)
        case 4: elementsEqual("null".utf8) || elementsEqual("NULL".utf8)
        case 6: elementsEqual("(null)".utf8)
        case 9: elementsEqual("undefined".utf8)
        default: false
        }
    }
}

extension String {
    /// Returns whether the number of Unicode scalars is at least `least` and at most `most`.
    ///
    /// A scalar has one to four bytes in UTF-8. The function counts the scalars only if the number of bytes cannot
    /// decide.
    public func hasLength(from least: Int, to most: Int) -> Bool {
        let bytes = utf8.count
        if bytes <= most, (bytes + 3) / 4 >= least { return true }
        if bytes < least { return false }
        let count = unicodeScalars.count
        return count >= least && count <= most
    }
}
