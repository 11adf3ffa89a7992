internal import TrackproofWire

/// An event's id within a vendor, as two hashes of it: a store knows millions. They differ from process to process.
struct EventKey: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(vendor: String, id: String) {
        var hasher = Hasher()
        hasher.combine(vendor)
        hasher.combine(id)
        var other = hasher
        first = hasher.finalize()
        other.combine(first)
        second = other.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
