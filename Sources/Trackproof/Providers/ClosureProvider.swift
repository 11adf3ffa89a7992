/// A provider that calls a closure with each event. Use it as a short adapter of a vendor's SDK.
///
/// ```swift
/// let firebase = ClosureProvider("firebase") { event in
///     switch event.kind {
///     case .identify: FirebaseAnalytics.Analytics.setUserID(event.user)
///     default: FirebaseAnalytics.Analytics.logEvent(event.name, parameters: event.parameters.dictionary)
///     }
/// }
/// ```
public struct ClosureProvider: AnalyticsProvider {
    /// The name of this provider in events and recordings.
    public let id: ProviderID
    private let onTrack: @Sendable (Event) -> Void
    private let onFlush: @Sendable () -> Void
    private let onConsent: @Sendable (Bool) -> Void

    /// Creates a provider that calls `track` with each event.
    public init(
        _ id: ProviderID, flush: @escaping @Sendable () -> Void = {},
        setConsent: @escaping @Sendable (Bool) -> Void = { _ in }, track: @escaping @Sendable (Event) -> Void
    ) {
        self.id = id
        onTrack = track
        onFlush = flush
        onConsent = setConsent
    }

    /// Calls the closure `track` of the initializer with the event.
    public func track(_ event: Event) { onTrack(event) }

    /// Calls the closure `flush` of the initializer.
    public func flush() { onFlush() }

    /// Calls the closure `setConsent` of the initializer with the user's decision.
    public func setConsent(_ isGiven: Bool) { onConsent(isGiven) }
}

extension EventParameters {
    /// The parameters as a dictionary of the types that vendors' SDKs accept.
    ///
    /// These types are strings, `Int`, `Double`, `Bool`, arrays and dictionaries. The dictionary leaves out nulls,
    /// because a dictionary of `Any` cannot represent null in a way that every SDK understands.
    public var dictionary: [String: Any] {
        var result: [String: Any] = [:]
        for element in self { result[element.name] = element.value.any }
        return result
    }
}

extension EventValue {
    fileprivate var any: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .integer(let value): Int(exactly: value) ?? value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.compactMap(\.any)
        case .object(let parameters): parameters.dictionary
        }
    }
}
