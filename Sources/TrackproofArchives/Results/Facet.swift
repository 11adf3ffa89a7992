public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// The number of events by version, platform and day, and the times of the first and the last event.
@_spi(Tooling) public struct Facet: Sendable, Hashable {
    /// The maximum number of versions. If there are more versions, only the first versions in sorted order are kept.
    static let versionLimit = 500
    /// The maximum number of platforms.
    static let platformLimit = 50

    /// The number of events of each version of the app. An unknown version has an empty name.
    public var versions: NameCounts { countsOfVersions.values }
    /// The number of events of each platform. An unknown platform has an empty name.
    public var platforms: NameCounts { countsOfPlatforms.values }
    /// The number of events of each day, month or year. Events without a time are left out.
    public package(set) var periods: [Period: Int] = [:]
    /// The time of the first event, or `nil` if no event has a time.
    public package(set) var firstTime: EventTime?
    /// The time of the last event, or `nil` if no event has a time.
    public package(set) var lastTime: EventTime?

    private var countsOfVersions = LimitedNameCounts(limit: Facet.versionLimit)
    private var countsOfPlatforms = LimitedNameCounts(limit: Facet.platformLimit)

    init() {}

    /// Creates a facet from results.
    package init(
        versions: NameCounts, platforms: NameCounts, periods: [Period: Int], firstTime: EventTime?,
        lastTime: EventTime?
    ) {
        (self.periods, self.firstTime, self.lastTime) = (periods, firstTime, lastTime)
        countsOfVersions.add(versions)
        countsOfPlatforms.add(platforms)
    }

    /// Adds events with the same facts.
    mutating func add(version: String, platform: String, period: Period?, times: ClosedRange<EventTime>?, count: Int) {
        countsOfVersions.add(version, count)
        countsOfPlatforms.add(platform, count)
        if let period { periods[period, default: 0] += count }
        if let times { add(times) }
    }

    /// Adds other events.
    mutating func merge(_ other: Facet) {
        countsOfVersions.add(other.versions)
        countsOfPlatforms.add(other.platforms)
        periods.merge(other.periods, uniquingKeysWith: +)
        if let first = other.firstTime, let last = other.lastTime { add(first...last) }
    }

    private mutating func add(_ times: ClosedRange<EventTime>) {
        firstTime = min(firstTime ?? times.lowerBound, times.lowerBound)
        lastTime = max(lastTime ?? times.upperBound, times.upperBound)
    }

    /// Joins the days of each month, or the months of each year.
    mutating func coarsen(to resolution: Period.Resolution) {
        var coarse: [Period: Int] = [:]
        for (period, count) in periods { coarse[period.coarsened(to: resolution), default: 0] += count }
        periods = coarse
    }

    /// The oldest and the newest known version, compared number by number, or `nil` if no version is known.
    public var versionRange: (first: String, last: String)? {
        let known = versions.sorted.map(\.name).filter { !$0.isEmpty }
        func isOlder(_ left: String, _ right: String) -> Bool {
            switch (AppVersion(left), AppVersion(right)) {
            case (let older?, let newer?): older == newer ? left.precedesExactly(right) : older < newer
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): left.precedesExactly(right)
            }
        }
        guard let first = known.min(by: isOlder), let last = known.max(by: isOlder) else { return nil }
        return (first, last)
    }
}
