extension Sentence {
    /// The sentence in Markdown, with the names in code spans.
    var markdown: String {
        var markdown = ""
        for part in parts {
            let text =
                switch part {
                case .words(let words): words.unicodeScalars.allSatisfy(\.isPlain) ? words : Markdown.code(words)
                case .name(let text), .code(let text): Markdown.code(text)
                }
            // Without a space, the backticks of two code spans would form one fence, and neither span would end.
            if markdown.utf8.last == UInt8(ascii: "`"), text.utf8.first == UInt8(ascii: "`") { markdown += " " }
            markdown += text
        }
        return markdown
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
