/// The name that identifies a provider.
///
/// The source of a recorded event contains this name: for example, `provider:firebase`.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates the name of a provider.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the name of a provider.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Returns whether both names have the same Unicode scalars.
    public static func == (left: ProviderID, right: ProviderID) -> Bool { left.rawValue.isExactly(right.rawValue) }

    /// Creates the name of a provider from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}

/// The providers and recordings that receive an event, and the name that each provider receives.
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

    // Nearly every event goes everywhere. A pointer to the exceptions keeps events small, because it is nil for all
    // these events.
    @usableFromInline
    final class Storage: Sendable {
        let exceptions: Exceptions
        init(_ exceptions: Exceptions) { self.exceptions = exceptions }
    }

    @usableFromInline var storage: Storage?

    @usableFromInline
    init(_ storage: Storage?) { self.storage = storage }

    /// The delivery to every provider and every recording, under the event's own name.
    @inlinable public static var everywhere: EventDelivery { EventDelivery(nil) }

    /// Returns this delivery with another name for one provider.
    public func named(_ name: String, for provider: ProviderID) -> EventDelivery {
        changing { $0.names[provider] = name }
    }

    /// Returns this delivery without the provider.
    public func skipping(_ provider: ProviderID) -> EventDelivery {
        changing { $0.skipped.insert(provider) }
    }

    /// Returns this delivery without any recording.
    public func unrecorded() -> EventDelivery {
        changing { $0.isRecorded = false }
    }

    private func changing(_ change: (inout Exceptions) -> Void) -> EventDelivery {
        var exceptions = storage?.exceptions ?? Exceptions()
        change(&exceptions)
        return EventDelivery(Storage(exceptions))
    }

    @inlinable var isEverywhere: Bool { storage == nil }

    /// Whether the event is recorded.
    public var isRecorded: Bool { storage?.exceptions.isRecorded ?? true }

    /// Returns the name under which `provider` receives an event called `name`.
    ///
    /// - Returns: The name, or `nil` if the provider does not receive the event.
    public func name(_ name: String, for provider: ProviderID) -> String? {
        guard let exceptions = storage?.exceptions else { return name }
        return exceptions.skipped.contains(provider) ? nil : exceptions.names[provider] ?? name
    }
}
