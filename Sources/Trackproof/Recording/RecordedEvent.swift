/// Where on its way an event was recorded.
public struct EventSource: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// `app`, `provider:ID` or `wire:VENDOR`.
    public let rawValue: String

    /// A source as files write it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether both are the same, in the same Unicode scalars.
    public static func == (left: EventSource, right: EventSource) -> Bool { left.rawValue.isExactly(right.rawValue) }

    /// As tracked: after default parameters, transformations, filters and consent, before a provider's renaming.
    public static var app: EventSource { EventSource(rawValue: "app") }

    /// As handed to a provider.
    public static func provider(_ id: ProviderID) -> EventSource { EventSource(rawValue: "provider:" + id.rawValue) }

    /// As a vendor's SDK sent it.
    public static func wire(_ vendor: String) -> EventSource { EventSource(rawValue: "wire:" + vendor) }

    /// Whether its events come by a collector.
    package var isOfWire: Bool { rawValue.hasPrefix("wire:") }

    /// The source as files write it.
    public var description: String { rawValue }
}

/// An event of a recording, with what is known of how it came there.
public struct RecordedEvent: Sendable, Hashable {
    /// What was tracked.
    public var event: Event
    /// Where it was recorded.
    public var source: EventSource
    /// Its place in the order of its writer, from 1.
    public var sequence: Int64?
    /// When it was tracked.
    public var time: EventTime?
    // What only recordings of wires have stands behind one pointer: a recording holds many events.
    fileprivate(set) var rare: Rare?

    final class Rare: Sendable {
        fileprivate let values: RareValues
        fileprivate init(_ values: RareValues) { self.values = values }
    }

    fileprivate struct RareValues: Hashable {
        var id: String?
        var anonymous: String?
        var context: EventParameters?
        var unknown = EventParameters()

        static func == (left: RareValues, right: RareValues) -> Bool {
            left.id.isExactly(right.id) && left.anonymous.isExactly(right.anonymous) && left.context == right.context
                && left.unknown == right.unknown
        }
    }

    /// An event of a recording.
    public init(
        _ event: Event, source: EventSource = .app, sequence: Int64? = nil, time: EventTime? = nil, id: String? = nil,
        anonymous: String? = nil, context: EventParameters? = nil, unknown: EventParameters = EventParameters()
    ) {
        self.event = event
        self.source = source
        self.sequence = sequence
        self.time = time
        rareValues = RareValues(id: id, anonymous: anonymous, context: context, unknown: unknown)
    }

    private var rareValues: RareValues {
        get { rare?.values ?? RareValues() }
        set { rare = newValue == RareValues() ? nil : Rare(newValue) }
    }

    /// An event as a recorder takes it, and as most files have it.
    package init(_ event: Event, source: EventSource, sequence: Int64?, time: EventTime?) {
        self.init(event, source: source, sequence: sequence, time: time, rare: nil)
    }

    /// An event as a recorder holds it.
    init(_ event: Event, source: EventSource, sequence: Int64?, time: EventTime?, rare: Rare?) {
        self.event = event
        self.source = source
        self.sequence = sequence
        self.time = time
        self.rare = rare
    }
}

extension RecordedEvent {
    /// The id that the vendor's SDK gave it.
    public var id: String? {
        get { rareValues.id }
        set { rareValues.id = newValue }
    }

    /// The anonymous id that came with it.
    public var anonymous: String? {
        get { rareValues.anonymous }
        set { rareValues.anonymous = newValue }
    }

    /// What the SDK added by itself; not compared.
    public var context: EventParameters? {
        get { rareValues.context }
        set { rareValues.context = newValue }
    }

    /// Keys that this version does not know, kept for a rewrite.
    public var unknown: EventParameters {
        get { rareValues.unknown }
        set { rareValues.unknown = newValue }
    }

    /// Whether both hold the same, unknown keys included.
    public static func == (left: RecordedEvent, right: RecordedEvent) -> Bool {
        left.event == right.event && left.source == right.source && left.sequence == right.sequence
            && left.time == right.time && left.rareValues == right.rareValues
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(event)
        hasher.combine(source)
        hasher.combine(sequence)
        hasher.combine(time)
        hasher.combine(rareValues)
    }
}
