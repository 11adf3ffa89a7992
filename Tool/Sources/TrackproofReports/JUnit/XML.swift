/// Text in XML.
enum XML {
    /// Returns the text for an XML 1.0 attribute.
    ///
    /// The method escapes XML's five special characters and invisible characters. It replaces characters that XML
    /// forbids.
    static func attribute(_ text: String) -> String {
        var result = ""
        // XML escapes alone are not enough: a CI server undoes these escapes when it prints the text in its log.
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
