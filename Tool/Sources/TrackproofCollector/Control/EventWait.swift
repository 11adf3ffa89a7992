import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// The state of a wait: the matching events so far, and similar events that help to explain why a wait failed.
struct EventWait {
    /// The goal of a wait: at least `count` and at most `most` matching events, and then silence for the time `quiet`.
    ///
    /// During the silence, no matching event arrives. If `most` is `nil`, there is no maximum. If `quiet` is `nil`, the
    /// wait needs no silence.
    struct Goal: Sendable {
        var count = 1
        var most: Int?
        var quiet: Duration?
    }

    let filter: EventFilter
    let goal: Goal
    /// Whether no matching event arrived for the time `quiet` of the goal.
    var isQuiet = false
    /// Whether the collector stopped before the time of the wait was over. Further events could have arrived.
    var isCut = false
    private(set) var matchedCount = 0
    /// The matching events as JSON, separated by commas.
    ///
    /// The text needs less memory than an array of values.
    private var matched = ""
    /// The near misses as JSON: events that meet all criteria of the filter except `vendor` or `parameters`.
    private var near: [String] = []
    /// For each event name, the number of events that neither match nor are near misses.
    private var others: [String: Int] = [:]
    /// For each name in `others` that is similar to the name in the filter, the first event with this name, as JSON.
    private var lookalikes: [(name: String, likeness: Double, json: String)] = []
    /// The total size of `matched`, `near`, `lookalikes` and the names in `others`, in bytes.
    private(set) var bytes = 0
    private var rejected = 0

    private static let maxNear = 5
    private static let maxNames = 50
    /// The maximum length of a name in `others`, in characters. Longer names are cut off.
    private static let maxOfName = 200
    /// The maximum size of an event in `near` or `lookalikes`, in bytes. Larger events are left out.
    private static let maxOfHint = 64 << 10
    /// The minimum similarity between a name in `lookalikes` and the name in the filter, from 0 to 1.
    ///
    /// With this value, two of six letters may differ.
    private static let leastLikeness = 0.66

    init(filter: EventFilter, goal: Goal) {
        self.filter = filter
        self.goal = goal
    }

    /// Whether the events that arrived so far reach the goal.
    private var isSatisfied: Bool {
        hasEnough && !isExceeded && !isCut && (goal.quiet == nil || isQuiet)
    }

    var hasEnough: Bool { matchedCount >= goal.count }

    private var isExceeded: Bool { goal.most.map { matchedCount > $0 } ?? false }

    /// Whether the wait can end, because further events cannot change the result.
    var isDecided: Bool { isExceeded || (goal.most == nil && goal.quiet == nil && isSatisfied) }

    /// Adds each event of a request to the matching events, to the near misses or to the other events.
    mutating func look(at received: ReceivedRequest) {
        rejected += received.rejections.count
        for event in received.events {
            if filter.matches(event, from: received.stored.vendor) {
                let text = event.value(of: received.stored.id).json
                matched += (matchedCount == 0 ? "" : ",") + text
                matchedCount += 1
                bytes += text.utf8.count
            } else if filter.isNear(event) {
                if near.count < Self.maxNear, let text = hint(event, of: received.stored.id) { near.append(text) }
            } else {
                let name = event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                note(other: String(name.prefix(Self.maxOfName)), event, of: received.stored.id)
            }
        }
    }

    private mutating func note(other name: String, _ event: RecordedEvent, of request: Int64) {
        if others[name] == nil {
            guard others.count < Self.maxNames else { return }
            bytes += name.utf8.count
            let likeness = filter.name.map { NameSimilarity.of($0, name) } ?? 0
            if likeness >= Self.leastLikeness, let text = hint(event, of: request) {
                lookalikes.append((name, likeness, text))
            }
        }
        others[name, default: 0] += 1
    }

    /// Returns an event as JSON. The member `differences` lists the parameters that differ from the filter.
    ///
    /// - Returns: `nil` if the JSON is larger than `maxOfHint`.
    private mutating func hint(_ event: RecordedEvent, of request: Int64) -> String? {
        var event = event
        event.unknown["differences"] = .array(filter.differences(of: event).map { .object($0.members) })
        let text = event.value(of: request).json
        guard text.utf8.count <= Self.maxOfHint else { return nil }
        bytes += text.utf8.count
        return text
    }

    /// Returns the result of the wait as JSON.
    ///
    /// The result contains the matching events. If the goal is not reached, the result also contains the near misses
    /// with their differences, the number of other events by name, and the number of rejected items.
    func json(next: Int64) -> String {
        let events = #"{"satisfied":\#(isSatisfied),"events":[\#(matched)],"next":\#(next)"#
        if isSatisfied { return events + "}" }
        // A name in `lookalikes` may be a typo of the expected name or differ in case. The most similar name comes
        // first.
        let alike = lookalikes.sorted { ($1.likeness, $0.name) < ($0.likeness, $1.name) }.map(\.json)
        let near = (self.near + alike).prefix(Self.maxNear).joined(separator: ",")
        let counts = others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let others = EventParameters(counts.map { EventParameter($0.key, .integer(Int64($0.value))) })
        return events + #","near":[\#(near)],"others":\#(others.json),"rejected":\#(rejected)}"#
    }
}
