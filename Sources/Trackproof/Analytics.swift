import TrackproofPlatform

/// The facade through which an app tracks events. The facade passes each event to its providers.
///
/// ```swift
/// let analytics = Analytics(providers: [ConsoleProvider(), firebase])
/// analytics.screen("login")
/// analytics.track(LoginSucceeded(method: .email))
/// ```
///
/// The facade first adds the default parameters to an event. Then it applies the transformations and filters in the
/// order in which they were added. Then it passes the event to the providers, also in the order in which they were
/// added. All of this happens on the caller's thread and outside any lock. Tracking never throws an error. Trackproof
/// itself never blocks the caller, but a slow provider can: see ``AnalyticsProvider/queued()``.
///
/// If a vendor's module also declares `Analytics`, write `Trackproof.Analytics`.
public final class Analytics: Sendable {
    private let pipeline: Lock<Pipeline>

    /// Creates a facade that passes its events to `providers`.
    ///
    /// - Parameters:
    ///   - providers: The providers that receive the events.
    ///   - consent: Whether the user allows analytics. If `false`, the facade drops all events until ``setConsent(_:)``
    ///     gives consent.
    public init(providers: [any AnalyticsProvider] = [], consent: Bool = true) {
        pipeline = Lock(Pipeline(Settings(hasConsent: consent)))
        change { $0.destinations = providers.map(Destination.init) }
    }

    private struct Settings {
        var destinations: [Destination] = []
        var hasConsent: Bool
        var defaults = EventParameters()
        var steps: [@Sendable (Event) -> Event?] = []
        var hook: (any FacadeHook)?
    }

    /// The settings as an object that never changes. So tracking reads one reference under the lock, and needs no copy.
    private final class Pipeline: Sendable {
        let settings: Settings
        /// Whether `track` passes each event unchanged to the providers and does nothing else.
        let isPlain: Bool

        init(_ settings: Settings) {
            self.settings = settings
            isPlain = settings.hasConsent && settings.hook == nil && settings.defaults.isEmpty && settings.steps.isEmpty
        }

        /// Returns the event that the providers receive, or `nil` if a filter or a transformation dropped the event.
        func prepare(_ original: Event) -> Event? {
            var event = original
            if !settings.defaults.isEmpty, !event.kind.isIdentity {
                event.parameters = settings.defaults.merging(event.parameters)
            }
            for step in settings.steps {
                guard let next = step(event) else { return nil }
                event = next
            }
            // A step may have returned a new event without the encoding error.
            if let error = original.encodingError, event.encodingError == nil { event.encodingError = error }
            return event
        }
    }

    private var settings: Settings { pipeline.withLock { $0 }.settings }
    /// What tests add to the facade; `nil` outside tests.
    package var hook: (any FacadeHook)? { settings.hook }

    private func change(_ change: (inout Settings) -> Void) {
        let old = pipeline.withLock { pipeline in
            var settings = pipeline.settings
            change(&settings)
            settings.hook = settings.hook ?? Self.makeHook.withLock { $0 }?()
            if let hook = settings.hook { settings.destinations = hook.use(settings.destinations) }
            defer { pipeline = Pipeline(settings) }
            return pipeline
        }
        // Otherwise, a provider that only the old pipeline has could be deallocated under the lock.
        withExtendedLifetime(old) {}
    }
}

// Tracking.
extension Analytics {
    /// Tracks an event, such as `.movieTapped(id: 67563)` from a factory in an extension of ``Event``.
    public func track(_ event: Event) {
        let pipeline = pipeline.withLock { $0 }
        if pipeline.isPlain { return pipeline.settings.destinations.deliver(event) }
        let (hook, hasConsent) = (pipeline.settings.hook, pipeline.settings.hasConsent)
        if !hasConsent { hook?.withhold(event) }
        guard hasConsent, let event = pipeline.prepare(event) else { return }
        if let hook { hook.deliver(event) } else { pipeline.settings.destinations.deliver(event) }
    }

    /// Tracks an event whose type conforms to ``AnalyticsEvent``.
    @inlinable
    public func track(_ event: some AnalyticsEvent) { track(Event(event)) }

