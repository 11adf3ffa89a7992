internal import Trackproof
internal import TrackproofSnapshots

/// Counts events that are waited for, and remembers what came near.
struct EventWait {
    let filter: EventFilter
    let count: Int
    private(set) var matched: [String] = []
    private var near: [String] = []
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
                matched.append(event.json(of: received.stored.id))
            } else {
                let name = event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                if seen[name] != nil || seen.count < Self.mostNames { seen[name, default: 0] += 1 }
                if filter.isNear(event), near.count < Self.mostNear {
                    near.append(event.json(of: received.stored.id))
                }
            }
        }
    }

    /// What was found: the events, and where they are too few what came near, by name and by count.
    func json(next: Int64) -> String {
        var members = "\"satisfied\":\(isSatisfied),\"events\":[\(matched.joined(separator: ","))],\"next\":\(next)"
        if !isSatisfied {
            let others = EventParameters(
                seen.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                    EventParameter($0.key, .integer(Int64($0.value)))
                })
            members += ",\"near\":[\(near.joined(separator: ","))],\"others\":\(others.json),\"rejected\":\(rejected)"
        }
        return "{\(members)}"
    }
}
