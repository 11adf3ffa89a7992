internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans

/// The fast part of a check. It counts events that certainly fit the plan, without decoding the events.
struct PlainRun {
    fileprivate struct Count {
        var count = 0
        var times: ClosedRange<EventTime>?
    }

    /// The facts about the app that an event contains.
    private struct App {
        let version: String
        let platform: String
        var versionBytes: [UInt8]
        var platformBytes: [UInt8]
    }

    /// The maximum number of counts. If there are more counts, all counts are moved to the tally.
    private static let limit = 20_000
    /// The maximum number of pairs of version and platform. Events with further pairs are not counted here.
    private static let appLimit = 1 << 15

    private let checker: PlanChecker
    /// The version and the platform of events whose records do not contain them.
    private let usual: (version: String, platform: String)
    private let today: String
    private var reader: PlainReader
    private var apps: [App] = []
    private var indices: [ExactText: Int] = [:]
    private var lastApp = -1
    /// Whether a planned event from an app has findings that do not depend on its parameters, by ``key(_:_:)``.
    private var hasFindings: [UInt64: Bool] = [:]
    /// The number of events, by planned event, app and day.
    private var counts: [UInt64: Count] = [:]
    private var periods: [Int32: Period] = [:]
    private var lastDay: (milliseconds: Range<Int64>, number: Int32) = (0..<0, 0)

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
        usual = (settings.version?.description ?? "", settings.platform ?? "")
        today = settings.today
        reader = PlainReader(layout, source: source ?? .app)
        isPlain = isUsed && reader.isPlain && source.map(checker.knowsPlainEvents) ?? false
    }

    /// Counts the event of a record if it certainly fits the plan.
    ///
    /// - Returns: `false` if the event was not counted, because it may have findings or is not plain.
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, into tally: inout ArchiveTally) -> Bool {
        guard isPlain, let record = reader.read(bytes), let name = record.name.bytes(of: bytes),
            let index = checker.index(ofPlain: name, record.kind),
            reader.withParameters(of: record, bytes, { checker.certainlyFits(parameters: $0, index) })
        else { return false }
        let app = app(record.version.bytes(of: bytes), record.platform.bytes(of: bytes))
        guard index < 1 << 20, app < Self.appLimit, !findings(index, app) else { return false }
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
        periods = [:]
        lastDay = (0..<0, 0)
    }

    private static func key(_ index: Int, _ app: Int) -> UInt64 { UInt64(index) << 43 | UInt64(app) << 28 }

    // MARK: Facts

    private mutating func app(
        _ versionText: UnsafeBufferPointer<UInt8>?, _ platformText: UnsafeBufferPointer<UInt8>?
    ) -> Int {
        if lastApp >= 0, apps[lastApp].versionBytes.isSame(versionText),
            apps[lastApp].platformBytes.isSame(platformText)
        {
            return lastApp
        }
        let versionBytes = versionText.map(Array.init) ?? []
        let platformBytes = platformText.map(Array.init) ?? []
        var version = String(decoding: versionBytes, as: UTF8.self)
        var platform = String(decoding: platformBytes, as: UTF8.self).lowercased()
        if version.isEmpty { version = usual.version }
        if platform.isEmpty { platform = usual.platform }
        let name = ExactText(version + "\u{0}" + platform)
        if let known = indices[name] {
            lastApp = known
            (apps[known].versionBytes, apps[known].platformBytes) = (versionBytes, platformBytes)
        } else if apps.count == Self.appLimit {
            return Self.appLimit
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
            appVersion: version.isEmpty ? nil : AppVersion(version), today: today)
        // If a planned event is deprecated or expires, the findings depend on the day. So the full check decodes each
        // of these events.
        let found = checker.hasFindings(index, context) ?? true
        if hasFindings.count == 4 * Self.limit { hasFindings = [:] }
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
