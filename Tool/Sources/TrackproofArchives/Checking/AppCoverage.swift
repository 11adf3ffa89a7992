import Trackproof
import TrackproofPlanning
import TrackproofVendors

/// The items of the plan that the events of each app show.
struct AppCoverage {
    /// The map of the plan, or `nil` if the check does not measure the coverage.
    let map: CoverageMap?
    private let areTypesLost: Bool
    /// The items by the number of the app.
    private var seen: [ItemSet] = []

    /// Creates a coverage without events.
    ///
    /// - Parameter layout: The layout of the records, or `nil` if they come from a recording.
    init(_ map: CoverageMap?, _ layout: ArchiveLayout?) {
        self.map = map
        areTypesLost = layout?.areTypesLost ?? false
    }

    /// Whether the check measures the coverage.
    var isUsed: Bool { map != nil }

    /// Whether the sets need too much memory: more than eight megabytes.
    var isFull: Bool { seen.count * (map?.items.count ?? 0) > 8 << 23 }

    /// Adds an event of the app with the number `app`.
    mutating func add(_ event: RecordedEvent, app: Int) {
        guard let map else { return }
        prepare(app, map)
        map.add(event, areTypesLost: areTypesLost, to: &seen[app])
    }

    /// Adds an event that fits the plan.
    ///
    /// - Parameters:
    ///   - parameters: The JSON object of the parameters, or `nil` if the event has none.
    ///   - index: The index of the planned event.
    ///   - isUntyped: Whether a text can stand for a number or a boolean.
    mutating func add(parameters: UnsafeBufferPointer<UInt8>?, of index: Int, isUntyped: Bool, app: Int) {
        guard let map else { return }
        prepare(app, map)
        map.add(parameters: parameters, of: index, areTypesLost: isUntyped, to: &seen[app])
    }

    private mutating func prepare(_ app: Int, _ map: CoverageMap) {
        while seen.count <= app { seen.append(ItemSet(count: map.items.count)) }
    }

    /// Adds the items, and the numbers of events by planned event and app, to a tally.
    func flush(_ counts: [(event: Int, app: Int, count: Int)], of apps: AppTable, to tally: inout CoverageTally) {
        guard let map else { return }
        for (number, items) in seen.enumerated() {
            tally.add(items, version: apps[number].version, platform: apps[number].platform)
        }
        for count in counts {
            guard let item = map.item(ofEvent: count.event) else { continue }
            tally.add(count.count, of: item, version: apps[count.app].version, platform: apps[count.app].platform)
        }
    }
}
