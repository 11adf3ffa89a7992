import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// A number of events for each name, such as the name of an event or the version of an app.
///
/// Names are compared by their Unicode scalars, as in a plan. A dictionary of strings would treat some different names
/// as equal, such as "é" with one scalar and "é" with two scalars.
package struct NameCounts: Sendable, Hashable {
    fileprivate var counts: [ExactText: Int]

    init(_ counts: [ExactText: Int]) { self.counts = counts }

    /// Creates a value without names.
    package init() { counts = [:] }

    /// The number of different names.
    package var count: Int { counts.count }
    /// Whether there are no names.
    package var isEmpty: Bool { counts.isEmpty }

    /// The number of events with this name, or `nil` if there are no such events.
    package subscript(name: String) -> Int? {
        get { counts[ExactText(name)] }
        set { counts[ExactText(name)] = newValue }
    }

    /// The number of events with this name, or `count` if there are no such events.
    package subscript(name: String, default count: Int) -> Int {
        get { counts[ExactText(name), default: count] }
        set { counts[ExactText(name)] = newValue }
    }

    /// Returns these numbers together with others. If both have a name, adds the numbers of this name.
    package func merging(_ other: NameCounts) -> NameCounts {
        NameCounts(counts.merging(other.counts, uniquingKeysWith: +))
    }

    /// The names with their numbers of events, sorted by the Unicode scalars of the names.
    package var sorted: [(name: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }
}

extension NameCounts: ExpressibleByDictionaryLiteral {
    /// Creates numbers of events from a literal. If the literal contains a name twice, the last number counts.
    package init(dictionaryLiteral elements: (String, Int)...) {
        self.init()
        for (name, count) in elements { self[name] = count }
    }
}

/// A ``NameCounts`` with a limit on the number of names. Above the limit, it drops the last names in sorted order.
package struct LimitedNameCounts: Sendable, Hashable {
    private var counts: LeastKeys<ExactText, Int>

    package init(limit: Int) { counts = LeastKeys(limit: limit) }

    /// The numbers of events for the names within the limit.
    package var values: NameCounts { NameCounts(counts.values) }

    /// The number of events with this name, or `nil` if the name is not within the limit.
    package subscript(name: String) -> Int? { counts.values[ExactText(name)] }

    package mutating func add(_ name: String, _ count: Int) {
        counts.update(ExactText(name), adding: count) { $0 += count }
    }

    package mutating func add(_ other: NameCounts) {
        for (name, count) in other.counts { counts.update(name, adding: count) { $0 += count } }
    }

    /// Drops the names above the limit, so that ``values`` takes less time.
    package mutating func trim() { counts.trim() }

    /// The number of names within the limit.
    package var count: Int { counts.count }

    /// Reduces the limit. Does nothing if the limit is already smaller.
    package mutating func reduceLimit(to limit: Int) { counts.reduceLimit(to: limit) }
}

// A tally stores thousands of event names and paths. They come from the checked events, so they can have any length.

extension String {
    /// The maximum length of a text in a tally, in bytes.
    private static let limit = 1_000

    /// The text, if it is not too long for a tally. Otherwise its beginning, "…" and its length in bytes.
    package var bounded: String {
        let count = utf8.count
        guard count > Self.limit else { return self }
        let end = utf8.index(utf8.startIndex, offsetBy: Self.limit)
        let start = self[..<unicodeScalars.index(before: unicodeScalars.index(after: end))]
        return "\(start)… (\(count) bytes)"
    }
}

extension PlanFinding {
    /// The finding, with its event name, path and `found` shortened if they are too long for a tally.
    var bounded: PlanFinding {
        var finding = self
        finding.event = event.bounded
        finding.path = path.bounded
        finding.found = found.bounded
        return finding
    }
}
