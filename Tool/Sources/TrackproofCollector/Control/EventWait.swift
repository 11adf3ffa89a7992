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
    private var near: [(event: RecordedEvent, request: Int64)] = []
    /// What else came, by name: how often, and the first of each.
    private var others: [String: (count: Int, event: RecordedEvent, request: Int64)] = [:]
    private var rejected = 0

    private static let mostNear = 5
    private static let mostNames = 50
    /// Two letters of six may differ.
    private static let leastLikeness = 0.66

    init(filter: EventFilter, goal: Goal) {
        self.filter = filter
        self.goal = goal
    }

    /// Whether the goal is reached, if no more events come.
    private var isSatisfied: Bool {
        matchedCount >= goal.count && !isExceeded && (goal.quiet == nil || isQuiet)
    }

    private var isExceeded: Bool { goal.most.map { matchedCount > $0 } ?? false }

    /// Whether no more events can change anything.
    var isDecided: Bool { isExceeded || (goal.most == nil && goal.quiet == nil && isSatisfied) }

    /// How much the events that match take as JSON.
    var bytes: Int { matched.utf8.count }

    /// Takes note of a request's events.
    mutating func look(at received: ReceivedRequest) {
        rejected += received.rejections.count
        for event in received.events {
            if filter.matches(event, from: received.stored.vendor) {
                matched += (matchedCount == 0 ? "" : ",") + event.value(of: received.stored.id).json
                matchedCount += 1
            } else if filter.isNear(event) {
                if near.count < Self.mostNear { near.append((event, received.stored.id)) }
            } else {
                let name = event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                if others[name] != nil {
                    others[name]?.count += 1
                } else if others.count < Self.mostNames {
                    others[name] = (1, event, received.stored.id)
                }
            }
        }
    }

    /// What was found: the events, and where they are too few what came near, with what differs, and how many others
    /// came, by name.
    func json(next: Int64) -> String {
        var members: EventParameters = ["next": next]
        if !isSatisfied {
            let counts = others.mapValues(\.count).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let others = EventParameters(counts.map { EventParameter($0.key, .integer(Int64($0.value))) })
            members["near"] = .array((near + lookalikes).prefix(Self.mostNear).map(value))
            members["others"] = .object(others)
            members["rejected"] = .integer(Int64(rejected))
        }
        return #"{"satisfied":\#(isSatisfied),"events":[\#(matched)],"# + members.json.dropFirst()
    }

    /// Events whose name is the one that is waited for in another case, or with a typo; the most alike first.
    private var lookalikes: [(event: RecordedEvent, request: Int64)] {
        guard let name = filter.name else { return [] }
        let ranked = others.map { (other: $0, likeness: NameSimilarity.of(name, $0.key)) }
            .filter { $0.likeness >= Self.leastLikeness }
        return ranked.sorted { ($1.likeness, $0.other.key) < ($0.likeness, $1.other.key) }
            .map { ($0.other.value.event, $0.other.value.request) }
    }

    /// An event that came near, with the member `differences`: what of it is not as it was waited for.
    private func value(_ event: RecordedEvent, of request: Int64) -> EventValue {
        var event = event
        event.unknown["differences"] = .array(filter.differences(of: event).map { .object($0.members) })
        return event.value(of: request)
    }
}
