/// The name of a provider, as it stands in a recording's `provider:ID`.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// A provider called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A provider called `rawValue`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Whether both are called the same, in the same Unicode scalars.
    public static func == (left: ProviderID, right: ProviderID) -> Bool { left.rawValue.isExactly(right.rawValue) }

    /// A provider called by the literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}

/// Where an event goes, and under which name.
///
/// ```swift
/// var eventDelivery: EventDelivery {
///     .everywhere.named("ecommerce_purchase", for: "firebase").skipping("appmetrica")
/// }
/// ```
public struct EventDelivery: Sendable {
    struct Exceptions {
        var names: [ProviderID: String] = [:]
        var skipped: Set<ProviderID> = []
        var isRecorded = true
    }

    // Nearly every event goes everywhere: one pointer, nil for those, keeps events small.
    @usableFromInline
    final class Storage: Sendable {
        let exceptions: Exceptions
        init(_ exceptions: Exceptions) { self.exceptions = exceptions }
    }

    @usableFromInline var storage: Storage?

    @usableFromInline
    init(_ storage: Storage?) { self.storage = storage }

    /// To every provider and every recording, under the event's own name.
    @inlinable public static var everywhere: EventDelivery { EventDelivery(nil) }

    /// The same, but under another name for one provider.
    public func named(_ name: String, for provider: ProviderID) -> EventDelivery {
        changing { $0.names[provider] = name }
    }

    /// The same, but not to `provider`.
    public func skipping(_ provider: ProviderID) -> EventDelivery {
        changing { $0.skipped.insert(provider) }
    }

    /// The same, but into no recording.
    public func unrecorded() -> EventDelivery {
        changing { $0.isRecorded = false }
    }

    private func changing(_ change: (inout Exceptions) -> Void) -> EventDelivery {
        var exceptions = storage?.exceptions ?? Exceptions()
        change(&exceptions)
        return EventDelivery(Storage(exceptions))
    }

    @inlinable var isEverywhere: Bool { storage == nil }

    /// Whether recordings take the event.
    public var isRecorded: Bool { storage?.exceptions.isRecorded ?? true }

    /// The name under which `provider` gets an event called `name`; nil where it is not to get it.
    public func name(_ name: String, for provider: ProviderID) -> String? {
        guard let exceptions = storage?.exceptions else { return name }
        return exceptions.skipped.contains(provider) ? nil : exceptions.names[provider] ?? name
    }
}
