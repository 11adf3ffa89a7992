import TrackproofPlatform

/// The name that identifies a provider.
///
/// In a recording, the source of an event that a provider received contains the provider's name: `provider:firebase`.
public struct ProviderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the provider, such as `firebase`.
    public let rawValue: String

    /// Creates the id of the provider that is called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the id of the provider that is called `rawValue`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Returns whether both names have the same Unicode scalars.
    public static func == (left: ProviderID, right: ProviderID) -> Bool { left.rawValue.isExactly(right.rawValue) }

    /// Creates the id of a provider from a string literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name of the provider, such as `firebase`.
    public var description: String { rawValue }
}

/// The providers and recordings that receive an event, and the event's name for each provider.
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

    // Nearly all events go to every provider and recorder, so they have no `Exceptions`. A delivery stores only a
    // pointer, which is `nil` in this case. An `Exceptions` value would need more memory in every delivery.
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

    /// Returns a copy of this delivery in which `provider` receives the event under the name `name`.
    public func named(_ name: String, for provider: ProviderID) -> EventDelivery {
        changing { $0.names[provider] = name }
    }

    /// Returns a copy of this delivery in which `provider` does not receive the event.
    public func skipping(_ provider: ProviderID) -> EventDelivery {
        changing { $0.skipped.insert(provider) }
    }

    /// Returns a copy of this delivery in which recorders and bridges ignore the event.
    public func unrecorded() -> EventDelivery {
        changing { $0.isRecorded = false }
    }

    private func changing(_ change: (inout Exceptions) -> Void) -> EventDelivery {
        var exceptions = storage?.exceptions ?? Exceptions()
        change(&exceptions)
        return EventDelivery(Storage(exceptions))
    }

    @inlinable var isEverywhere: Bool { storage == nil }

    /// Whether recorders and bridges record the event.
    public var isRecorded: Bool { storage?.exceptions.isRecorded ?? true }

    /// Returns the name under which `provider` receives an event called `name`.
    ///
    /// - Returns: The name, or `nil` if the provider does not receive the event.
    public func name(_ name: String, for provider: ProviderID) -> String? {
        guard let exceptions = storage?.exceptions else { return name }
        return exceptions.skipped.contains(provider) ? nil : exceptions.names[provider] ?? name
    }
}
