internal import TrackproofWire

/// An event's id within a vendor, as two hashes of it: a store knows millions. They differ from process to process.
struct EventKey: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(vendor: String, id: String) {
        first = Self.hash(0, vendor, id)
        second = Self.hash(1, vendor, id)
    }

    private static func hash(_ seed: Int, _ vendor: String, _ id: String) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(vendor)
        hasher.combine(id)
        return hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
