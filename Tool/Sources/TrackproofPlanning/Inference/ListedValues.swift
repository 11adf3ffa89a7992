/// The rules that decide whether an inferred plan may list the recorded values of a parameter.
///
/// A plan is stored with the code, so everybody who reads the code can read the plan. For this reason, a plan must not
/// contain the data of users.
enum ListedValues {
    /// Endings of the names of parameters that usually have a different value for each user or thing.
    private static let endings = ["id", "name", "title", "url"]
    /// Last words of the names of parameters that usually have a different value for each user or thing.
    private static let words: Set<String> = [
        "address", "date", "email", "key", "login", "mail", "password", "phone", "secret", "text", "time", "token",
        "user",
    ]

    /// Returns whether a text looks like a value from a list in the app's code, and not like an id or a sentence.
    static func canList(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        var letters = 0
        var digits = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): letters += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "): continue
            default: return false
            }
        }
        return letters > 0 && digits <= 4
    }

    /// Returns whether an inferred plan may list the values of a parameter with this name.
    static func canListValues(of name: String) -> Bool {
        let singular = name.last == "s" ? String(name.dropLast()) : name
        return !isPersonal(name) && !isPersonal(singular)
    }

    private static func isPersonal(_ name: String) -> Bool {
        if endings.contains(where: name.lowercased().hasSuffix) { return true }
        // `start` is the position of the last word in snake_case, kebab-case, camelCase and similar styles.
        let start = name.lastIndex { !$0.isLetter || $0.isUppercase } ?? name.startIndex
        return words.contains(String(name[start...].lowercased().drop { !$0.isLetter }))
    }
}
