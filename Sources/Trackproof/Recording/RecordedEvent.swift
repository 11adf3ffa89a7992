/// Where on its way an event was recorded.
public struct EventSource: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// `app`, `provider:ID` or `wire:VENDOR`.
    public let rawValue: String

    /// A source as files write it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As tracked: after default parameters, transformations, filters and consent, before a provider's renaming.
    public static let app = EventSource(rawValue: "app")

    /// As handed to a provider.
    public static func provider(_ id: ProviderID) -> EventSource { EventSource(rawValue: "provider:" + id.rawValue) }

    /// As a vendor's SDK sent it.
    public static func wire(_ vendor: String) -> EventSource { EventSource(rawValue: "wire:" + vendor) }

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
    /// The id that the vendor's SDK gave it.
    public var id: String?
    /// The anonymous id that came with it.
    public var anonymous: String?
    /// What the SDK added by itself; not compared.
    public var context: EventParameters?
    /// Keys that this version does not know, kept for a rewrite.
    public var unknown: EventParameters

    /// An event of a recording.
    public init(
        _ event: Event, source: EventSource = .app, sequence: Int64? = nil, time: EventTime? = nil, id: String? = nil,
        anonymous: String? = nil, context: EventParameters? = nil, unknown: EventParameters = EventParameters()
    ) {
        self.event = event
        self.source = source
        self.sequence = sequence
        self.time = time
        self.id = id
        self.anonymous = anonymous
        self.context = context
        self.unknown = unknown
    }
}
