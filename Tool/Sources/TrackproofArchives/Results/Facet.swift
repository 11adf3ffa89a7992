package import Trackproof
package import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform

/// The numbers of events by version, platform and day, and the times of the first and the last event.
package struct Facet: Sendable, Hashable {
    /// For each version of the app, the number of events. The empty text counts events without a version.
    ///
    /// If there are more than ``Breakdown/versionLimit`` versions, the facet has those that come first in sorted order.
    package var versions: NameCounts { countsOfVersions.values }
    /// For each platform, the number of events. The empty text counts events without a platform.
    ///
    /// If there are more than ``Breakdown/platformLimit`` platforms, the facet has those that come first in sorted order.
    package var platforms: NameCounts { countsOfPlatforms.values }
    /// For each day, month or year, the number of events. Events without a time are not counted here.
    package internal(set) var periods: [Period: Int] = [:]
    /// The times of the earliest and the latest event, or `nil` if no event has a time.
    package internal(set) var times: ClosedRange<EventTime>?

    private var countsOfVersions = LimitedNameCounts(limit: FacetSize.full.versions)
    private var countsOfPlatforms = LimitedNameCounts(limit: FacetSize.full.platforms)

    init(_ size: FacetSize) { reduce(to: size) }

    /// The number of versions and platforms.
    var nameCount: Int { countsOfVersions.count + countsOfPlatforms.count }

    /// Drops the versions and platforms above the limits of a size.
    mutating func reduce(to size: FacetSize) {
        countsOfVersions.reduceLimit(to: size.versions)
        countsOfPlatforms.reduceLimit(to: size.platforms)
    }

    /// Creates a facet from the numbers in a JSON file.
    package init(
        versions: NameCounts, platforms: NameCounts, periods: [Period: Int], times: ClosedRange<EventTime>?
    ) {
        (self.periods, self.times) = (periods, times)
        countsOfVersions.add(versions)
        countsOfPlatforms.add(platforms)
    }

    /// Adds `count` events that have the same version, platform and period.
    mutating func add(version: String, platform: String, period: Period?, times: ClosedRange<EventTime>?, count: Int) {
        countsOfVersions.add(version, count)
        countsOfPlatforms.add(platform, count)
        if let period { periods[period, default: 0] += count }
        self.times.include(times)
    }

    /// Adds the facet of other events to this facet.
    mutating func merge(_ other: Facet) {
        countsOfVersions.add(other.versions)
        countsOfPlatforms.add(other.platforms)
        periods.merge(other.periods, uniquingKeysWith: +)
        times.include(other.times)
    }

    /// Replaces days by months, or months by years, and adds up their numbers of events.
    mutating func coarsen(to resolution: Period.Resolution) {
        var coarse: [Period: Int] = [:]
        for (period, count) in periods { coarse[period.coarsened(to: resolution), default: 0] += count }
        periods = coarse
    }

    /// The oldest and the newest version, or `nil` if no event has a version.
    ///
    /// The numbers of versions are compared as numbers: 3.9 is older than 3.10. A text that is not a version number
    /// counts as newer than all version numbers.
    package var versionRange: (first: String, last: String)? {
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

extension ClosedRange<EventTime>? {
    /// Extends the range, so that it contains the times of another range.
    mutating func include(_ other: ClosedRange<EventTime>?) {
        guard let other else { return }
        guard let known = self else { return self = other }
        if known.contains(other.lowerBound), known.contains(other.upperBound) { return }
        self = min(known.lowerBound, other.lowerBound)...max(known.upperBound, other.upperBound)
    }
}

/// The maximum numbers of versions and platforms in each facet of a breakdown.
///
/// If an app sends thousands of different names of events and hundreds of versions, facets of full size would need a
/// gigabyte of memory.
enum FacetSize: String, Sendable, Coarseness {
    case full, large, medium, small

    /// The maximum number of versions in a facet.
    var versions: Int {
        switch self {
        case .full: 500
        case .large: 100
        case .medium: 20
        case .small: 5
        }
    }

    /// The maximum number of platforms in a facet.
    var platforms: Int {
        switch self {
        case .full: 50
        case .large: 20
        case .medium: 10
        case .small: 5
        }
    }
}

/// The size of the parts of a breakdown. The cases are in order, from fine to coarse. Coarse parts need less memory.
package protocol Coarseness: CaseIterable, Comparable {}

extension Coarseness {
    /// The next coarser case, or `nil` for the last case.
    package var next: Self? { Self.allCases.first { self < $0 } }

    /// Returns whether `left` is finer than `right`.
    package static func < (left: Self, right: Self) -> Bool {
        guard left != right else { return false }
        return Self.allCases.first { $0 == left || $0 == right } == left
    }
}
