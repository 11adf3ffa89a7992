import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofVendors

/// The fast part of a check. It counts events that certainly fit the plan, without decoding the events.
struct PlainRun {
    private struct Count {
        let key: UInt64
        var count = 0
        var times: ClosedRange<EventTime>?
    }

    /// A place in the cache of counts.
    private struct Slot {
        /// The key of the count, with all bits set if the slot is empty.
        var key = UInt64.max
        var index = 0
    }

    /// The maximum number of counts. If there are more counts, all counts are moved to the tally.
    private static let limit = 20_000

    private let checker: PlanChecker
    private let today: String
    private var reader: PlainReader
    /// Whether the records are events of recordings. If a recording's event has no parameters, the reader reads only
    /// events without other members.
    private let isOfRecording: Bool
    private var apps: PlainApps
    /// Whether a planned event from an app has findings that do not depend on its parameters, by ``key(_:_:)``.
    private var hasFindings: [UInt64: Bool] = [:]
    /// The number of events, for each planned event, app and day.
    private var counts: [Count] = []
    /// The index in ``counts``, by key.
    private var indices: [UInt64: Int] = [:]
    /// The indices of the last keys. A look-up in ``indices`` for each event would take a twentieth of the time of a check.
    private var cache = Array(repeating: Slot(), count: 1 << 10)
    private var days = Days()

    /// Whether the layout and the plan are simple. Otherwise, this part of the check counts no events.
    private let isPlain: Bool

    // A check creates a ``PlainRun`` even if it counts no events. An optional ``PlainRun`` would be slower: to change a
    // part of an optional value, Swift copies the whole value.

    /// Creates the fast part of a check.
    ///
    /// - Parameter isUsed: Whether this part of the check may count events.
    init(_ checker: PlanChecker, _ settings: ArchiveSettings, _ layout: ArchiveLayout?, isUsed: Bool) {
        let source = layout?.source ?? settings.source
        self.checker = checker
        isOfRecording = layout == nil
        apps = PlainApps(
            usualVersion: settings.version?.description ?? "", usualPlatform: settings.platform ?? "")
        today = settings.today
        reader = PlainReader(layout, source: source ?? .app, checker: checker)
        isPlain = isUsed && reader.isPlain && source.map(checker.knowsPlainEvents) ?? false
    }

    /// Counts the event of a record if it certainly fits the plan.
    ///
    /// - Returns: `false` if the event was not counted, because it may have findings or is not plain.
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, into tally: inout ArchiveTally) -> Bool {
        guard isPlain, let record = reader.read(bytes), let index = planned(record, bytes), index < 1 << 20,
            let app = apps.number(record.version.bytes(of: bytes), record.platform.bytes(of: bytes))
        else { return false }
        var key = Self.key(index, app)
        if let time = record.time { key |= UInt64(days.day(of: time).number) }
        let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
        if cache[slot].key != key {
            guard !findings(index, app) else { return false }
            cache[slot] = Slot(key: key, index: count(for: key))
        }
        if record.parameters.start >= 0 {
            tally.summary.parameterCount += 1
        } else if !isOfRecording, checker.plansParameters(index) {
            tally.summary.bareCount += 1
        }
        counts[cache[slot].index].count += 1
        counts[cache[slot].index].times.include(record.time.map { $0...$0 })
        if counts.count > Self.limit { flush(into: &tally) }
        return true
    }

    /// Returns the index of the planned event whose rules the event of a record certainly follows, or `nil`.
    private func planned(_ record: PlainReader.Record, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if record.fitting >= 0 { return checker.kind(of: record.fitting) == record.kind ? record.fitting : nil }
        guard let name = record.name.bytes(of: bytes), let index = checker.index(ofPlain: name, record.kind),
            reader.withParameters(
                of: record, bytes, { checker.certainlyFits(parameters: $0, index, ignoring: reader.ownNames) })
        else { return nil }
        return index
    }

    /// Returns the index of the count with a key. Adds the count if necessary.
    private mutating func count(for key: UInt64) -> Int {
        if let known = indices[key] { return known }
        indices[key] = counts.count
        counts.append(Count(key: key))
        return counts.count - 1
    }

    /// Moves the counts to a tally.
    mutating func flush(into tally: inout ArchiveTally) {
        for count in counts {
            let app = apps[Int(count.key >> 28) & 0x7FFF]
            let name = checker.name(of: Int(count.key >> 43))
            tally.check.add(fitting: name, count: count.count)
            let day = Int32(count.key & 0xFFF_FFFF)
            tally.summary.breakdown.add(
                name, version: app.version, platform: app.platform, period: day > 0 ? Period(day) : nil,
                times: count.times, count: count.count)
        }
        counts = []
        indices = [:]
        for slot in cache.indices { cache[slot] = Slot() }
    }

    // The lowest 28 bits are free for the number of a day. A day's number YYYYMMDD is greater than 0 and less than 2^27.
    private static func key(_ index: Int, _ app: Int) -> UInt64 { UInt64(index) << 43 | UInt64(app) << 28 }

    // MARK: Facts

    private mutating func findings(_ index: Int, _ app: Int) -> Bool {
        let key = Self.key(index, app)
        if let known = hasFindings[key] { return known }
        let version = apps[app].version
        let context = CheckContext(
            platform: apps[app].platform.isEmpty ? nil : apps[app].platform,
            appVersion: version.isEmpty ? nil : AppVersion(version), today: today)
        // If a planned event is deprecated or expires, the findings depend on the day. So the full check decodes each
        // of these events.
        let found = checker.hasFindings(index, context) ?? true
        if hasFindings.count == 4 * Self.limit { hasFindings = [:] }
        hasFindings[key] = found
        return found
    }
}
