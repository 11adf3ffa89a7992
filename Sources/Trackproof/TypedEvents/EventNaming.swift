/// How names in Swift become names of events and parameters.
public enum EventNaming: Sendable {
    /// `movieID` becomes `movie_id`, by the rule of JSONEncoder's `convertToSnakeCase`.
    case snakeCase
    /// Names stay as the code has them.
    case asWritten

    /// The name of a parameter or of an enum's case.
    func convert(_ name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: false)
        }
    }

    /// The name of a type. JSONEncoder's rule takes names to begin in lower case, as a type's does not: by the rule
    /// alone `URLOpened` were `u_rl_opened`.
    func convert(typeName name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: true)
        }
    }
}

extension String {
    /// The string in snake case, by the rule of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    ///
    /// A word begins at each capital after the first character. A run of capitals, with whatever stands between them
    /// that is no lower-case letter, is a word of its own up to the last character before a lower-case letter, where
    /// the next begins: `myURLProperty` becomes `my_url_property`.
    fileprivate func snakeCased(leadingCapitalsAreAWord: Bool) -> String {
        guard !isEmpty else { return self }
        var words: [Substring] = []
        var wordStart = startIndex
        var searched = leadingCapitalsAreAWord ? startIndex : index(after: startIndex)
        while let capital = unicodeScalars[searched...].firstIndex(where: \.isCapital) {
            if wordStart < capital { words.append(self[wordStart..<capital]) }
            wordStart = capital
            guard let lower = unicodeScalars[capital...].firstIndex(where: \.isLowerCase) else { break }
            if lower != index(after: capital) {
                wordStart = index(before: lower)
                if capital < wordStart { words.append(self[capital..<wordStart]) }
            }
            searched = unicodeScalars.index(after: lower)
        }
        words.append(self[wordStart...])
        return words.map { $0.lowercased() }.joined(separator: "_")
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool {
        properties.generalCategory == .uppercaseLetter || properties.generalCategory == .titlecaseLetter
    }

    fileprivate var isLowerCase: Bool { properties.generalCategory == .lowercaseLetter }
}
