/// How much a store keeps. What goes are whole requests, the oldest first.
package struct Retention: Sendable, Hashable {
    /// How many events are kept at most, with those that were rejected or had arrived before; a request without any
    /// counts as one. Nil for all.
    package var events: Int64?
    /// How many bytes the store takes at most: a quarter of them, and no more than 64 MiB, is for SQLite's log. Nil for
    /// any number.
    package var bytes: Int64?
    /// How many seconds a request is kept; nil for ever.
    package var seconds: Int64?

    /// A retention.
    package init(events: Int64? = 10_000_000, bytes: Int64? = 10_000_000_000, seconds: Int64? = nil) {
        self.events = events
        self.bytes = bytes
        self.seconds = seconds
    }
}

extension Retention {
    /// How many bytes SQLite's log may have before its pages go into the store. Each time waits for the disk twice, so
    /// that a long log is fast.
    var logBytes: Int64 { min(64 << 20, (bytes ?? .max) / 4) }

    /// How much must go, and some more: removing costs as much for many as for one. Nil where all may stay.
    func surplus(of held: StoredAmount) -> StoredAmount? {
        let surplus = StoredAmount(
            items: Self.surplus(of: held.items, most: events),
            bytes: Self.surplus(of: held.bytes, most: bytes.map { $0 - logBytes }))
        return surplus == StoredAmount() ? nil : surplus
    }

    private static func surplus(of held: Int64, most: Int64?) -> Int64 {
        guard let most, held > most else { return 0 }
        return held - most + most / 100
    }
}
