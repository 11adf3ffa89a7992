internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans

/// The part of a check that counts events which fit the plan, from their bytes alone.
struct PlainRun {
    fileprivate struct Count {
        var count = 0
        var times: ClosedRange<EventTime>?
    }

    /// The facts of an event about the app.
    private struct App {
        let version: String
        let platform: String
        var versionBytes: [UInt8]
        var platformBytes: [UInt8]
    }

    /// The maximum number of combinations of events, apps and days. Then the counts are moved to the tally.
    private static let limit = 20_000

    private let checker: PlanChecker
    private let settings: ArchiveSettings
    private var reader: PlainReader
    private var apps: [App] = []
    private var indices: [String: Int] = [:]
    private var lastApp = -1
    /// Whether an event from an app has findings besides those of its parameters, by ``key(_:_:)``.
    private var hasFindings: [UInt64: Bool] = [:]
    /// The number of events, by event, app and day.
    private var counts: [UInt64: Count] = [:]
    private var periods: [Int32: Period] = [:]
    private var lastDay: (milliseconds: Range<Int64>, number: Int32) = (0..<0, 0)

    /// Creates the part, or returns `nil` if the layout or the plan is not simple.
    init?(_ checker: PlanChecker, _ settings: ArchiveSettings, _ layout: ArchiveLayout?) {
        guard let source = layout?.source ?? settings.source, checker.knowsPlainEvents(of: source),
            let reader = PlainReader(layout, source: source)
        else { return nil }
        (self.checker, self.settings, self.reader) = (checker, settings, reader)
    }

    /// Counts the event of a record if it certainly fits the plan.
    ///
    /// - Returns: `false` if the event was not counted, because it may have findings or is not plain.
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, into tally: inout ArchiveTally) -> Bool {
        guard let record = reader.read(bytes), let index = checker.index(ofPlain: record.event),
            checker.certainlyFits(record.event, index)
        else { return false }
        let app = app(record)
        guard index < 1 << 20, app < 1 << 15, !findings(index, app) else { return false }
        var key = Self.key(index, app)
        if let time = record.time { key |= UInt64(UInt32(bitPattern: day(of: time))) }
        counts[key, default: Count()].add(record.time)
        if counts.count > Self.limit { flush(into: &tally) }
        return true
    }

    /// Moves the counts to a tally.
    mutating func flush(into tally: inout ArchiveTally) {
        for (key, count) in counts {
            let app = apps[Int(key >> 28) & 0x7FFF]
            let name = checker.name(of: Int(key >> 43))
            tally.check.add(fitting: name, count: count.count)
            tally.summary.breakdown.add(
                name, version: app.version, platform: app.platform, period: periods[Int32(key & 0xFFF_FFFF)],
                times: count.times, count: count.count)
        }
        counts = [:]
    }

    private static func key(_ index: Int, _ app: Int) -> UInt64 { UInt64(index) << 43 | UInt64(app) << 28 }

    // MARK: Facts

    private mutating func app(_ record: PlainReader.Record) -> Int {
        if lastApp >= 0, apps[lastApp].versionBytes.isSame(record.version),
            apps[lastApp].platformBytes.isSame(record.platform)
        {
            return lastApp
        }
        let versionBytes = record.version.map(Array.init) ?? []
        let platformBytes = record.platform.map(Array.init) ?? []
        var version = String(decoding: versionBytes, as: UTF8.self)
        var platform = String(decoding: platformBytes, as: UTF8.self).lowercased()
        if version.isEmpty { version = settings.version?.description ?? "" }
        if platform.isEmpty { platform = settings.platform ?? "" }
        let name = version + "\u{0}" + platform
        if let known = indices[name] {
            lastApp = known
            (apps[known].versionBytes, apps[known].platformBytes) = (versionBytes, platformBytes)
        } else {
            lastApp = apps.count
            indices[name] = lastApp
            apps.append(
                App(
                    version: version, platform: platform, versionBytes: versionBytes, platformBytes: platformBytes))
        }
        return lastApp
    }

    private mutating func findings(_ index: Int, _ app: Int) -> Bool {
        let key = Self.key(index, app)
        if let known = hasFindings[key] { return known }
        let version = apps[app].version
        let context = CheckContext(
            platform: apps[app].platform.isEmpty ? nil : apps[app].platform,
            appVersion: version.isEmpty ? nil : AppVersion(version), today: settings.today)
        // The day of an event decides whether it has expired, so the other judge looks at each of these events.
        let found = checker.hasFindings(index, context) ?? true
        hasFindings[key] = found
        return found
    }

    /// Returns the number of a day, which is greater than 0.
    private mutating func day(of time: EventTime) -> Int32 {
        let milliseconds = time.millisecondsSince1970
        if lastDay.milliseconds.contains(milliseconds) { return lastDay.number }
        let start = milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
        // Years 0 to 9999 have fewer than 2^22 days.
        let number = Int32(start / 86_400_000 + 800_000)
        if periods[number] == nil { periods[number] = Period(dayOf: time) }
        lastDay = (start..<(start + 86_400_000), number)
        return number
    }
}

extension PlainRun.Count {
    fileprivate mutating func add(_ time: EventTime?) {
        count += 1
        guard let time else { return }
        guard let known = times else {
            times = time...time
            return
        }
        if !known.contains(time) { times = min(known.lowerBound, time)...max(known.upperBound, time) }
    }
}

extension [UInt8] {
    fileprivate func isSame(_ other: UnsafeBufferPointer<UInt8>?) -> Bool {
        guard let other else { return isEmpty }
        return count == other.count && elementsEqual(other)
    }
}
