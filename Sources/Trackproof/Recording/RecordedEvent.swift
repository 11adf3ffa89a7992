import TrackproofPlatform

/// The stage at which an event was recorded, on its way from the app to a vendor.
public struct EventSource: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The text of the source: `app`, `provider:ID` or `wire:VENDOR`.
    public let rawValue: String

    /// Creates a source from its text, such as `app` or `provider:firebase`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns whether both sources have the same Unicode scalars.
    public static func == (left: EventSource, right: EventSource) -> Bool { left.rawValue.isExactly(right.rawValue) }

    /// The source of an event that a recorder received directly from the facade.
    ///
    /// The facade has already applied default parameters, transformations, filters and consent. The event has its own
    /// name, even if a provider receives the event under another name.
    public static var app: EventSource { EventSource(rawValue: "app") }

    /// Returns the source of an event that the provider `id` received.
    public static func provider(_ id: ProviderID) -> EventSource { EventSource(rawValue: "provider:" + id.rawValue) }

    /// Returns the source of an event that the SDK of `vendor` sent to the collector.
    public static func wire(_ vendor: String) -> EventSource { EventSource(rawValue: "wire:" + vendor) }

    /// The provider that received the events, or `nil` if the source is not `provider:ID`.
    public var provider: ProviderID? {
        let prefix = Self.provider("").rawValue
        return rawValue.hasPrefix(prefix) ? ProviderID(String(rawValue.dropFirst(prefix.count))) : nil
    }

    /// The vendor whose SDK sent the events to the collector, or `nil` if the source is not `wire:VENDOR`.
    public var vendor: String? { rawValue.hasPrefix("wire:") ? String(rawValue.dropFirst("wire:".count)) : nil }

    /// The text of the source, such as `app`.
    public var description: String { rawValue }
}

/// An event in a recording, with its source, its sequence number and its time.
public struct RecordedEvent: Sendable, Hashable {
    /// The event that was tracked.
    public var event: Event
    /// The stage at which the event was recorded.
    public var source: EventSource
    /// The sequence number that the recorder or the writer gave the event. The first event has the number 1.
    public var sequence: Int64?
    /// The time at which the event was tracked.
    public var time: EventTime?
    // The id, the anonymous id, the context and the unknown values, or `nil` for most events, which have no such
    // values. One pointer instead of four values saves memory, because a recording contains many events.
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

    /// Creates an event of a recording.
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

    /// Creates an event without an id, an anonymous id, a context or unknown values.
    package init(_ event: Event, source: EventSource, sequence: Int64?, time: EventTime?) {
        self.init(event, source: source, sequence: sequence, time: time, rare: nil)
    }

    init(_ event: Event, source: EventSource, sequence: Int64?, time: EventTime?, rare: Rare?) {
        self.event = event
        self.source = source
        self.sequence = sequence
        self.time = time
        self.rare = rare
    }
}

extension RecordedEvent {
    /// The id that the vendor's SDK gave the event, or `nil` if the SDK gave the event no id.
    public var id: String? {
        get { rareValues.id }
        set { rareValues.id = newValue }
    }

    /// The anonymous id that the vendor's SDK sent with the event, or `nil` if the SDK sent no anonymous id.
    public var anonymous: String? {
        get { rareValues.anonymous }
        set { rareValues.anonymous = newValue }
    }

    /// The parameters that the vendor's SDK added to the event.
    ///
    /// A comparison uses a parameter of the context only if the expected event has a parameter of this name and
    /// ``event`` does not.
    public var context: EventParameters? {
        get { rareValues.context }
        set { rareValues.context = newValue }
    }

    /// The values that Trackproof read from a file under keys that this version of Trackproof does not know.
    ///
    /// If Trackproof writes the event to a file again, the file contains these values too.
    public var unknown: EventParameters {
        get { rareValues.unknown }
        set { rareValues.unknown = newValue }
    }

    /// Returns whether both events have the same content, including the values with unknown keys.
    public static func == (left: RecordedEvent, right: RecordedEvent) -> Bool {
        left.event == right.event && left.source == right.source && left.sequence == right.sequence
            && left.time == right.time && left.rareValues == right.rareValues
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(event)
        hasher.combine(source)
        hasher.combine(sequence)
        hasher.combine(time)
        hasher.combine(rareValues)
    }
}
