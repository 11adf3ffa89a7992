/// A dictionary that stores at most `limit` keys. If more keys are added, it drops the greatest ones.
///
/// The result does not depend on the order in which keys are added. So each part of the data can have its own
/// dictionary, and these dictionaries can be merged in any order.
@usableFromInline
package struct LeastKeys<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable, Hashable {
    @usableFromInline
    var limit: Int
    /// The stored keys, up to `2 * limit`, because sorting them after each addition would take too long.
    @usableFromInline
    var all: [Key: Value] = [:]
    /// The greatest of the keys that were left after the last reduction, or `nil`. A greater key cannot come into
    /// ``values`` any more.
    @usableFromInline
    var greatest: Key?

    package init(limit: Int) { self.limit = limit }

    /// The least `limit` keys, with their values.
    package var values: [Key: Value] { all.count <= limit ? all : Self.least(limit, of: all) }

    /// The number of keys in ``values``.
    package var count: Int { min(all.count, limit) }

    /// Reduces the limit. Does nothing if the limit is already smaller.
    package mutating func reduceLimit(to limit: Int) {
        self.limit = min(self.limit, limit)
        trim()
    }

    /// Calls `change` with the value of each stored key.
    package mutating func updateAll(_ change: (inout Value) -> Void) {
        var index = all.startIndex
        while index < all.endIndex {
            change(&all.values[index])
            all.formIndex(after: &index)
        }
    }

    /// Calls `change` with the value of a key. If the dictionary does not have the key, adds it with `value` instead.
    // A check of an archive calls this for each row. Code that is not specialized would take a tenth of the check's time.
    @inlinable
    package mutating func update(_ key: Key, adding value: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if let greatest, key > greatest { return }
        if let index = all.index(forKey: key) { return change(&all.values[index]) }
        all[key] = value()
        if all.count > 2 * limit { trim() }
    }

    /// Drops the keys that are not in ``values``, so that `values` takes less time. Do not add a dropped key again.
    @inlinable
    package mutating func trim() {
        if all.count <= limit { return }
        all = Self.least(limit, of: all)
        greatest = all.keys.max()
    }

    /// Removes a key and returns its value. Returns `nil` if the key is not in ``values``.
    package mutating func remove(_ key: Key) -> Value? {
        // Without this, a key that is not in `values` would come into `values`. The number for this key can be too
        // small.
        trim()
        return all.removeValue(forKey: key)
    }

    @inlinable
    static func least(_ limit: Int, of all: [Key: Value]) -> [Key: Value] {
        let keys = all.keys.sorted().prefix(limit)
        return Dictionary(uniqueKeysWithValues: keys.compactMap { key in all[key].map { (key, $0) } })
    }

    @usableFromInline
    package static func == (left: LeastKeys, right: LeastKeys) -> Bool { left.values == right.values }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
