/// A sentence about a problem, for people who do not know the formats and commands of Trackproof.
///
/// A sentence keeps the names of events and parameters apart from the words. So each format of a report can mark and
/// escape the names in its own way:
///
/// ```swift
/// let sentence: Sentence = "The event \(name: event.name) was not tracked."
/// ```
package struct Sentence: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// A part of a sentence. Each text can come from outside, so each format must escape it.
    enum Part: Hashable, Sendable {
        case words(String)
        /// The name of an event.
        case name(String)
        /// The path of a parameter, or a value.
        case code(String)
    }

    private(set) var parts: [Part]

    /// The sentence as plain text.
    var text: String {
        parts.map { part in
            switch part {
            case .words(let text), .name(let text), .code(let text): text
            }
        }.joined()
    }

    package init(stringLiteral words: String) { parts = [.words(words)] }

    /// Returns texts as code, separated by commas. If there are more than `limit` texts, says how many are left out.
    static func list(_ texts: [String], upTo limit: Int = .max) -> Sentence {
        var list: Sentence = ""
        for (index, text) in texts.prefix(limit).enumerated() {
            list = "\(list)\(words: index == 0 ? "" : ", ")\(code: text)"
        }
        return texts.count > limit ? "\(list) and \(texts.count - limit) more" : list
    }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { append(.words(literal)) }

        package mutating func appendInterpolation(_ sentence: Sentence?) {
            for part in sentence?.parts ?? [] { append(part) }
        }

        package mutating func appendInterpolation(words: String) { append(.words(words)) }
        package mutating func appendInterpolation(_ number: Int) { append(.words("\(number)")) }
        package mutating func appendInterpolation(name: String) { append(.name(name.isEmpty ? "\"\"" : name)) }
        package mutating func appendInterpolation(code: String) { append(.code(code)) }

        /// Appends a part. If the last part and the new part are words, joins these words into one part.
        private mutating func append(_ part: Part) {
            if case .words(let words) = part {
                if words.isEmpty { return }
                if case .words(let before)? = parts.last { return parts[parts.count - 1] = .words(before + words) }
            }
            parts.append(part)
        }
    }
}
