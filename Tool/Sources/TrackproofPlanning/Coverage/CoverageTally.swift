package import Trackproof
package import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform

/// The items of a ``CoverageMap`` that events show, by platform and by version of the app.
///
/// Tallies of different events can be merged in any order.
package struct CoverageTally: Sendable, Hashable {
    /// What the events of one platform show.
    struct Platform: Sendable, Hashable {
        /// For each item that the events show, the newest version of the app that showed it.
        var items: [Int: VersionName] = [:]
        /// For the item of each event, the numbers of events by version, for the newest versions.
        var counts: [Int: [VersionName: Int]] = [:]
        var oldest: VersionName?

        var newest: VersionName? { counts.values.flatMap(\.keys).max() }

        /// The oldest and the newest version, or `nil` if they are unknown.
        var range: ClosedRange<AppVersion>? {
            guard let oldest = oldest?.version, let newest = newest?.version else { return nil }
            return min(oldest, newest)...newest
        }

        mutating func merge(_ other: Platform) {
            items.merge(other.items, uniquingKeysWith: max)
            for (event, counts) in other.counts { add(counts, of: event) }
            oldest = [oldest, other.oldest].compactMap(\.self).min()
        }

        mutating func add(_ more: [VersionName: Int], of event: Int) {
            var all = counts[event, default: [:]].merging(more, uniquingKeysWith: +)
            if all.count > versionLimit {
                let newest = all.sorted { $0.key > $1.key }.prefix(versionLimit)
                all = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: +)
            }
            counts[event] = all
        }
    }

    /// The maximum number of versions of an event, and of known platforms. The events choose their names.
    static let (versionLimit, platformLimit) = (8, 50)

    /// The platforms by name. The name of an unknown platform is an empty text.
    private(set) var platforms: [ExactText: Platform] = [:]

    package init() {}

    init(platforms: [ExactText: Platform]) { self.platforms = platforms }

    /// Adds the items that events of an app show.
    package mutating func add(_ items: ItemSet, version: String, platform: String) {
        let version = VersionName(version)
        update(ExactText(platform)) { platform in
            items.forEach { platform.items[$0] = max(platform.items[$0] ?? version, version) }
        }
    }

    /// Adds the number of events of an app. `event` is the index of the event's item.
    package mutating func add(_ count: Int, of event: Int, version: String, platform: String) {
        let version = VersionName(version)
        update(ExactText(platform)) { platform in
            if version.version == nil { return }
            platform.add([version: count], of: event)
            platform.oldest = min(platform.oldest ?? version, version)
        }
    }

    package mutating func merge(_ other: CoverageTally) {
        for (name, platform) in other.platforms { update(name) { $0.merge(platform) } }
    }

    /// Above the limit, the last platforms in sorted order count as unknown.
    private mutating func update(_ name: ExactText, _ change: (inout Platform) -> Void) {
        change(&platforms[name, default: Platform()])
        let unknown = ExactText("")
        while platforms.count - (platforms[unknown] == nil ? 0 : 1) > Self.platformLimit,
            let last = platforms.keys.max(), let platform = platforms.removeValue(forKey: last)
        {
            platforms[unknown, default: Platform()].merge(platform)
        }
    }

    /// Returns the tally with other indices of items.
    ///
    /// - Parameter index: A closure that returns the new index of an item, or `nil` to drop the item.
    func mapping(_ index: (Int) -> Int?) -> CoverageTally {
        var tally = self
        for (name, old) in platforms {
            var new = Platform(oldest: old.oldest)
            for (item, version) in old.items { if let item = index(item) { new.items[item] = version } }
            for (event, counts) in old.counts { if let event = index(event) { new.counts[event] = counts } }
            tally.platforms[name] = new
        }
        return tally
    }

    subscript(platform: String) -> Platform? {
        get { platforms[ExactText(platform)] }
        set { platforms[ExactText(platform)] = newValue }
    }
}

/// The version of an app as its events spell it. A text that is not a version is older than all versions.
struct VersionName: Sendable, Hashable, Comparable {
    let name: ExactText
    let version: AppVersion?

    init(_ name: String) { (self.name, version) = (ExactText(name), AppVersion(name)) }

    static func == (left: VersionName, right: VersionName) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    static func < (left: VersionName, right: VersionName) -> Bool {
        switch (left.version, right.version) {
        case (let one?, let other?) where one != other: one < other
        case (nil, _?): true
        case (_?, nil): false
        default: left.name < right.name
        }
    }
}

extension CoverageTally {
    /// The tally as JSON: a list of platforms.
    ///
    /// For each version, `items` has the bounds of ranges: `[0, 3, 5, 6]` are the items 0, 1, 2 and 5.
    package var json: EventValue {
        .array(
            platforms.sorted { $0.key < $1.key }.map { name, platform in
                let items = Dictionary(grouping: platform.items.keys) { platform.items[$0] ?? VersionName("") }
                let counts = platform.counts.sorted { $0.key < $1.key }
                return .object([
                    "platform": name.text, "oldest": platform.oldest?.name.text,
                    "items": Self.object(items) { .array(Self.bounds($0)) },
                    "events": EventParameters(
                        counts.map { event, counts in
                            EventParameter("\(event)", Self.object(counts) { .integer(Int64($0)) })
                        }),
                ])
            })
    }

    private static func object<Value>(_ values: [VersionName: Value], _ json: (Value) -> EventValue) -> EventValue {
        let sorted = values.sorted { $0.key < $1.key }
        return .object(EventParameters(sorted.map { EventParameter($0.key.name.text, json($0.value)) }))
    }

    private static func bounds(_ items: [Int]) -> [EventValue] {
        var bounds: [Int] = []
        for item in items.sorted() {
            if bounds.last == item { bounds[bounds.count - 1] = item + 1 } else { bounds += [item, item + 1] }
        }
        return bounds.map { .integer(Int64($0)) }
    }

    /// Reads a tally from the list ``json`` in the member `name`.
    package init(_ object: DocumentObject, _ name: String) throws(DocumentError) {
        for (value, path) in try object.optionalElements(name) {
            let part = try DocumentObject(value, at: path)
            var platform = Platform()
            func require(_ isTrue: Bool) throws(DocumentError) {
                if !isTrue { throw DocumentError(place: path, message: "expected indices of a plan's items") }
            }
            for entry in try part.entries("items") {
                let bounds = (entry.value.array ?? []).compactMap { $0.integer.map { Int($0) } }
                try require(bounds.count.isMultiple(of: 2))
                for pair in stride(from: 0, to: bounds.count, by: 2) {
                    // Without this limit, a damaged file could fill the memory.
                    try require(bounds[pair] >= 0 && bounds[pair] < bounds[pair + 1])
                    try require(bounds[pair + 1] <= CoverageMap.itemLimit)
                    for item in bounds[pair]..<bounds[pair + 1] { platform.items[item] = VersionName(entry.name) }
                }
            }
            let events = try part.object("events")
            for entry in try part.entries("events") {
                let index = Int(entry.name) ?? -1
                try require(index >= 0)
                let counts = try events.counts(entry.name).sorted.map { (VersionName($0.name), $0.count) }
                platform.add(Dictionary(counts, uniquingKeysWith: +), of: index)
            }
            platform.oldest = try part.optionalText("oldest").map { VersionName($0) }
            update(ExactText(try part.text("platform"))) { $0.merge(platform) }
        }
    }
}
