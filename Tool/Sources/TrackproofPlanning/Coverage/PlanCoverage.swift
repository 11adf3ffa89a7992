package import Trackproof
package import TrackproofPlans
import TrackproofPlatform

/// The events, parameters, values and variants of a plan that the events in recordings show.
///
/// ``merged(with:)`` can combine the coverages of several recordings in any order.
package struct PlanCoverage: Sendable {
    /// The map of all items of the plan.
    package let map: CoverageMap
    /// The number of recorded events that the plan has.
    package private(set) var eventCount = 0
    /// The number of recorded events that the plan does not have.
    package private(set) var unplannedCount = 0
    /// The items that the events of each platform show. The key of an unknown platform is an empty text.
    private var seen: [String: ItemSet] = [:]
    /// The newest versions that show the items. Empty if the versions are unknown.
    package private(set) var versions = CoverageTally()
    /// The platforms of the plan from which no event came. Empty if the platforms of some events are unknown.
    package var absentPlatforms: [String] = []

    /// Creates a coverage without recorded events.
    package init(_ map: CoverageMap) { self.map = map }

    /// Creates a coverage from the numbers in a report.
    ///
    /// - Parameter seen: The indices of the seen items, by platform. The key of an unknown platform is an empty text.
    package init(
        _ map: CoverageMap, eventCount: Int, unplannedCount: Int, seen: [String: [Int]],
        versions: CoverageTally = CoverageTally(), absentPlatforms: [String] = []
    ) {
        self.map = map
        self.versions = versions.mapping { map.items.indices.contains($0) ? $0 : nil }
        self.absentPlatforms = absentPlatforms
        self.eventCount = eventCount
        self.unplannedCount = unplannedCount
        self.seen = seen.mapValues { indices in
            var items = ItemSet(count: map.items.count)
            for index in indices where map.items.indices.contains(index) { items.insert(index) }
            return items
        }
    }

    /// Creates a coverage from the items of `CoverageMap(plan, today: nil)` that the events of an archive show.
    ///
    /// The coverage leaves out events that have ended, and events that only newer or older apps than those of the archive
    /// should track. A platform that the plan does not have counts as unknown.
    package init(
        _ tally: CoverageTally, of plan: TrackingPlan, eventCount: Int, unplannedCount: Int, today: String
    ) {
        let names = plan.platforms.map(\.name)
        var versions = CoverageTally()
        for (name, platform) in tally.platforms {
            let known = names.isEmpty ? name.text : names.first(where: name.text.isPlatform) ?? ""
            versions.merge(CoverageTally(platforms: [ExactText(known): platform]))
        }
        let apps = versions.platforms.map { name, platform in
            CoverageMap.App(platform: name.text.isEmpty ? nil : name.text, versions: platform.range)
        }
        let map = CoverageMap(plan, apps: apps.isEmpty ? nil : apps, today: today)
        let keys = map.items.enumerated().map { (ItemKey($1), $0) }
        let indices = Dictionary(keys, uniquingKeysWith: { first, _ in first })
        let all = CoverageMap(plan, today: nil).items
        versions = versions.mapping { all.indices.contains($0) ? indices[ItemKey(all[$0])] : nil }
        for event in plan.eventsAndUser where !event.ends.isEmpty { versions.forgetVersions(of: event, map.items) }
        self.init(
            map, eventCount: eventCount, unplannedCount: unplannedCount,
            seen: Dictionary(uniqueKeysWithValues: versions.platforms.map { ($0.text, Array($1.items.keys)) }),
            versions: versions,
            absentPlatforms: apps.isEmpty || apps.contains { $0.platform == nil }
                ? [] : names.filter { name in !apps.contains { $0.platform == name } })
    }

    /// The names of all platforms with recorded events, sorted. The name of an unknown platform is an empty text.
    package var allPlatforms: [String] { seen.keys.sorted() }

    /// Adds a recorded event.
    ///
    /// - Parameter platform: The platform of the app that tracked the event, or `nil` if it is unknown.
    package mutating func add(_ event: RecordedEvent, platform: String? = nil) {
        var seen = self.seen.removeValue(forKey: platform ?? "") ?? ItemSet(count: map.items.count)
        if map.add(event, to: &seen) { eventCount += 1 } else { unplannedCount += 1 }
        self.seen[platform ?? ""] = seen
    }

    /// Returns a coverage that counts the events of this coverage and of another coverage of the same plan.
    ///
    /// The two coverages can contain different parts of the plan, because a run on one platform counts only the parts
    /// for that platform.
    package func merged(with other: PlanCoverage) -> PlanCoverage {
        var items = map.items
        var indices = Dictionary(items.enumerated().map { (ItemKey($1), $0) }, uniquingKeysWith: { first, _ in first })
        var seen: [String: [Int]] = [:]
        for platform in allPlatforms { seen[platform] = items.indices.filter { isSeen($0, on: platform) } }
        // In `other.map.items`, each part comes after its parent, which is the part that contains it. So `newIndices`
        // already has the parent's new index.
        var newIndices: [Int] = []
        for item in other.map.items {
            let index = indices[ItemKey(item)] ?? items.count
            newIndices.append(index)
            if index < items.count { continue }
            indices[ItemKey(item)] = index
            items.append(
                CoverageItem(
                    kind: item.kind, event: item.event, path: item.path, detail: item.detail, owner: item.owner,
                    platforms: item.platforms, place: item.place, parent: item.parent.map { newIndices[$0] }))
        }
        for platform in other.allPlatforms {
            let others = newIndices.indices.filter { other.isSeen($0, on: platform) }.map { newIndices[$0] }
            seen[platform, default: []] += others
        }
        var versions = versions
        versions.merge(other.versions.mapping { newIndices[$0] })
        return PlanCoverage(
            CoverageMap(items: items), eventCount: eventCount + other.eventCount,
            unplannedCount: unplannedCount + other.unplannedCount, seen: seen, versions: versions,
            absentPlatforms: Set(absentPlatforms + other.absentPlatforms).subtracting(seen.keys).sorted())
    }

    // MARK: Results

    /// How many items the recorded events show.
    package struct Ratio: Sendable, Hashable {
        /// The number of items that the recorded events show.
        package var seen = 0
        /// The number of items that the recorded events can show.
        package var total = 0

        /// Creates a ratio.
        package init(seen: Int = 0, total: Int = 0) { (self.seen, self.total) = (seen, total) }

        /// The share of the items that the recorded events show, in percent. 100 if `total` is 0.
        package var percent: Double { total == 0 ? 100 : Double(seen) / Double(total) * 100 }
    }

    /// The names of all known platforms with recorded events, sorted.
    package var platforms: [String] { seen.keys.filter { !$0.isEmpty }.sorted() }

    /// Returns whether a recorded event shows an item.
    ///
    /// - Parameters:
    ///   - item: The index of the item in ``map``.
    ///   - platform: The platform of the events to search, or `nil` to search the events of all platforms.
    package func isSeen(_ item: Int, on platform: String? = nil) -> Bool {
        guard let platform else { return seen.values.contains { $0.contains(item) } }
        return seen[platform]?.contains(item) ?? false
    }

    /// Returns how many items the recorded events show.
    ///
    /// - Parameters:
    ///   - platform: The platform of the items and events to count, or `nil` for the items and events of all platforms.
    ///   - isIncluded: A closure that returns whether to count an item.
    package func ratio(on platform: String? = nil, _ isIncluded: (CoverageItem) -> Bool = { _ in true }) -> Ratio {
        var ratio = Ratio()
        for (index, item) in map.items.enumerated() where isIncluded(item) {
            if let platform, !item.isExpected(on: platform) { continue }
            ratio.total += 1
            if isSeen(index, on: platform) { ratio.seen += 1 }
        }
        return ratio
    }

    /// Returns how many items of each group the recorded events show.
    ///
    /// - Parameter group: A closure that returns the group of an item, such as the owner.
    package func ratios<Group: Hashable>(by group: (CoverageItem) -> Group) -> [Group: Ratio] {
        var ratios: [Group: Ratio] = [:]
        for (index, item) in map.items.enumerated() {
            ratios[group(item), default: Ratio()].total += 1
            if isSeen(index) { ratios[group(item), default: Ratio()].seen += 1 }
        }
        return ratios
    }

    /// The items that no recorded event shows, in the order of the plan.
    ///
    /// If no recorded event shows an item that contains other items, such as an event of the plan, the list leaves out
    /// the inner items.
    package var unseen: [CoverageItem] { unseen(on: nil) }

    /// Returns the items that the plan expects on `platform`, but that only events of other platforms show.
    package func unseenOnly(on platform: String) -> [CoverageItem] { unseen(on: platform) }

    private func unseen(on platform: String?) -> [CoverageItem] {
        map.items.enumerated().compactMap { index, item in
            if let platform, !item.isExpected(on: platform) || !isSeen(index) { return nil }
            if isSeen(index, on: platform) { return nil }
            if let parent = item.parent, !isSeen(parent, on: platform) { return nil }
            return item
        }
    }
}

