extension String {
    /// Returns the text, cut to at most `limit` Unicode scalars. A cut text ends with an ellipsis.
    func cut(to limit: Int) -> String {
        if utf8.count <= limit { return self }
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }
}
