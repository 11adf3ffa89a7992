/// A provider that calls a closure with each event. Use it as a short adapter of a vendor's SDK.
///
/// ```swift
/// let firebase = ClosureProvider("firebase") { event in
///     switch event.kind {
///     case .identify: FirebaseAnalytics.Analytics.setUserID(event.user)
///     case .reset: FirebaseAnalytics.Analytics.resetAnalyticsData()
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