// MARK: Versions

extension PlanCoverage {
    /// A part of the plan that the newer versions of an app did not send any longer.
    package struct Stop: Sendable {
        /// The index of the part in ``PlanCoverage/map``.
        package let item: Int
        /// The platform of the app. Empty if it is unknown.
        package let platform: String
        /// The newest version of the app that sent the part.
        package let version: String
        /// The number of events of newer versions. If the part is not an event, only events with its name count.
        package let laterCount: Int
    }

    /// The number of events of newer versions without which a missing part means nothing.
    private static let laterMinimum = 100
    /// The number of times for which newer versions should have sent an event, if they sent it as often as older versions.
    private static let expectedMinimum = 10.0

    /// The parts that newer versions did not send any longer, by platform.
    package var stopped: [Stop] {
        versions.platforms.sorted { $0.key < $1.key }.flatMap { name, platform -> [Stop] in
            let all = platform.counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            var stops: [Stop] = []
            // A part that contains other parts comes before these parts.
            var events: [Int] = []
            var isStopped: [Bool] = []
            for (index, item) in map.items.enumerated() {
                events.append(item.parent.map { events[$0] } ?? index)
                isStopped.append(item.parent.map { isStopped[$0] } ?? false)
                guard !isStopped[index], let last = platform.items[index], let version = last.version else { continue }
                let own = platform.counts[events[index]] ?? [:]
                let later = (item.kind == .event ? all : own).sum { $0 > version }
                let share = Double(own.sum { _ in true }) / Double(max(1, all.sum { $0 <= version }))
                let isSure =
                    item.kind == .event
                    ? share * Double(later) >= Self.expectedMinimum : later >= Self.laterMinimum
                guard isSure else { continue }
                isStopped[index] = true
                stops.append(
                    Stop(item: index, platform: name.text, version: last.name.text, laterCount: later))
            }
            return stops
        }
    }
}

extension [VersionName: Int] {
    fileprivate func sum(where isIncluded: (AppVersion) -> Bool) -> Int {
        reduce(0) { $1.key.version.map(isIncluded) ?? false ? $0 + $1.value : $0 }
    }
}

extension CoverageTally {
    /// Forgets the versions of an event that the newest version of the app must not send any longer.
    fileprivate mutating func forgetVersions(of event: PlannedEvent, _ items: [CoverageItem]) {
        for (name, var platform) in platforms {
            guard let end = event.ends.version(on: name.text.isEmpty ? nil : name.text),
                let newest = platform.newest?.version, newest >= end
            else { continue }
            for index in platform.items.keys where items[index].event == event.name {
                platform.items[index] = VersionName("")
            }
            self[name.text] = platform
        }
    }
}

/// The key of a part of a plan, which is the same in each coverage of the plan.
private struct ItemKey: Hashable {
    let kind: CoverageItem.Kind
    let event: String
    let path: String
    let detail: String?

    init(_ item: CoverageItem) { (kind, event, path, detail) = (item.kind, item.event, item.path, item.detail) }
}
