internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

/// Counts events that are waited for, and remembers what came near.
struct EventWait {
    /// How many events are waited for, at most how many may come, and for how long none may come at the end.
    struct Goal: Sendable {
        var count = 1
        var most: Int?
        var quiet: Duration?
    }

    let filter: EventFilter
    let goal: Goal
    /// Whether none came for as long as the goal says.
    var isQuiet = false
    private(set) var matchedCount = 0
    /// The events that match, as JSON, with commas between them. As values they would take many times as much.
    private var matched = ""
    /// Events that match but for their parameters, as JSON.
    private var near: [String] = []
    /// How often other events came, by name.
    private var others: [String: Int] = [:]
    /// The first event of each other name that is much like the one that is waited for, as JSON.
    private var lookalikes: [(name: String, likeness: Double, json: String)] = []
    /// The bytes of all of this.
    private(set) var bytes = 0
    private var rejected = 0

    private static let mostNear = 5
    private static let mostNames = 50
    /// How many letters of another name are kept.
    private static let mostOfName = 200
    /// An event that came near is shown if it has no more bytes than this as JSON.
    private static let mostOfHint = 64 << 10
    /// Two letters of six may differ.
    private static let leastLikeness = 0.66

    init(filter: EventFilter, goal: Goal) {
        self.filter = filter
        self.goal = goal
    }

    /// Whether the goal is reached, if no more events come.
    private var isSatisfied: Bool {
        hasEnough && !isExceeded && (goal.quiet == nil || isQuiet)
    }

    /// Whether as many came as are waited for.
    var hasEnough: Bool { matchedCount >= goal.count }

    private var isExceeded: Bool { goal.most.map { matchedCount > $0 } ?? false }

    /// Whether no more events can change anything.
    var isDecided: Bool { isExceeded || (goal.most == nil && goal.quiet == nil && isSatisfied) }

    /// Takes note of a request's events.
    mutating func look(at received: ReceivedRequest) {
        rejected += received.rejections.count
        for event in received.events {
            if filter.matches(event, from: received.stored.vendor) {
                let text = event.value(of: received.stored.id).json
                matched += (matchedCount == 0 ? "" : ",") + text
                matchedCount += 1
                bytes += text.utf8.count
            } else if filter.isNear(event) {
                if near.count < Self.mostNear, let text = hint(event, of: received.stored.id) { near.append(text) }
            } else {
                let name = event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                note(other: String(name.prefix(Self.mostOfName)), event, of: received.stored.id)
            }
        }
    }

    private mutating func note(other name: String, _ event: RecordedEvent, of request: Int64) {
        if others[name] == nil {
            guard others.count < Self.mostNames else { return }
            bytes += name.utf8.count
            let likeness = filter.name.map { NameSimilarity.of($0, name) } ?? 0
            if likeness >= Self.leastLikeness, let text = hint(event, of: request) {
                lookalikes.append((name, likeness, text))
            }
        }
        others[name, default: 0] += 1
    }

    /// An event that came near, as JSON, with the member `differences`: how it differs from what is waited for.
    ///
    /// - Returns: nil if it is too large for a hint.
    private mutating func hint(_ event: RecordedEvent, of request: Int64) -> String? {
        var event = event
        event.unknown["differences"] = .array(filter.differences(of: event).map { .object($0.members) })
        let text = event.value(of: request).json
        guard text.utf8.count <= Self.mostOfHint else { return nil }
        bytes += text.utf8.count
        return text
    }

    /// What was found: the events, and where they are too few what came near, with what differs, and how many others
    /// came, by name.
    func json(next: Int64) -> String {
        let events = #"{"satisfied":\#(isSatisfied),"events":[\#(matched)],"next":\#(next)"#
        if isSatisfied { return events + "}" }
        // Names in another case or with a typo, the most similar first.
        let alike = lookalikes.sorted { ($1.likeness, $0.name) < ($0.likeness, $1.name) }.map(\.json)
        let near = (self.near + alike).prefix(Self.mostNear).joined(separator: ",")
        let counts = others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let others = EventParameters(counts.map { EventParameter($0.key, .integer(Int64($0.value))) })
        return events + #","near":[\#(near)],"others":\#(others.json),"rejected":\#(rejected)}"#
    }
}
