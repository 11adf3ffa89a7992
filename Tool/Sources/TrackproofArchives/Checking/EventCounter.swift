import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// A counter of events by name, app and day.
///
/// Most events have the same name, app and day as an earlier event. So the counter counts such events together, and adds
/// their number to a tally later.
struct EventCounter {
    private struct Key: Hashable {
        /// The index of the planned event, or a negative number if the plan does not contain the event.
        var event: Int32 = 0
        var app: Int32 = -1
        /// The number of the day, or 0 if the event has no time.
        var day: Int32 = 0
    }

    private struct Count {
        let key: Key
        var count = 0
        /// The number of the events that the tally does not contain yet. These events fit the plan.
        var fittingCount = 0
        var times: ClosedRange<EventTime>?
        /// Whether an event has no findings if its parameters have none, or `nil` if this is unknown.
        var canFit: Bool?

        mutating func addFitting(_ time: EventTime?) -> Bool? {
            if canFit == true {
                fittingCount += 1
                if let time { times.include(time...time) }
            }
            return canFit
        }
    }

    /// The maximum number of counts, and of apps.
    private static let limit = 20_000

    private let checker: PlanChecker
    private let settings: ArchiveSettings
    private let layout: ArchiveLayout?
    /// The apps that sent the events.
    var apps: AppTable
    /// The parts of the plan that these events show.
    var coverage: AppCoverage
    private var counts: [Count] = []
    /// The index in ``counts``, by key.
    private var indices: [Key: Int] = [:]
    /// The last keys, with their indices. A look-up in ``indices`` for each event would take a twentieth of the time of a
    /// check.
    private var cache = Array(repeating: (key: Key(), index: 0), count: 1 << 10)
    private var days = Days()
    private var unplannedNames: [String] = []
    private var unplannedIndices: [ExactText: Int32] = [:]

    /// Creates a counter without events.
    ///
    /// - Parameters:
    ///   - layout: The layout of the records, or `nil` if they come from a recording.
    ///   - map: The map of the plan, or `nil` if the check does not measure the coverage.
    init(_ checker: PlanChecker, _ settings: ArchiveSettings, _ layout: ArchiveLayout?, _ map: CoverageMap?) {
        (self.checker, self.settings, self.layout) = (checker, settings, layout)
        coverage = AppCoverage(map, layout)
        apps = AppTable(settings, layout)
    }

    /// Adds an event that the tally contains.
    ///
    /// - Parameter planned: The index of the planned event, or `nil` if the plan does not contain the event.
    mutating func add(_ planned: Int?, _ name: String, app: Int, _ time: EventTime?) {
        let index = index(planned.map { Int32($0) } ?? number(ofUnplanned: name), app, time)
        counts[index].count += 1
        counts[index].times.include(time.map { $0...$0 })
    }

    /// Adds an event whose parameters fit the plan and that the tally does not contain, if the event has no findings.
    ///
    /// - Returns: `false` if the event may have findings. The counter then does not count it.
    mutating func addFitting(_ planned: Int, app: Int, _ time: EventTime?) -> Bool {
        let index = index(Int32(planned), app, time)
        if let isAdded = counts[index].addFitting(time) { return isAdded }
        // If a planned event is deprecated or expires, the findings depend on the day. So the full check decodes each
        // of these events.
        counts[index].canFit = checker.hasFindings(planned, apps[app].context) == false
        return counts[index].addFitting(time) ?? false
    }

    /// Returns the index of a count. Adds the count if necessary.
    private mutating func index(_ event: Int32, _ app: Int, _ time: EventTime?) -> Int {
        let key = Key(event: event, app: Int32(app), day: time.map { days.day(of: $0).number } ?? 0)
        let bits = UInt64(UInt32(bitPattern: event)) << 32 ^ UInt64(key.app) << 28 ^ UInt64(key.day)
        let slot = Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 54)
        if cache[slot].key == key { return cache[slot].index }
        let index = indices[key] ?? counts.count
        if index == counts.count {
            indices[key] = index
            counts.append(Count(key: key))
        }
        cache[slot] = (key, index)
        return index
    }

    private mutating func number(ofUnplanned name: String) -> Int32 {
        if let known = unplannedIndices[ExactText(name)] { return ~known }
        unplannedIndices[ExactText(name)] = Int32(unplannedNames.count)
        unplannedNames.append(name)
        return ~Int32(unplannedNames.count - 1)
    }

    /// Calls ``flush(to:)`` if the counter has too many counts. Numbers of apps are then invalid.
    mutating func flushIfFull(to tally: inout ArchiveTally) {
        if max(counts.count, apps.count) > Self.limit || coverage.isFull { flush(to: &tally) }
    }

    /// Adds all counts to a tally, and removes them from this counter.
    mutating func flush(to tally: inout ArchiveTally) {
        for count in counts where count.count + count.fittingCount > 0 {
            let event = Int(count.key.event)
            let name = event < 0 ? unplannedNames[~event] : checker.name(of: event).bounded
            let app = apps[Int(count.key.app)]
            if event >= 0, checker.hasUncheckedVersions(event, app.context) {
                if app.context.appVersion == nil, !app.version.isEmpty {
                    tally.summary.unreadVersions.add(app.version, count: count.count + count.fittingCount)
                } else {
                    tally.summary.unknownVersionCount += count.count + count.fittingCount
                }
            }
            if count.fittingCount > 0 { tally.check.add(fitting: name, count: count.fittingCount) }
            tally.summary.breakdown.add(
                name, version: app.version, platform: app.platform,
                period: count.key.day > 0 ? Period(count.key.day) : nil, times: count.times,
                count: count.count + count.fittingCount)
        }
        let planned = counts.filter { $0.key.event >= 0 }.map {
            (event: Int($0.key.event), app: Int($0.key.app), count: $0.count + $0.fittingCount)
        }
        coverage.flush(planned, of: apps, to: &tally.coverage)
        self = EventCounter(checker, settings, layout, coverage.map)
    }
}
