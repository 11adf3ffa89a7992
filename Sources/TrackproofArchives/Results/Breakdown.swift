internal import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// The versions, platforms and days of events, separately for each event name and for each finding.
///
/// Breakdowns of different events can be merged in any order.
@_spi(Tooling) public struct Breakdown: Sendable, Hashable {
    /// The maximum number of periods in all facets. Above this limit, days are joined to months, and months to years.
    static let periodLimit = 400_000

    /// The facets of events, by the event's name in the plan.
    var events: [ExactText: Facet] { facetsOfEvents.values }
    /// Returns the facet of the events with a name in the plan, or `nil` if there are no such events.
    public func facet(ofEvent name: String) -> Facet? { facetsOfEvents.values[ExactText(name)] }
    /// The facets of events with findings, by finding.
    public var findings: [FindingGroup.Key: Facet] { facetsOfFindings.values }
    /// The length of the periods.
    public private(set) var resolution = Period.Resolution.day

    private var facetsOfEvents = LeastKeys<ExactText, Facet>(limit: CheckTally.groupLimit)
    private var facetsOfFindings = LeastKeys<FindingGroup.Key, Facet>(limit: CheckTally.groupLimit)
    /// A number that is at least the number of periods in all facets.
    private var periodBound = 0

    init() {}

    /// Creates a breakdown from results.
    init(
        resolution: Period.Resolution, events: [ExactText: Facet], findings: [(key: FindingGroup.Key, facet: Facet)]
    ) {
        self.resolution = resolution
        for (name, facet) in events { facetsOfEvents.update(name, adding: facet) { $0.merge(facet) } }
        for (key, facet) in findings { facetsOfFindings.update(key, adding: facet) { $0.merge(facet) } }
        periodBound = periodCount
        limitPeriods()
    }

    /// Adds events of one name with the same facts.
    mutating func add(
        _ name: String, version: String, platform: String, period: Period?, times: ClosedRange<EventTime>?, count: Int
    ) {
        let period = period?.coarsened(to: resolution)
        facetsOfEvents.update(ExactText(name), adding: Self.facet(version, platform, period, times, count)) {
            $0.add(version: version, platform: platform, period: period, times: times, count: count)
        }
        countPeriod()
    }

    /// Adds an event with a finding.
    mutating func add(_ key: FindingGroup.Key, version: String, platform: String, time: EventTime?) {
        let period = time.map { Period(dayOf: $0).coarsened(to: resolution) }
        let times = time.map { $0...$0 }
        facetsOfFindings.update(key, adding: Self.facet(version, platform, period, times, 1)) {
            $0.add(version: version, platform: platform, period: period, times: times, count: 1)
        }
        countPeriod()
    }

    private static func facet(
        _ version: String, _ platform: String, _ period: Period?, _ times: ClosedRange<EventTime>?, _ count: Int
    ) -> Facet {
        var facet = Facet()
        facet.add(version: version, platform: platform, period: period, times: times, count: count)
        return facet
    }

    /// Adds the breakdown of other events.
    mutating func merge(_ other: Breakdown) {
        var other = other
        if resolution < other.resolution { coarsen(to: other.resolution) }
        if other.resolution < resolution { other.coarsen(to: resolution) }
        for (name, facet) in other.events { facetsOfEvents.update(name, adding: facet) { $0.merge(facet) } }
        for (key, facet) in other.findings { facetsOfFindings.update(key, adding: facet) { $0.merge(facet) } }
        periodBound += other.periodBound
        limitPeriods()
    }

    /// Removes the facets of findings.
    package mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys { _ = facetsOfFindings.remove(key) }
    }

    // MARK: Periods

    private var periodCount: Int {
        events.values.reduce(0) { $0 + $1.periods.count } + findings.values.reduce(0) { $0 + $1.periods.count }
    }

    private mutating func countPeriod() {
        periodBound += 1
        limitPeriods()
    }

    /// Joins periods if there are too many, at the latest when their number exceeds twice the limit.
    private mutating func limitPeriods() {
        // Counting the exact number takes time, so `finish` does it rarely.
        if periodBound > 2 * Self.periodLimit { finish() }
    }

    /// Joins periods while there are too many periods.
    ///
    /// Adding events never makes the number of periods smaller. So the result after the last merge does not depend on
    /// the order in which events were added.
    mutating func finish() {
        guard periodBound > Self.periodLimit else { return }
        periodBound = periodCount
        while periodBound > Self.periodLimit, let next = Period.Resolution(rawValue: resolution.rawValue + 1) {
            coarsen(to: next)
            periodBound = periodCount
        }
    }

    private mutating func coarsen(to resolution: Period.Resolution) {
        self.resolution = resolution
        for name in events.keys { facetsOfEvents.update(name, adding: Facet()) { $0.coarsen(to: resolution) } }
        for key in findings.keys { facetsOfFindings.update(key, adding: Facet()) { $0.coarsen(to: resolution) } }
    }
}

extension Breakdown {
    /// Returns whether both breakdowns have the same facets.
    public static func == (left: Breakdown, right: Breakdown) -> Bool {
        left.resolution == right.resolution && left.facetsOfEvents == right.facetsOfEvents
            && left.facetsOfFindings == right.facetsOfFindings
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(resolution)
        hasher.combine(facetsOfEvents)
        hasher.combine(facetsOfFindings)
    }
}
