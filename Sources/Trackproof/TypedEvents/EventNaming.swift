/// How names in Swift become names of events and parameters.
public enum EventNaming: Sendable {
    /// `movieID` becomes `movie_id`, by the rule of JSONEncoder's `convertToSnakeCase`.
    case snakeCase
    /// Names stay as the code has them.
    case asWritten

    func convert(_ name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: name.snakeCased
        }
    }
}

extension String {
    /// The string in snake case.
    ///
    /// The rule is the one Foundation documents for `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`: a word
    /// starts at each capital that follows a lower-case letter, and at the last of a run of capitals where a
    /// lower-case letter follows (`myURLProperty` becomes `my_url_property`).
    var snakeCased: String {
        let characters = Array(self)
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0 {
                let afterLower = !characters[index - 1].isUppercase
                let beforeLower = index + 1 < characters.count && characters[index + 1].isLowercase
                if (afterLower || beforeLower) && characters[index - 1] != "_" { result.append("_") }
            }
            result += character.lowercased()
        }
        return result
    }
}
