/// A sentence about a problem, for people who do not know the formats and commands of Trackproof.
///
/// A sentence keeps the names of events and parameters apart from the words. So each format of a report can mark and
/// escape the names in its own way:
///
/// ```swift
/// let sentence: Sentence = "The event \(name: event.name) was not tracked."
/// ```
struct Sentence: ExpressibleByStringInterpolation, Hashable, Sendable {
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

    init(stringLiteral words: String) { parts = [.words(words)] }

    init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { append(.words(literal)) }

        mutating func appendInterpolation(_ sentence: Sentence?) {
            for part in sentence?.parts ?? [] { append(part) }
        }

        mutating func appendInterpolation(words: String) { append(.words(words)) }
        mutating func appendInterpolation(_ number: Int) { append(.words("\(number)")) }
        mutating func appendInterpolation(name: String) { append(.name(name.isEmpty ? "\"\"" : name)) }
        mutating func appendInterpolation(code: String) { append(.code(code)) }

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
