internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofSnapshots

/// The state of a wait: the matching events so far, and the near misses, which help to explain a failure.
struct EventWait {
    /// The goal of a wait: at least `count` and at most `most` matching events, and then silence for the time `quiet`.
    ///
    /// During the silence, no matching event arrives. If `most` or `quiet` is `nil`, that condition does not apply.
    struct Goal: Sendable {
        var count = 1
        var most: Int?
        var quiet: Duration?
    }

    let filter: EventFilter
    let goal: Goal
    /// Whether no matching event arrived for the time `quiet` of the goal.
    var isQuiet = false
    private(set) var matchedCount = 0
    /// The matching events as JSON, separated by commas. An array of values would use several times as much memory.
    private var matched = ""
    /// Near misses as JSON: events that meet the filter except for parameters or vendor.
    private var near: [String] = []
    /// The number of events that neither match nor are near misses, by name.
    private var others: [String: Int] = [:]
    /// For each name in `others` that is similar to the expected name, the first event with the name, as JSON.
    private var lookalikes: [(name: String, likeness: Double, json: String)] = []
    /// The total size of the matching events, the near misses and the names, in bytes.
    private(set) var bytes = 0
    private var rejected = 0

    private static let maxNear = 5
    private static let maxNames = 50
    /// The maximum number of characters that the wait keeps of a name in `others`.
    private static let maxOfName = 200
    /// The maximum size of a near miss that is kept, in bytes of JSON.
    private static let maxOfHint = 64 << 10
    /// The minimum similarity of a name to the expected name. For example, two of six letters may differ.
    private static let leastLikeness = 0.66

    init(filter: EventFilter, goal: Goal) {
        self.filter = filter
        self.goal = goal
    }

    /// Whether the goal is reached if no more events arrive.
    private var isSatisfied: Bool {
        hasEnough && !isExceeded && (goal.quiet == nil || isQuiet)
    }

    /// Whether at least `count` matching events have arrived.
    var hasEnough: Bool { matchedCount >= goal.count }

    private var isExceeded: Bool { goal.most.map { matchedCount > $0 } ?? false }

    /// Whether further events cannot change the result.
    var isDecided: Bool { isExceeded || (goal.most == nil && goal.quiet == nil && isSatisfied) }

    /// Adds the events of a request.
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

    /// Returns a near miss as JSON. Its member `differences` says how the event differs from the filter.
    ///
    /// - Returns: `nil` if the event is too large.
    private mutating func hint(_ event: RecordedEvent, of request: Int64) -> String? {
        var event = event
        event.unknown["differences"] = .array(filter.differences(of: event).map { .object($0.members) })
        let text = event.value(of: request).json
        guard text.utf8.count <= Self.maxOfHint else { return nil }
        bytes += text.utf8.count
        return text
    }

    /// Returns the result as JSON.
    ///
    /// The result contains the matching events. If the goal is not reached, the result also contains the near misses
    /// with their differences, the number of other events by name, and the number of rejected items.
    func json(next: Int64) -> String {
        let events = #"{"satisfied":\#(isSatisfied),"events":[\#(matched)],"next":\#(next)"#
        if isSatisfied { return events + "}" }
        // The names of these events differ from the expected name only slightly, for example in case or by a typo. The
        // most similar name comes first.
        let alike = lookalikes.sorted { ($1.likeness, $0.name) < ($0.likeness, $1.name) }.map(\.json)
        let near = (self.near + alike).prefix(Self.maxNear).joined(separator: ",")
        let counts = others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let others = EventParameters(counts.map { EventParameter($0.key, .integer(Int64($0.value))) })
        return events + #","near":[\#(near)],"others":\#(others.json),"rejected":\#(rejected)}"#
    }
}
