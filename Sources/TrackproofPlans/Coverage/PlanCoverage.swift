public import Trackproof

/// The parts of a plan that the events of recordings show.
///
/// Coverages of different events can be merged in any order.
@_spi(Tooling) public struct PlanCoverage: Sendable {
    /// All parts of the plan.
    public let map: CoverageMap
    /// The number of recorded events that are in the plan.
    public private(set) var eventCount = 0
    /// The number of recorded events that are not in the plan.
    public private(set) var unplannedCount = 0
    /// The parts that were seen on each platform. An unknown platform has an empty name.
    private var seen: [String: ItemSet] = [:]

    /// Creates the coverage of no events.
    public init(_ map: CoverageMap) { self.map = map }

    /// Creates a coverage from results, for example those in a report.
    ///
    /// - Parameter seen: The indices of the parts that were seen, by platform. An unknown platform has an empty name.
    public init(_ map: CoverageMap, eventCount: Int, unplannedCount: Int, seen: [String: [Int]]) {
        self.map = map
        self.eventCount = eventCount
        self.unplannedCount = unplannedCount
        self.seen = seen.mapValues { indices in
            var items = ItemSet(count: map.items.count)
            for index in indices where map.items.indices.contains(index) { items.insert(index) }
            return items
        }
    }

    /// The names of the platforms whose events were added. An unknown platform has an empty name.
    public var allPlatforms: [String] { seen.keys.sorted() }

    /// Adds an event.
    ///
    /// - Parameter platform: The platform of the app, or `nil` if it is unknown.
    public mutating func add(_ event: RecordedEvent, platform: String? = nil) {
        var seen = self.seen.removeValue(forKey: platform ?? "") ?? ItemSet(count: map.items.count)
        if map.forEachItem(in: event, { seen.insert($0) }) { eventCount += 1 } else { unplannedCount += 1 }
        self.seen[platform ?? ""] = seen
    }

    /// Adds the coverage that other events have of the same plan.
    public mutating func merge(_ other: PlanCoverage) {
        eventCount += other.eventCount
        unplannedCount += other.unplannedCount
        for (platform, items) in other.seen {
            seen[platform, default: ItemSet(count: map.items.count)].formUnion(items)
        }
    }

    // MARK: Results

    /// The number of parts that were seen, and the number of all parts.
    public struct Ratio: Sendable, Hashable {
        /// The number of parts that were seen.
        public var seen = 0
        /// The number of parts.
        public var total = 0

        /// The share of the parts that were seen, in percent. 100 if there are no parts.
        public var percent: Double { total == 0 ? 100 : Double(seen) / Double(total) * 100 }
    }

    /// The platforms of the recordings, sorted. Unknown platforms are left out.
    public var platforms: [String] { seen.keys.filter { !$0.isEmpty }.sorted() }

    /// Returns whether a part was seen.
    ///
    /// - Parameters:
    ///   - item: The index of the part in the map.
    ///   - platform: The platform, or `nil` for any.
    public func isSeen(_ item: Int, on platform: String? = nil) -> Bool {
        guard let platform else { return seen.values.contains { $0.contains(item) } }
        return seen[platform]?.contains(item) ?? false
    }

    /// Returns the number of parts that were seen, and the number of all parts.
    ///
    /// - Parameters:
    ///   - platform: The platform that should show the parts, or `nil` to count the parts of all platforms.
    ///   - isIncluded: A closure that returns whether a part counts.
    public func ratio(on platform: String? = nil, _ isIncluded: (CoverageItem) -> Bool = { _ in true }) -> Ratio {
        var ratio = Ratio()
        for (index, item) in map.items.enumerated() where isIncluded(item) {
            if let platform, !item.isExpected(on: platform) { continue }
            ratio.total += 1
            if isSeen(index, on: platform) { ratio.seen += 1 }
        }
        return ratio
    }

    /// The parts that were never seen, in the order of the plan.
    ///
    /// If an event, a parameter or a variant was never seen, the list does not contain the parts inside it.
    public var unseen: [CoverageItem] { unseen(on: nil) }

    /// Returns the parts that only recordings of other platforms show, although this platform should show them too.
    public func unseenOnly(on platform: String) -> [CoverageItem] { unseen(on: platform) }

    private func unseen(on platform: String?) -> [CoverageItem] {
        map.items.enumerated().compactMap { index, item in
            if let platform, !item.isExpected(on: platform) || !isSeen(index) { return nil }
            if isSeen(index, on: platform) { return nil }
            if let parent = item.parent, !isSeen(parent, on: platform) { return nil }
            return item
        }
    }
}

/// A set of indices below a fixed number.
private struct ItemSet: Sendable, Hashable {
    private var words: [UInt64]

    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

    func contains(_ index: Int) -> Bool { words[index / 64] & 1 << UInt64(index % 64) != 0 }

    mutating func formUnion(_ other: ItemSet) {
        for index in words.indices where index < other.words.count { words[index] |= other.words[index] }
    }
}
