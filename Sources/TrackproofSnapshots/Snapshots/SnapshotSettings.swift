public import Trackproof
public import TrackproofJSON
import TrackproofPlatform

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

    /// The source of the events that are compared.
    public internal(set) var comparedSource: EventSource {
        get { source ?? .app }
        // `app` is the default source, so the settings do not name it.
        set { source = newValue == .app ? nil : newValue }
    }
}

extension SnapshotSettings.Volatile: CustomStringConvertible {
    /// The rule on one line, such as `purchase.order_id: uuid`.
    public var description: String { "\(event).\(path): \(shape.text)".safeForDisplay }
}

extension SnapshotSettings {
    /// Creates the settings of a file from the members that `reader` has read. A recording has default settings.
    public init(_ reader: EventReader) throws {
        self.init()
        try reader.checkMembers()
        guard reader.isSnapshot else {
            try reader.checkForMisspelledSnapshot()
            return
        }
        for member in reader.members {
            func fail(_ field: String, _ message: String) -> EventFormatError {
                reader.error(inMember: member.name, field: field, message)
            }
            switch member.name {
            case "order":
                guard case .string(let word) = member.value, let order = Order(rawValue: word) else {
                    throw fail("order", "expected \"any\" or \"strict\", found \(member.value)")
                }
                self.order = order
            case "source":
                guard case .string(let word) = member.value else { throw fail("source", "expected a string") }
                source = EventSource(rawValue: word)
            case "ignore":
                ignore = try Self.names(member.value) { fail("ignore" + $0, $1) }
            case "ordered":
                guard case .array(let groups) = member.value else {
                    throw fail("ordered", "expected an array of arrays of event names")
                }
                guard groups.count <= CompiledRules.groupLimit else {
                    throw fail("ordered", "expected at most \(CompiledRules.groupLimit) groups")
                }
                ordered = try groups.enumerated().map { index, group in
                    let names = try Self.names(group) { fail("ordered.\(index)" + $0, $1) }
                    var known: Set<ExactText> = []
                    if let place = names.firstIndex(where: { !known.insert(ExactText($0)).inserted }) {
                        throw fail("ordered.\(index).\(place)", "given twice in one group")
                    }
                    return names
                }
            case "volatile": volatile = try Self.volatile(member.value, fail)
            default: break
            }
        }
    }

    private static func names(
        _ value: EventValue, _ fail: (String, String) -> EventFormatError
    ) throws -> [String] {
        guard case .array(let values) = value else { throw fail("", "expected an array of event names") }
        return try values.enumerated().map { index, value in
            guard case .string(let name) = value else {
                throw fail(".\(index)", "expected an event name, found \(value.typeName)")
            }
            return name
        }
    }

    private static func volatile(
        _ value: EventValue, _ fail: (String, String) -> EventFormatError
    ) throws -> [Volatile] {
        guard case .object(let events) = value else {
            throw fail("volatile", #"expected an object such as {"purchase": {"order_id": "uuid"}}"#)
        }
        return try events.flatMap { event in
            guard case .object(let paths) = event.value else {
                throw fail("volatile.\(event.name)", #"expected an object such as {"order_id": "uuid"}"#)
            }
            return try paths.map { path in
                let shape = try shape(path.value) { fail("volatile.\(event.name).\(path.name)", $0) }
                guard ParameterPath(parsing: path.name).components.count <= JSONLimits.depth else {
                    throw fail("volatile.\(event.name)", "a path has more than \(JSONLimits.depth) levels")
                }
                return Volatile(event: event.name, path: path.name, shape: shape)
            }
        }
    }

    private static func shape(_ value: EventValue, _ fail: (String) -> EventFormatError) throws -> VolatileShape {
        do {
            if case .string(let word) = value, let shape = try VolatileShape(word) { return shape }
        } catch {
            throw fail("the pattern cannot be used: \(error)")
        }
        let names = VolatileShape.named.map(\.text)
        throw fail(
            "expected one of \(names.joined(separator: ", ")), /regex/, found \(value)"
                + NameSimilarity.question(about: value.string ?? "", among: names))
    }

    /// The value of the member `volatile` in a snapshot's file.
    var volatileMembers: EventValue {
        var places: [ExactText: Int] = [:]
        var events: [(name: String, paths: [EventParameter])] = []
        for rule in volatile {
            let place = places[ExactText(rule.event)] ?? events.count
            if place == events.count {
                places[ExactText(rule.event)] = place
                events.append((rule.event, []))
            }
            events[place].paths.append(EventParameter(rule.path, .string(rule.shape.text)))
        }
        return .object(
            EventParameters(events.map { EventParameter($0.name, .object(EventParameters($0.paths))) }))
    }
}
