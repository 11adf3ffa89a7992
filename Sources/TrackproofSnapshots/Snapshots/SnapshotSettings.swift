public import Trackproof

/// The settings for comparing a recording with a snapshot: everything in the snapshot's file except its events.
@_spi(Tooling) public struct SnapshotSettings: Sendable, Hashable {
    /// Whether the order of events counts.
    public enum Order: String, Sendable {
        /// Exactly the expected events, in any order.
        case any
        /// Exactly the expected events, in the expected order.
        case strict
    }

    /// A volatile parameter, which is compared by shape.
    public struct Volatile: Sendable, Hashable {
        /// A pattern of event names. An identity event without a name has the name of its kind.
        public var event: String
        /// The path of the value: names joined by dots, `*` for any index of an array, `\.` for a dot in a name.
        public var path: String
        /// The shape that the value must have.
        public var shape: VolatileShape

        /// Creates a volatile parameter.
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
    /// Patterns of event names. The comparison leaves out events whose names fit, on both sides.
    public var ignore: [String]
    /// Groups of names. Among events of a group, the order counts even if ``order`` is `any`. The limit is 64 groups.
    public var ordered: [[String]]
    /// The source of the events that are compared, or `nil` for `app`.
    public var source: EventSource?

    /// Creates settings.
    ///
    /// By default, the order does not count, no parameter is volatile, and only the app's own events are compared.
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
