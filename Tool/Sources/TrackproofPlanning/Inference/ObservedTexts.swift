import TrackproofPlans

/// What the recorded texts of a parameter have in common.
struct ObservedTexts: Sendable {
    /// The formats that the inference can find. A text can have at most one of these formats.
    private static let formats: [TextFormat] = [.uuid, .dateTime, .date, .uri, .email, .ipv4]
    /// The number of different texts that is enough to prove a format. A UUID or a date with time needs only one text.
    private static let leastVariety = 3

    private var formats = Self.formats
    /// The hashes of the first different texts. A hash takes less memory than a text.
    private var variety: Set<Int> = []
    private(set) var personalData: Set<PersonalData> = []
    /// How often each text occurred, or `nil` if there are too many texts or the plan must not list one of them.
    private(set) var counts: [String: Int]? = [:]

    mutating func add(_ text: String) {
        formats.removeAll { !$0.isEvident(in: text) }
        if variety.count < Self.leastVariety { variety.insert(text.hashValue) }
        if let kind = PersonalData.kind(of: text) { personalData.insert(kind) }
        count(text, 1)
    }

    mutating func merge(_ other: ObservedTexts) {
        formats.removeAll { !other.formats.contains($0) }
        variety.formUnion(other.variety)
        personalData.formUnion(other.personalData)
        guard let others = other.counts else {
            counts = nil
            return
        }
        for (text, number) in others { count(text, number) }
    }

    private mutating func count(_ text: String, _ number: Int) {
        guard let count = counts?.count else { return }
        if counts?[text] == nil {
            guard count < InferenceLimits.listedValues, ListedValues.canList(text) else {
                counts = nil
                return
            }
        }
        counts?[text, default: 0] += number
    }

    /// The format of all texts, or `nil` if they have no common format or too few texts occurred to prove it.
    var format: TextFormat? {
        variety.count < Self.leastVariety ? possibleFormat.flatMap { $0.isUnmistakable ? $0 : nil } : possibleFormat
    }

    /// The format of all texts, even if too few texts occurred to prove it, or `nil` if they have no common format.
    var possibleFormat: TextFormat? { variety.isEmpty ? nil : formats.first }
}

extension TextFormat {
    /// Returns whether a text has the format, and probably not by chance.
    fileprivate func isEvident(in text: String) -> Bool {
        // A text such as `order:17` is a valid URI by chance.
        fits(text) && (self != .uri || text.contains("://"))
    }

    /// Whether one text is enough to prove the format.
    fileprivate var isUnmistakable: Bool { self == .uuid || self == .dateTime }
}

/// The rule that decides whether an inferred plan may list the recorded values of a parameter.
enum ListedValues {
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
}
