internal import Trackproof

/// The numbers of events by a name, such as the event's name or the version of the app.
///
/// Names are compared by their Unicode scalars, as in a plan. A dictionary of strings would join names that only look
/// alike, such as "é" with one scalar and "é" with two scalars.
@_spi(Tooling) public struct NameCounts: Sendable, Hashable {
    fileprivate var counts: [ExactText: Int]

    init(_ counts: [ExactText: Int]) { self.counts = counts }

    /// Creates counts without names.
    public init() { counts = [:] }

    /// The number of different names.
    public var count: Int { counts.count }
    /// Whether there are no names.
    public var isEmpty: Bool { counts.isEmpty }

    /// The number of events with a name, or `nil` if the name does not occur.
    public subscript(name: String) -> Int? {
        get { counts[ExactText(name)] }
        set { counts[ExactText(name)] = newValue }
    }

    /// The names with their numbers of events, sorted by the name's Unicode scalars.
    public var sorted: [(name: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }
}

extension NameCounts: ExpressibleByDictionaryLiteral {
    /// Creates counts. If a name occurs twice, the last number counts.
    public init(dictionaryLiteral elements: (String, Int)...) {
        self.init()
        for (name, count) in elements { self[name] = count }
    }
}

/// Counts with a limit on the number of names. The least names are kept.
package struct LimitedNameCounts: Sendable, Hashable {
    private var counts: LeastKeys<ExactText, Int>

    package init(limit: Int) { counts = LeastKeys(limit: limit) }

    /// The numbers of events of the least names.
    package var values: NameCounts { NameCounts(counts.values) }

    package mutating func add(_ name: String, _ count: Int) {
        counts.update(ExactText(name), adding: count) { $0 += count }
    }

    package mutating func add(_ other: NameCounts) {
        for (name, count) in other.counts { counts.update(name, adding: count) { $0 += count } }
    }

    /// Removes the names beyond the limit, so that ``values`` needs no time. These names must not be added again.
    package mutating func trim() { counts.trim() }
}
