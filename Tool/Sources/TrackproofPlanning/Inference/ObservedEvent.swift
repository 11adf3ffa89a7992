import Trackproof
import TrackproofText

/// What all recorded events with the same name have in common.
struct ObservedEvent: Sendable {
    let name: ExactText
    private var kinds: [EventKind: Int] = [:]
    private(set) var parameters = ObservedObject()
    /// Whether one of the events has more values than `InferenceLimits.checkedValues`.
    private(set) var isTooLargeToCheck = false

    init(name: ExactText) { self.name = name }

    mutating func add(_ event: Event, _ room: inout InferenceRoom) {
        kinds[event.kind, default: 0] += 1
        let values = parameters.add(event.parameters, depth: 1, &room)
        if values > InferenceLimits.checkedValues { isTooLargeToCheck = true }
    }

    /// The kinds of the events, the most frequent kind first. Leaves out aliases and resets, because a plan need
    /// not declare them.
    var kindCounts: [(kind: EventKind, count: Int)] {
        let counts = EventKind.allCases.filter(\.mustBePlanned).map { (kind: $0, count: kinds[$0, default: 0]) }
        return counts.filter { $0.count > 0 }.sorted {
            $0.count == $1.count ? $0.kind.rawValue > $1.kind.rawValue : $0.count > $1.count
        }
    }

    /// Whether one of the recorded events has a kind that ``kindCounts`` leaves out.
    var hasOtherKinds: Bool { kinds.keys.contains { !$0.mustBePlanned } }
}
