import TestSupport

extension RandomYAML {
    /// The texts that `damage` inserts at random positions.
    private static let pieces = [
        "#", " #", "# c\n", "\n", "\n\n", " ", "  ", "\t", ":", ": ", "-", "- ", "? ", ",", "[", "]", "{", "}", "'",
        "\"", "|", ">", "|+\n", "\r", "\r\n", "\u{85}", "\u{2028}", "!!str ", "!", "&a ", "*a", "%", "---", "...",
        "\\", "\\n", "é", "\u{301}", "~", "1", "x", "\u{A0}", "@", "<<",
    ]

    /// Damages a text at random positions.
    static func damage(_ text: inout String, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...scalars.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: scalars.removeSubrange(place..<min(scalars.count, place + Int.random(in: 1...3, using: &random)))
            case 1:
                let end = min(scalars.count, place + Int.random(in: 1...40, using: &random))
                scalars.insert(
                    contentsOf: scalars[place..<end], at: Int.random(in: 0...scalars.count, using: &random))
            default:
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                scalars.insert(contentsOf: piece.unicodeScalars, at: place)
            }
        }
        text = ""
        text.unicodeScalars.append(contentsOf: scalars)
    }
}
