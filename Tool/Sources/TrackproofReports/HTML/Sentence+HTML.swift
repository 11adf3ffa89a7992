internal import Trackproof

extension HTML.StringInterpolation {
    /// Appends a sentence, with markup for names and code.
    mutating func appendInterpolation(_ sentence: Sentence?) {
        for part in sentence?.parts ?? [] {
            switch part {
            case .words(let words): appendInterpolation(words)
            case .name(let name): appendInterpolation("<strong>\(name, limit: HTMLLimits.name)</strong>" as HTML)
            case .code(let code): appendInterpolation("<code>\(code, limit: HTMLLimits.name)</code>" as HTML)
            }
        }
    }
}

extension Event {
    /// The name for a list of events: the kind if there is no name.
    var shownName: HTML {
        let name = displayName
        return name.isEmpty ? "&quot;&quot;" : "\(name, limit: HTMLLimits.name)"
    }
}
