import Trackproof

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
    /// The name that a list of events shows. If the event has no name, this is the kind of the event.
    var shownName: HTML {
        let name = displayName
        return name.isEmpty ? "&quot;&quot;" : "\(name, limit: HTMLLimits.name)"
    }
}
