public import Trackproof

/// How a recording is compared with a snapshot: everything in the snapshot's file but its events.
@_spi(Tooling) public struct SnapshotSettings: Sendable, Hashable {
    /// Whether the order of events counts.
    public enum Order: String, Sendable {
        /// A multiset: neither less nor more, in any order.
        case any
        /// Each event at its place.
        case strict
    }

    /// A volatile parameter: it is matched by shape.
    public struct Volatile: Sendable, Hashable {
        /// A pattern of event names; an event without a name answers to its kind.
        public var event: String
        /// The way to the value: names joined by dots, `*` for any index of an array, `\.` for a dot in a name.
        public var path: String
        /// What the value must look like.
        public var shape: VolatileShape

        /// A volatile parameter.
        public init(event: String, path: String, shape: VolatileShape) {
            self.event = event
            self.path = path
            self.shape = shape
        }
    }

    /// Whether the order of events counts.
    public var order: Order
    /// The parameters that vary from run to run.
    public var volatile: [Volatile]
    /// Patterns of the events that are left out on both sides.
    public var ignore: [String]
    /// Among events of these names the order counts, even where ``order`` is `any`. There can be 64 groups.
    public var ordered: [[String]]
    /// Which events are compared.
    public var source: EventSource?

    /// Settings; by default any order, nothing volatile, the events as the app tracked them.
    public init(
        order: Order = .any, volatile: [Volatile] = [], ignore: [String] = [], ordered: [[String]] = [],
        source: EventSource? = nil
    ) {
        self.order = order
        self.volatile = volatile
        self.ignore = ignore
        self.ordered = ordered
        self.source = source
    }
}

@_spi(Tooling) extension SnapshotSettings.Volatile: CustomStringConvertible {
    /// The rule on one line: `purchase.order_id: uuid`.
    public var description: String { "\(event).\(path): \(shape.text)".safeForDisplay }
}
