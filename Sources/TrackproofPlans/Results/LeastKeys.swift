/// A dictionary that keeps the least keys, up to a limit.
///
/// The kept keys do not depend on the order of additions, so dictionaries of separate data can be merged in any order.
/// The dictionary drops a key only if it has `limit` smaller keys. So it never drops one of the least keys.
package struct LeastKeys<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable, Hashable {
    private let limit: Int
    /// At most twice as many keys as the limit, so that the keys are rarely sorted.
    private var all: [Key: Value] = [:]

    package init(limit: Int) { self.limit = limit }

    /// The values of the least keys.
    package var values: [Key: Value] { all.count <= limit ? all : Self.least(limit, of: all) }

    /// Changes the value of a key, or adds the key.
    package mutating func update(_ key: Key, adding value: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if let index = all.index(forKey: key) { return change(&all.values[index]) }
        all[key] = value()
        if all.count > 2 * limit { all = Self.least(limit, of: all) }
    }

    /// Removes the keys beyond the limit, so that ``values`` needs no time. The keys must not be added again.
    package mutating func trim() {
        if all.count > limit { all = Self.least(limit, of: all) }
    }

    /// Removes a key. Returns its value, or `nil` if the key is not one of the least.
    package mutating func remove(_ key: Key) -> Value? {
        // Other keys may have lost a part of their values, and must not become visible.
        trim()
        return all.removeValue(forKey: key)
    }

    private static func least(_ limit: Int, of all: [Key: Value]) -> [Key: Value] {
        let keys = all.keys.sorted().prefix(limit)
        return Dictionary(uniqueKeysWithValues: keys.compactMap { key in all[key].map { (key, $0) } })
    }

    package static func == (left: LeastKeys, right: LeastKeys) -> Bool { left.values == right.values }

    package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
