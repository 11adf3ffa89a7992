extension Sentence {
    /// The sentence in Markdown, with the names in code spans.
    var markdown: String {
        parts.map { part in
            switch part {
            case .words(let words): words.unicodeScalars.allSatisfy(\.isPlain) ? words : Markdown.code(words)
            case .name(let text), .code(let text): Markdown.code(text)
            }
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether the scalar never has a special meaning in Markdown or HTML.
    fileprivate var isPlain: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", ":", "-", "(", ")", "%", "?": true
        default: false
        }
    }
}