    /// Tracks an event with a name and parameters.
    ///
    /// The label `name:` is required. Without the label, the compiler's error for a misspelt event, such as
    /// `.movieTaped(id: 1)`, would be hard to understand.
    public func track(name: String, _ parameters: EventParameters = [:]) { track(Event(name, parameters)) }

    /// Unavailable: the compiler's error names the method to use instead.
    @_disfavoredOverload
    @available(*, unavailable, renamed: "track(name:_:)")
    public func track(_ name: String, _ parameters: EventParameters = [:]) {}

    /// Tracks an event whose parameters are a dictionary, for existing code that uses dictionaries.
    ///
    /// Trackproof leaves out a value that cannot be a parameter, or replaces it by null in an array.
    /// ``Event/encodingError`` names the parameter of this value. All other values become parameters. The keys can have
    /// any type, as in code for Objective-C, but Trackproof leaves out each value whose key is not a string.
    public func track(name: String, dictionary: [some Hashable: Any]) {
        track(Event(name, EventParameters(dictionary: dictionary)))
    }

    /// Tracks that the app showed the screen `name`.
    public func screen(_ name: String, _ parameters: EventParameters = [:]) { track(.screen(name, parameters)) }

    /// Tracks that the app showed the screen `name`, with parameters in a dictionary.
    public func screen(_ name: String, dictionary: [some Hashable: Any]) {
        screen(name, EventParameters(dictionary: dictionary))
    }

    /// Tracks the id and the properties of the user.
    ///
    /// - Parameters:
    ///   - user: The user's id, or `nil` if the event only sets traits.
    ///   - traits: The properties of the user, such as a subscription.
    public func identify(_ user: String?, _ traits: EventParameters = [:]) { track(.identify(user, traits)) }

    /// Tracks the id and the properties of the user, with the properties in a dictionary.
    public func identify(_ user: String?, dictionary: [some Hashable: Any]) {
        identify(user, EventParameters(dictionary: dictionary))
    }

    /// Tracks that the next events are those of another user, for example after a logout.
    ///
    /// In most SDKs, the method that a provider calls for this event also forgets the user's id and properties. In
    /// contrast, `identify(nil)` tracks an identify event without a user.
    public func reset() { track(.reset) }

    /// Tracks a property of the user, as an identify event without a user id.
    ///
    /// Pass `nil` if the user no longer has the property. In that case, the facade tracks null as the value.
    public func setUserProperty(_ name: String, to value: (any EventValueConvertible)?) {
        track(.identify(nil, EventParameters([EventParameter(name, value?.eventValue ?? .null)])))
    }
}

// Setting up.
extension Analytics {
    /// Adds a provider, which receives each event after the existing providers.
    public func addProvider(_ provider: any AnalyticsProvider) {
        change { $0.destinations.append(Destination(provider)) }
    }

    /// Removes every provider whose `id` is equal to `id`.
    public func removeProvider(_ id: ProviderID) {
        change { $0.destinations.removeAll { $0.provider.id == id } }
    }

    /// Sets the parameters that the facade adds to every track, screen and page event.
    ///
    /// If an event itself has a parameter with the same name, the event keeps its own value.
    public func setDefaultParameters(_ parameters: EventParameters) { change { $0.defaults = parameters } }

    /// Adds a filter. The facade drops each event for which `isIncluded` returns `false`.
    public func addFilter(_ isIncluded: @escaping @Sendable (Event) -> Bool) {
        addTransformation { isIncluded($0) ? $0 : nil }
    }

    /// Adds a transformation, which replaces each event with the result of `transform`.
    ///
    /// If the result is `nil`, the facade drops the event.
    public func addTransformation(_ transform: @escaping @Sendable (Event) -> Event?) {
        change { $0.steps.append(transform) }
    }

    /// Sets whether the user allows analytics. Without consent, the facade passes no events to providers and recorders.
    public func setConsent(_ isGiven: Bool) {
        change { $0.hasConsent = isGiven }
        for destination in settings.destinations { destination.provider.setConsent(isGiven) }
    }

    /// Asks each provider to send the events that it still holds, and returns when all providers have sent them.
    public func flush() {
        for destination in settings.destinations { destination.provider.flush() }
    }
}
