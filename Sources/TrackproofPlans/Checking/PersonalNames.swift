/// Names of parameters that suggest personal data.
///
/// The last words of a name say what the value is. For example, `user_email` is an email address, but `email_verified`
/// is not. So the words at the beginning or in the middle of a name cannot suggest personal data.
public enum PersonalNames {
    /// The ends of names that suggest personal data.
    ///
    /// The ends contain no separators, so `firstname` fits both `first_name` and `firstname`.
    private static let ends: Set = [
        "email", "emails", "mail", "mails", "emailaddress", "emailaddresses", "mailaddress",
        "phone", "phones", "phonenumber", "phonenumbers", "telephone", "telephonenumber", "mobilenumber", "mobilephone",
        "cellphone", "faxnumber", "msisdn",
        "firstname", "middlename", "lastname", "fullname", "givenname", "familyname", "maidenname", "surname",
        "forename", "birthdate", "dateofbirth", "birthday", "dob",
        "address", "addresses", "ip", "ipv4", "ipv6", "ipaddress",
        "ssn", "socialsecuritynumber", "nationalid", "taxid", "passport", "passportnumber", "passportno",
        "driverslicense", "driverlicense",
        "iban", "bankaccount", "accountnumber", "cardnumber", "cardno", "cvv", "cvc",
    ]

    /// Last words of names of secrets. Their values are hidden, but a tracking plan need not declare them as personal.
    private static let secrets: Set = [
        "password", "passwords", "passwd", "pwd", "pass", "passphrase", "passcode", "auth", "authorization", "token",
        "secret", "credential", "credentials", "cookie", "apikey", "jwt", "otp",
    ]

    /// Last words of names whose values users write, or that belong to one user or thing.
    private static let ownWords: Set = [
        "address", "date", "key", "login", "time", "user", "username", "nick", "nickname", "owner", "author", "sender",
        "recipient", "recipients", "contact", "contacts", "text", "message", "body", "comment", "note", "notes",
        "feedback", "review", "answer", "reply", "bio", "search", "query", "term", "keyword", "input",
    ]
    /// Ends of names whose values usually differ for each user or thing.
    private static let ownEnds = ["id", "name", "title", "url"]

    /// Words after which an address or a mail does not belong to a person, such as `web` in `web_address`.
    private static let impersonalPlaces: Set = [
        "web", "site", "page", "url", "memory", "mac", "contract", "register", "bus", "voice", "junk",
    ]

    /// First words of names whose value is a boolean or a number, such as `has` in `has_email`.
    private static let questions: Set = [
        "is", "has", "had", "can", "could", "should", "did", "does", "was", "will", "needs", "wants", "allow", "allows",
        "show", "shows", "use", "uses", "with", "without", "no", "num", "number", "count", "total", "max", "min",
        "send", "sends", "open", "opens", "opened", "enable", "enabled",
    ]

    /// Returns whether a name suggests that its value is personal data.
    public static func suggest(_ name: String) -> Bool {
        let words = words(of: name)
        if words.count > 1, let first = words.first, questions.contains(first) { return false }
        return (1...3).contains { count in
            guard count <= words.count, ends.contains(words.suffix(count).joined()) else { return false }
            return !words.dropLast(count).suffix(1).contains(where: impersonalPlaces.contains)
        }
    }

    /// Returns whether reports hide a value with this name that no plan describes: personal data, or a secret.
    public static func areHidden(_ name: String) -> Bool { suggest(name) || hasLastWord(name, of: secrets) }

    /// Returns whether a tracking plan must not list the values with this name, because they are probably user data.
    ///
    /// A plan is stored with the code, so everybody who reads the code can read the plan.
    public static func suggestUserData(_ name: String) -> Bool {
        areHidden(name) || hasLastWord(name, of: ownWords)
            || ownEnds.contains { name.lowercased().hasSuffix($0) || name.lowercased().hasSuffix($0 + "s") }
    }

    private static func hasLastWord(_ name: String, of list: Set<String>) -> Bool {
        guard let last = words(of: name).last else { return false }
        return list.contains(last) || last.hasSuffix("s") && list.contains(String(last.dropLast()))
    }

    private static func words(of name: String) -> [String] {
        // A name with more than 200 bytes is probably generated, so its words have no meaning.
        guard name.utf8.count <= 200 else { return [] }
        var words = NameWords(name).words.map { $0.lowercased() }
        // Digits at the end of a name do not change its meaning, as in "email2" and "phone_1".
        if let last = words.last {
            let word = String(last.reversed().drop(while: \.isNumber).reversed())
            if word.isEmpty { words.removeLast() } else if !ends.contains(last) { words[words.count - 1] = word }
        }
        return words
    }
}
