internal import Trackproof

/// What the recorded events with the same name have in common.
struct ObservedEvent: Sendable {
    let name: ExactName
    private var kinds: [EventKind: Int] = [:]
    private(set) var parameters = ObservedObject()
    /// Whether an event has more values than a check against a plan covers.
    private(set) var isTooLargeToCheck = false

    init(name: ExactName) { self.name = name }

    mutating func add(_ event: Event, _ room: inout InferenceRoom) {
        kinds[event.kind, default: 0] += 1
        let values = parameters.add(event.parameters, depth: 1, &room)
        if values > InferenceLimits.checkedValues { isTooLargeToCheck = true }
    }

    /// The kinds of the events, the most frequent first. Aliases are left out, because a plan does not describe them.
    var kindCounts: [(kind: EventKind, count: Int)] {
        let counts = EventKind.allCases.filter { $0 != .alias }.map { (kind: $0, count: kinds[$0, default: 0]) }
        return counts.filter { $0.count > 0 }.sorted {
            $0.count == $1.count ? $0.kind.rawValue > $1.kind.rawValue : $0.count > $1.count
        }
    }

    /// Whether one of the events is an alias.
    var hasAliases: Bool { kinds[.alias] != nil }
}
