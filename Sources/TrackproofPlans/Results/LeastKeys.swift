/// A dictionary that stores only a limited number of keys: the least of all keys that were added.
///
/// The result does not depend on the order of the additions. So several parts of the data can have their own
/// dictionaries, which can be merged in any order. The dictionary drops a key only if it has `limit` keys that are
/// less.
package struct LeastKeys<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable, Hashable {
    private let limit: Int
    /// The stored keys. There are up to `2 * limit` keys, because sorting them after each addition would take too long.
    private var all: [Key: Value] = [:]

    package init(limit: Int) { self.limit = limit }

    /// The least keys, at most `limit`, with their values.
    package var values: [Key: Value] { all.count <= limit ? all : Self.least(limit, of: all) }

    /// Changes the value of a key by `change`, or adds the key with `value` if the dictionary does not have the key.
    package mutating func update(_ key: Key, adding value: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if let index = all.index(forKey: key) { return change(&all.values[index]) }
        all[key] = value()
        if all.count > 2 * limit { all = Self.least(limit, of: all) }
    }

    /// Drops all keys except the least `limit` keys, so that `values` is fast. Do not add the dropped keys again.
    package mutating func trim() {
        if all.count > limit { all = Self.least(limit, of: all) }
    }

    /// Removes one of the least `limit` keys and returns its value. Returns `nil` if the key is not one of them.
    package mutating func remove(_ key: Key) -> Value? {
        // Without this, a key beyond the limit would become one of the least keys. Its value can be incomplete.
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
