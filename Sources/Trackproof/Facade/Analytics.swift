internal import TrackproofPlatform

/// The facade: an app tracks here, and every provider gets the event.
///
/// ```swift
/// let analytics = Analytics(providers: [ConsoleProvider(), firebase])
/// analytics.screen("login")
/// analytics.track(LoginSucceeded(method: .email))
/// ```
///
/// An event passes through default parameters, then transformations and filters in the order they were added, then to
/// the providers in their order, all on the caller's thread and outside any lock. Tracking never throws and never
/// blocks on Trackproof's account.
///
/// Where a vendor's module has an `Analytics` of its own, write `Trackproof.Analytics`.
public final class Analytics: Sendable {
    private let pipeline: Lock<Pipeline>

    /// A facade over `providers`; without `consent` it withholds everything until ``setConsent(_:)``.
    public init(providers: [any AnalyticsProvider] = [], consent: Bool = true) {
        pipeline = Lock(
            Pipeline(
                destinations: providers.map(Destination.init), hasConsent: consent, unrecorded: UnrecordedEvents()))
    }

    /// The way of an event, as a value: tracking takes one consistent copy and needs the lock no longer.
    private final class Pipeline: Sendable {
        let destinations: [Destination]
        let hasConsent: Bool
        let defaults: EventParameters
        let steps: [@Sendable (Event) -> Event?]
        /// Where events are kept while no provider records; nil outside of tests.
        let unrecorded: UnrecordedEvents?
        /// Whether a provider records, or nobody wants to know what is not recorded.
        private let isRecorded: Bool
        /// Whether events go to the providers as they come, and nowhere else.
        let isPlain: Bool

        init(
            destinations: [Destination], hasConsent: Bool, unrecorded: UnrecordedEvents?,
            defaults: EventParameters = EventParameters(), steps: [@Sendable (Event) -> Event?] = []
        ) {
            self.destinations = destinations
            self.hasConsent = hasConsent
            self.defaults = defaults
            self.steps = steps
            self.unrecorded = unrecorded
            isRecorded = unrecorded == nil || destinations.contains(where: \.isRecorder)
            isPlain = hasConsent && defaults.isEmpty && steps.isEmpty && isRecorded
        }

        func changing(
            destinations: [Destination]? = nil, hasConsent: Bool? = nil, defaults: EventParameters? = nil,
            steps: [@Sendable (Event) -> Event?]? = nil
        ) -> Pipeline {
            Pipeline(
                destinations: destinations ?? self.destinations, hasConsent: hasConsent ?? self.hasConsent,
                unrecorded: unrecorded, defaults: defaults ?? self.defaults, steps: steps ?? self.steps)
        }

        /// Whether it has a recorder that leads to whichever test runs.
        var leadsToAllTests: Bool { destinations.contains { $0.recording?.isOfAllTests == true } }

        /// The event as tracked; nil if a filter stopped it.
        func prepare(_ event: Event) -> Event? {
            var event = event
            if !defaults.isEmpty, !event.kind.isIdentity {
                event.parameters = defaults.merging(event.parameters)
            }
            let error = steps.isEmpty ? nil : event.encodingError
            for step in steps {
                guard let next = step(event) else { return nil }
                event = next
            }
            // Whatever the steps make of the event, what was lost before stays known.
            if let error, event.encodingError == nil { event.encodingError = error }
            return event
        }

        /// Keeps the event if no provider records it.
        func keepIfUnrecorded(_ event: Event) {
            if !isRecorded { unrecorded?.keep(event) }
        }

        func deliver(_ event: Event) {
            destinations.withUnsafeBufferPointer { destinations in
                for index in destinations.indices { destinations[index].deliver(event) }
            }
        }
    }

    private final class Destination: Sendable {
        let provider: any AnalyticsProvider
        let isRecorder: Bool
        /// The provider, if it knows whether anything can be recorded in it.
        let recording: (any ConnectedRecording)?

        init(_ provider: any AnalyticsProvider) {
            self.provider = provider
            isRecorder = provider.isRecorder
            recording = provider as? any ConnectedRecording
            recording?.connect(.app)
        }

        func deliver(_ event: Event) {
            // A recorder decides by itself whether it takes the event.
            if event.rare == nil || isRecorder { return provider.track(event) }
            guard let name = event.delivery.name(event.name, for: provider.id) else { return }
            var event = event
            event.name = name
            provider.track(event)
        }
    }
}

