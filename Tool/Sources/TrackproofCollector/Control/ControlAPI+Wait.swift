import HTTPTypes
import Hummingbird
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots

extension ControlAPI {
    /// Waits for the events that the body of the request describes, and returns the result of the wait.
    ///
    /// The wait ends when further events cannot change the result, when the time `within` or the time `quiet` is over,
    /// or when the client closes the connection.
    func wait(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = try await body(request)
        let session = try session(&input)
        let filter = try filter(&input, parameters: { try $0.object("parameters") ?? [:] })
        let count = try input.integer("count", in: 1...Int64(Self.maxEvents))
        let most = try input.integer("atMost", in: 0...Int64(Self.maxEvents))
        let quiet = try input.seconds("quiet", upTo: 600)
        let seconds = try input.seconds("within", upTo: 600) ?? 10
        let after = try await after(&input)
        try input.end()
        let memory = admission.answer()
        // If the client sends none of `count`, `quiet` and `atMost`, the wait needs one event. If it sends `quiet` or
        // `atMost` but no `count`, the wait needs no event.
        let goal = EventWait.Goal(
            count: Int(count ?? (most == nil && quiet == nil ? 1 : 0)), most: most.map { Int($0) },
            quiet: quiet.map { .seconds($0) })
        let wait = EventWait(filter: filter, goal: goal)
        let place = try admission.longAnswer()
        defer { withExtendedLifetime(place) {} }
        let text = try await admission.connections.whileClientStays(context.channel) {
            try await outcome(
                of: wait, in: session, after: after, until: ContinuousClock.now + .seconds(seconds), memory)
        }
        return .json(text, holding: memory)
    }

    private func outcome(
        of wait: EventWait, in session: Session, after: Int64, until deadline: ContinuousClock.Instant,
        _ memory: Quota.Share
    ) async throws -> String {
        var wait = wait
        // The query covers all vendors, because the result of a failed wait also lists similar events of other vendors.
        var query = RequestQuery(session: session.id, after: after)
        var lastMatch = ContinuousClock.now
        while true {
            // The loop reads these values before the search. If it read `newest` after the search, `arrivals.wait`
            // below would miss a request that arrives during the search. If it read `now` after the search, the last
            // search could begin before the deadline and miss an event that arrives before the deadline.
            let (newest, now, matched) = (store.arrivals.newest, ContinuousClock.now, wait.matchedCount)
            try await store.forEach(query) { received in
                query.after = received.stored.id
                wait.look(at: received)
                try memory.grow(to: 2 * wait.bytes)
                guard wait.isDecided || wait.bytes < Self.maxBytes else {
                    throw ControlError(
                        .contentTooLarge, field: "count",
                        "\(wait.matchedCount) events take more than \(Self.maxBytes) bytes; wait for fewer events at a time"
                    )
                }
                return !wait.isDecided
            }
            if wait.isDecided { break }
            if wait.matchedCount > matched { lastMatch = .now }
            // When enough events have arrived, the wait ends if no further event matches for the time `quiet`.
            let quiet = wait.goal.quiet.flatMap { wait.hasEnough ? lastMatch + $0 : nil }
            let end = min(quiet ?? deadline, deadline)
            if now >= end {
                wait.isQuiet = quiet.map { $0 <= now } ?? false
                break
            }
            // If `arrivals.wait` returns `false` before `end`, the collector is about to stop.
            if try await !store.arrivals.wait(beyond: newest, until: end), .now < end {
                wait.isCut = true
                break
            }
        }
        return wait.json(next: query.after)
    }
}

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
    /// The near misses that are from the vendor of the filter. They come before all others.
    private var nearFromVendor: [String] = []
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
                let isFromVendor = filter.vendor != nil && filter.vendor == received.stored.vendor
                let count = isFromVendor ? nearFromVendor.count : near.count
                guard count < Self.maxNear, let text = hint(event, of: received.stored.id) else { continue }
                if isFromVendor { nearFromVendor.append(text) } else { near.append(text) }
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
        let near = (nearFromVendor + self.near + alike).prefix(Self.maxNear).joined(separator: ",")
        let counts = others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let others = EventParameters(counts.map { EventParameter($0.key, .integer(Int64($0.value))) })
        return events + #","near":[\#(near)],"others":\#(others.json),"rejected":\#(rejected)}"#
    }
}
