internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

/// Counts events that are waited for, and remembers what came near.
struct EventWait {
    let filter: EventFilter
    let count: Int
    private(set) var matched: [EventValue] = []
    /// How much the matched ones take as JSON.
    private(set) var bytes = 0
    private var near: [(event: RecordedEvent, request: Int64)] = []
    private var seen: [String: Int] = [:]
    private var rejected = 0

    private static let mostNear = 5
    private static let mostNames = 50

    init(filter: EventFilter, count: Int) {
        self.filter = filter
        self.count = count
    }

    var isSatisfied: Bool { matched.count >= count }

    /// Takes note of a request's events.
    mutating func look(at received: ReceivedRequest) {
        rejected += received.rejections.count
        for event in received.events {
            if filter.matches(event, from: received.stored.vendor) {
                let value = event.value(of: received.stored.id)
                bytes += value.json.utf8.count
                matched.append(value)
            } else if filter.isNear(event) {
                if near.count < Self.mostNear { near.append((event, received.stored.id)) }
            } else {
                let name = event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                if seen[name] != nil || seen.count < Self.mostNames { seen[name, default: 0] += 1 }
            }
        }
    }

    /// What was found: the events, and where they are too few what came near, with what differs, and how many others
    /// came, by name.
    func members(next: Int64) -> EventParameters {
        var members: EventParameters = [
            "satisfied": isSatisfied, "events": EventValue.array(matched), "next": next,
        ]
        if !isSatisfied {
            let others = EventParameters(
                seen.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                    EventParameter($0.key, .integer(Int64($0.value)))
                })
            members["near"] = .array(near.map(value))
            members["others"] = .object(others)
            members["rejected"] = .integer(Int64(rejected))
        }
        return members
    }

    /// An event that came near, with the member `differences`: what of it is not as it was waited for.
    private func value(_ event: RecordedEvent, of request: Int64) -> EventValue {
        var event = event
        event.unknown["differences"] = .array(filter.differences(of: event).map { .object($0.members) })
        return event.value(of: request)
    }
}