// Tracking.
extension Analytics {
    /// Tracks an event, as `.movieTapped(id: 67563)` from a factory in an extension of ``Event``.
    public func track(_ event: Event) {
        let pipeline = pipeline.withLock { $0 }
        if pipeline.isPlain {
            pipeline.deliver(event)
        } else if !pipeline.hasConsent {
            for destination in pipeline.destinations { destination.recording?.withhold(event) }
        } else if let event = pipeline.prepare(event) {
            pipeline.keepIfUnrecorded(event)
            pipeline.deliver(event)
        }
    }

    /// Tracks an event that has a type of its own.
    @inlinable
    public func track(_ event: some AnalyticsEvent) {
        track(Event(event))
    }

    /// Tracks an event by its bare name. The label is on purpose: without it a misspelt `.factory` would get an
    /// unreadable error from the compiler.
    public func track(name: String, _ parameters: EventParameters = [:]) {
        track(Event(name, parameters))
    }

    /// Not to be used: it is there to say what is.
    @_disfavoredOverload
    @available(*, unavailable, renamed: "track(name:_:)")
    public func track(_ name: String, _ parameters: EventParameters = [:]) {}

    /// Tracks an event whose parameters are a dictionary, as analytics code without types of its own has them.
    ///
    /// A value that cannot be a parameter is left out. The others stay, and the event says what was left out:
    /// ``Event/encodingError``.
    public func track(name: String, dictionary: [String: Any]) {
        track(Event(name, EventParameters(dictionary: dictionary)))
    }

    /// Tracks an event whose parameters are a dictionary, as code for Objective-C has them. A value whose name is no
    /// string is left out, and the event says so.
    @_disfavoredOverload
    public func track(name: String, dictionary: [AnyHashable: Any]) {
        track(Event(name, EventParameters(dictionary: dictionary)))
    }

    /// Tracks that a screen was shown.
    public func screen(_ name: String, _ parameters: EventParameters = [:]) {
        track(.screen(name, parameters))
    }

    /// Says who the user is, and what is known of them; nil where only that is.
    public func identify(_ user: String?, _ traits: EventParameters = [:]) {
        track(.identify(user, traits))
    }

    /// Sets a property of the user, as an identify event without a user. A nil is tracked as null: "no longer known".
    public func setUserProperty(_ name: String, to value: (any EventValueConvertible)?) {
        track(.identify(nil, EventParameters([EventParameter(name, value?.eventValue ?? .null)])))
    }
}

// Setting up.
extension Analytics {
    /// Adds a provider, after those that are there.
    public func addProvider(_ provider: any AnalyticsProvider) {
        let recording = provider as? any ConnectedRecording
        let unrecorded = pipeline.withLock { pipeline in
            // Each test may add it to a shared facade, without a word of the others.
            if recording?.isOfAllTests == true, pipeline.leadsToAllTests { return [] as [UnrecordedEvents.Entry] }
            pipeline = pipeline.changing(destinations: pipeline.destinations + [Destination(provider)])
            return recording == nil ? [] : pipeline.unrecorded?.take() ?? []
        }
        if !unrecorded.isEmpty { recording?.takeUnrecorded(unrecorded) }
    }

    /// Whether it has a recorder that leads to whichever test runs.
    package var leadsToAllTests: Bool { pipeline.withLock { $0 }.leadsToAllTests }

    /// Removes every provider called `id`.
    public func removeProvider(_ id: ProviderID) {
        let removed = pipeline.withLock { pipeline in
            let old = pipeline.destinations
            pipeline = pipeline.changing(destinations: old.filter { $0.provider.id != id })
            return old.filter { $0.provider.id == id }
        }
        for destination in removed { destination.recording?.disconnect(.app) }
    }

    /// Sets the parameters that every track, screen and page event gets; an event's own win.
    public func setDefaultParameters(_ parameters: EventParameters) {
        pipeline.withLock { $0 = $0.changing(defaults: parameters) }
    }

    /// Lets pass only events for which `isIncluded` is true.
    public func addFilter(_ isIncluded: @escaping @Sendable (Event) -> Bool) {
        addTransformation { isIncluded($0) ? $0 : nil }
    }

    /// Replaces every event by what `transform` makes of it; nil drops it.
    public func addTransformation(_ transform: @escaping @Sendable (Event) -> Event?) {
        pipeline.withLock { $0 = $0.changing(steps: $0.steps + [transform]) }
    }

    /// The user allowed or forbade analytics. Without consent nothing is tracked, nor recorded.
    public func setConsent(_ isGiven: Bool) {
        let pipeline = pipeline.withLock { pipeline in
            pipeline = pipeline.changing(hasConsent: isGiven)
            return pipeline
        }
        for destination in pipeline.destinations { destination.provider.setConsent(isGiven) }
    }

    /// Has every provider hand on what it still holds back; returns when that is done.
    public func flush() {
        for destination in pipeline.withLock({ $0 }).destinations { destination.provider.flush() }
    }
}
