package import Trackproof
package import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform

/// The numbers of events by version, platform and day, for each event name and for each finding.
///
/// Breakdowns of different events can be merged in any order.
package struct Breakdown: Sendable, Hashable {
    /// The maximum of the number of facets, multiplied by the number of periods of all events. Above this limit, months
    /// replace days, and years replace months.
    static let periodLimit = 1_000_000
    /// The maximum of the number of facets, multiplied by the numbers of versions and platforms of all events. Above this
    /// limit, the facets become smaller.
    static let nameLimit = 250_000

    /// The facet of all events.
    private(set) var all = Facet(.full)
    /// The times of the earliest and the latest event, or `nil` if no event has a time.
    package var times: ClosedRange<EventTime>? { all.times }
    /// For each event, its facet. The key is the event's name in the plan.
    var events: [ExactText: Facet] { facetsOfEvents.values }
    /// Returns the facet of an event, or `nil` if the archive does not contain this event. `name` is its name in the
    /// plan.
    package func facet(ofEvent name: String) -> Facet? { facetsOfEvents.values[ExactText(name)] }
    /// For each kind of finding, the facet of the events that have it.
    package var findings: [FindingGroup.Key: Facet] { facetsOfFindings.values }
    /// The length of the periods in all facets.
    package private(set) var resolution = Period.Resolution.day
    /// The maximum number of versions in a facet.
    package var versionLimit: Int { size.versions }
    /// The maximum number of platforms in a facet.
    package var platformLimit: Int { size.platforms }
    /// The size of all facets.
    private(set) var size = FacetSize.full

    private var facetsOfEvents = LeastKeys<ExactText, Facet>(limit: CheckTally.groupLimit)
    private var facetsOfFindings = LeastKeys<FindingGroup.Key, Facet>(limit: CheckTally.groupLimit)

    package init() {}

    /// Creates a breakdown from the facets in a JSON file.
    ///
    /// - Parameter all: The facet of all events.
    init(
        resolution: Period.Resolution, size: FacetSize, all: Facet, events: [ExactText: Facet],
        findings: [(key: FindingGroup.Key, facet: Facet)]
    ) {
        self.resolution = resolution
        self.all = all
        for (name, facet) in events { facetsOfEvents.update(name, adding: facet) { $0.merge(facet) } }
        for (key, facet) in findings { facetsOfFindings.update(key, adding: facet) { $0.merge(facet) } }
        reduce(to: size)
        limitMemory()
    }

    /// Adds `count` events that have the same name, version, platform and period.
    ///
    /// - Parameter times: The times of the first and the last of these events, or `nil` if they have no times.
    package mutating func add(
        _ name: String, version: String, platform: String, period: Period?, times: ClosedRange<EventTime>?, count: Int
    ) {
        let period = period?.coarsened(to: resolution)
        let size = size
        facetsOfEvents.update(ExactText(name), adding: Self.facet(size, version, platform, period, times, count)) {
            $0.add(version: version, platform: platform, period: period, times: times, count: count)
        }
        all.add(version: version, platform: platform, period: period, times: times, count: count)
        limitMemory()
    }

    /// Adds an event to the facet of a finding.
    mutating func add(_ key: FindingGroup.Key, version: String, platform: String, time: EventTime?) {
        let period = time.map { Period(dayOf: $0).coarsened(to: resolution) }
        let times = time.map { $0...$0 }
        let size = size
        facetsOfFindings.update(key, adding: Self.facet(size, version, platform, period, times, 1)) {
            $0.add(version: version, platform: platform, period: period, times: times, count: 1)
        }
        limitMemory()
    }

    private static func facet(
        _ size: FacetSize, _ version: String, _ platform: String, _ period: Period?, _ times: ClosedRange<EventTime>?,
        _ count: Int
    ) -> Facet {
        var facet = Facet(size)
        facet.add(version: version, platform: platform, period: period, times: times, count: count)
        return facet
    }

    /// Adds the breakdown of other events to this breakdown.
    package mutating func merge(_ other: Breakdown) {
        var other = other
        if resolution < other.resolution { coarsen(to: other.resolution) }
        if other.resolution < resolution { other.coarsen(to: resolution) }
        if size < other.size { reduce(to: other.size) }
        if other.size < size { other.reduce(to: size) }
        for (name, facet) in other.events { facetsOfEvents.update(name, adding: facet) { $0.merge(facet) } }
        for (key, facet) in other.findings { facetsOfFindings.update(key, adding: facet) { $0.merge(facet) } }
        all.merge(other.all)
        limitMemory()
    }

    /// Removes the facets of these findings.
    package mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys { _ = facetsOfFindings.remove(key) }
    }

    /// The number of newest days on which a finding must not have a much higher share.
    private static let newestDays = 3

    /// Returns the highest share of a finding on one of the newest days, if it is a rise from the share on all other days,
    /// otherwise `nil`. If months have replaced days, it is always `nil`.
    package func newestRise(of key: FindingGroup.Key) -> FindingShare? {
        guard resolution == .day, let found = findings[key]?.periods, let all = facet(ofEvent: key.event)?.periods
        else { return nil }
        let total = (found: found.values.reduce(0, +), all: all.values.reduce(0, +))
        let shares = self.all.periods.keys.sorted().suffix(Self.newestDays).map { day in
            (found: found[day] ?? 0, all: all[day] ?? 0)
        }
        return shares.filter { day in
            let others = FindingShare(found: total.found - day.found, all: total.all - day.all)
            return FindingShare(found: day.found, all: day.all).isRise(from: others)
        }.map { FindingShare(found: $0.found, all: $0.all) }.max { $0.value < $1.value }
    }

    // MARK: Limits

    /// Replaces days by months, and then months by years, and makes the facets smaller, until the facets fit into the
    /// limits.
    ///
    /// The numbers of facets, and of the periods, versions and platforms of all events, only grow when events are added.
    /// So the order in which events are added does not change the result after the last merge.
    private mutating func limitMemory() {
        let count = facetsOfEvents.count + facetsOfFindings.count
        while count * all.periods.count > Self.periodLimit, let next = resolution.next { coarsen(to: next) }
        while count * all.nameCount > Self.nameLimit, let next = size.next { reduce(to: next) }
    }

    /// Drops the facets above the limit, so that reading the other facets takes less time.
    package mutating func finish() {
        facetsOfEvents.trim()
        facetsOfFindings.trim()
    }

    private mutating func coarsen(to resolution: Period.Resolution) {
        self.resolution = resolution
        all.coarsen(to: resolution)
        facetsOfEvents.updateAll { $0.coarsen(to: resolution) }
        facetsOfFindings.updateAll { $0.coarsen(to: resolution) }
    }

    private mutating func reduce(to size: FacetSize) {
        self.size = size
        all.reduce(to: size)
        facetsOfEvents.updateAll { $0.reduce(to: size) }
        facetsOfFindings.updateAll { $0.reduce(to: size) }
    }
}
