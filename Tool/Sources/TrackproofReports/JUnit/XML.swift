/// The escapes for text in XML.
enum XML {
    /// Returns the text with escapes, for an attribute or an element in XML 1.0.
    ///
    /// The method escapes XML's five special characters and invisible characters. It replaces each character that XML
    /// forbids by U+FFFD.
    static func attribute(_ text: String) -> String {
        var result = ""
        // XML escapes alone are not enough: a CI server decodes them when it prints the text in its log. In the log,
        // the text could then be a command of the CI server.
        for scalar in text.displayable.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }
}
