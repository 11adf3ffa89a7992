import Trackproof
import TrackproofPlans
import TrackproofText

/// A counter of events by name, app version, platform and day.
///
/// Most events of a file have the same name, version and platform as an earlier event. So the counter stores each name
/// once, and each pair of version and platform once, and uses their numbers in the keys of ``counts``.
struct FactCounter {
    /// The app version and the platform of an event.
    private struct App: Hashable {
        let version: ExactText
        let platform: ExactText
    }

    private struct Key: Hashable {
        let name: Int32
        let app: Int32
        let period: Period?
    }

    private struct Count {
        var count = 0
        var times: ClosedRange<EventTime>?
    }

    /// The maximum number of entries in ``counts``. Above this limit, `add` moves all counts to the breakdown.
    private static let limit = 20_000

    private var names: [ExactText: Int32] = [:]
    private var apps: [App: Int32] = [:]
    private var counts: [Key: Count] = [:]
    private var days = Days()

    mutating func add(_ name: String, _ event: ArchiveEvent, to breakdown: inout Breakdown) {
        let app = App(version: ExactText(event.version), platform: ExactText(event.platform))
        let key = Key(
            name: names.number(of: ExactText(name)), app: apps.number(of: app),
            period: event.event.time.map { days.day(of: $0) })
        var count = counts[key] ?? Count()
        count.count += 1
        count.times.include(event.event.time.map { $0...$0 })
        counts[key] = count
        if counts.count > Self.limit { flush(to: &breakdown) }
    }

    /// Adds all counts to `breakdown`, and removes them from this counter.
    mutating func flush(to breakdown: inout Breakdown) {
        let names = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
        let apps = Dictionary(uniqueKeysWithValues: apps.map { ($1, $0) })
        for (key, count) in counts {
            guard let name = names[key.name], let app = apps[key.app] else { continue }
            breakdown.add(
                name.text, version: app.version.text, platform: app.platform.text, period: key.period,
                times: count.times, count: count.count)
        }
        self = FactCounter()
    }
}

extension Dictionary where Value == Int32 {
    /// Returns the number that the dictionary stores for `key`. A new key gets the next number.
    fileprivate mutating func number(of key: Key) -> Int32 {
        if let number = self[key] { return number }
        let number = Int32(count)
        self[key] = number
        return number
    }
}
