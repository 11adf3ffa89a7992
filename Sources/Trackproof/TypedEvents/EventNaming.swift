/// The rule that turns names in Swift into names of events and parameters.
public enum EventNaming: Sendable {
    /// The rule of `JSONEncoder`'s `convertToSnakeCase`: `movieID` becomes `movie_id`.
    case snakeCase
    /// The rule that keeps names as they are in the code.
    case asWritten

    /// Returns the converted name of a parameter or of an enum's case.
    func convert(_ name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: false)
        }
    }

    /// Returns the converted name of a type.
    ///
    /// `JSONEncoder`'s rule expects names that begin in lower case, but a type's name begins with a capital. This
    /// method returns `url_opened` for `URLOpened`. `JSONEncoder`'s rule alone would return `u_rl_opened`.
    func convert(typeName name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased(leadingCapitalsAreAWord: true)
        }
    }
}

extension String {
    /// Returns the string in snake case, by the rule of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    ///
    /// A capital begins a word, except at the start of the string. Capitals in a row form one word, but if a lower-case
    /// letter follows, the last of these capitals begins the next word: `myURLProperty` becomes `my_url_property`.
    ///
    /// - Parameter leadingCapitalsAreAWord: Whether a capital at the start of the string also begins a word.
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
