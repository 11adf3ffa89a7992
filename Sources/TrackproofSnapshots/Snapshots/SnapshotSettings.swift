public import Trackproof
import TrackproofText

/// The settings for comparing a recording with a snapshot: everything in the snapshot's file except its events.
public struct SnapshotSettings: Sendable, Hashable {
    /// Whether the order of events counts.
    public enum Order: String, Sendable {
        /// The recording must contain exactly the expected events, in any order.
        case any
        /// The recording must contain exactly the expected events, in the expected order.
        case strict
    }

    /// A rule for a parameter whose value varies from run to run. The comparison checks only the shape of the value.
    public struct Volatile: Sendable, Hashable {
        /// A pattern for event names, which may have wildcards. An identity event without a name has the name of its
        /// kind.
        public var event: String
        /// The path of the value: names joined by dots, `*` for every index of an array, `\.` for a dot in a name.
        public var path: String
        /// The shape that the value must have.
        public var shape: VolatileShape

        /// Creates a rule for a parameter whose value varies.
        public init(event: String, path: String, shape: VolatileShape) {
            self.event = event
            self.path = path
            self.shape = shape
        }
    }

    /// Whether the order of events counts.
    public var order: Order
    /// The rules for the parameters whose values vary from run to run.
    public var volatile: [Volatile]
    /// Patterns for event names. The comparison ignores expected and actual events whose names fit a pattern.
    public var ignore: [String]
    /// Groups of event names, at most 64. The order of a group's events counts, even if ``order`` is `any`.
    public var ordered: [[String]]
    /// The source of the events that are compared, or `nil` for `app`.
    public var source: EventSource?

    /// Creates settings.
    ///
    /// By default, the order of events does not count, no parameter may vary, and only events of the source `app` are
    /// compared.
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

extension SnapshotSettings.Volatile: CustomStringConvertible {
    /// The rule on one line, such as `purchase.order_id: uuid`.
    public var description: String { "\(event).\(path): \(shape.text)".safeForDisplay }
}
