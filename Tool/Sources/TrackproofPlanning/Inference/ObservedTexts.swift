@_spi(Tooling) internal import TrackproofPlans

/// What the strings of a parameter have in common.
struct ObservedTexts: Sendable {
    /// The formats that an inference looks for. No text has two of them.
    private static let formats: [TextFormat] = [.uuid, .dateTime, .date, .uri, .email, .ipv4]
    /// The number of different texts that prove a format. For an unmistakable format, one text is enough.
    private static let leastVariety = 3

    private var formats = Self.formats
    /// The hashes of the first different texts. Hashes take less memory than texts.
    private var variety: Set<Int> = []
    /// The kinds of personal data that the texts contain.
    private(set) var personalData: Set<PersonalData> = []
    /// How often each text occurred, or `nil` if the plan cannot list the texts.
    private(set) var counts: [String: Int]? = [:]

    mutating func add(_ text: String, _ room: inout InferenceRoom) {
        formats.removeAll { !$0.isEvident(in: text) }
        if variety.count < Self.leastVariety { variety.insert(text.hashValue) }
        if let kind = PersonalData.kind(of: text) { personalData.insert(kind) }
        count(text, 1, &room)
    }

    mutating func merge(_ other: ObservedTexts, _ room: inout InferenceRoom) {
        formats.removeAll { !other.formats.contains($0) }
        variety.formUnion(other.variety)
        personalData.formUnion(other.personalData)
        guard let others = other.counts else {
            counts = nil
            return
        }
        for (text, number) in others { count(text, number, &room) }
    }

    private mutating func count(_ text: String, _ number: Int, _ room: inout InferenceRoom) {
        guard let count = counts?.count else { return }
        if counts?[text] == nil {
            guard count < InferenceLimits.listedValues, ListedValues.canList(text), room.take(value: text) else {
                counts = nil
                return
            }
        }
        counts?[text, default: 0] += number
    }

    /// The format of all texts, or `nil` if they have no common format, or if there are too few texts to prove it.
    var format: TextFormat? {
        variety.count < Self.leastVariety ? possibleFormat.flatMap { $0.isUnmistakable ? $0 : nil } : possibleFormat
    }

    /// The format of all texts, even if there are only a few texts. `nil` if they have no common format.
    var possibleFormat: TextFormat? { variety.isEmpty ? nil : formats.first }
}

extension TextFormat {
    /// Returns whether a text has the format, and probably not by chance.
    fileprivate func isEvident(in text: String) -> Bool {
        // `order:17` is a URI too.
        fits(text) && (self != .uri || text.contains("://"))
    }

    /// Whether a single text shows the format.
    fileprivate var isUnmistakable: Bool { self == .uuid || self == .dateTime }
}
