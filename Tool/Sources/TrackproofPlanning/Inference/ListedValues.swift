/// The rules that decide whether a plan lists the values of a parameter.
///
/// Many people read a plan, because it is stored with the code. So a plan must not contain the data of users.
enum ListedValues {
    /// The endings of names of parameters that have a different value for each user or for each thing.
    private static let endings = ["id", "name", "title", "url"]
    /// The last words of names of parameters that have a different value for each user or for each thing.
    private static let words: Set<String> = [
        "address", "date", "email", "key", "login", "mail", "password", "phone", "secret", "text", "time", "token",
        "user",
    ]

    /// Returns whether a text could be a value from a small fixed list in the app's code, and not an id or a sentence.
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

    /// Returns whether the values of a parameter with this name may be listed.
    static func canListValues(of name: String) -> Bool {
        let singular = name.last == "s" ? String(name.dropLast()) : name
        return !isPersonal(name) && !isPersonal(singular)
    }

    private static func isPersonal(_ name: String) -> Bool {
        if endings.contains(where: name.lowercased().hasSuffix) { return true }
        // The last word, in any of the usual styles of names.
        let start = name.lastIndex { !$0.isLetter || $0.isUppercase } ?? name.startIndex
        return words.contains(String(name[start...].lowercased().drop { !$0.isLetter }))
    }
}
