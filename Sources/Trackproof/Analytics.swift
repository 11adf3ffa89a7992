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
        let spare = Self.makeSpareRecorder.withLock { $0 }.map { Destination($0()) }
        let first = Pipeline(destinations: providers.map(Destination.init), spare: spare, hasConsent: consent)
        pipeline = Lock(first)
        first.tellRecorders()
    }

    /// The configuration of the facade, which never changes: a change of the facade creates a new `Pipeline`.
    ///
    /// So tracking reads the `Pipeline` once under the lock, and then needs no lock.
    private final class Pipeline: Sendable {
        let destinations: [Destination]
        /// The spare recorder of the facade; `nil` outside tests.
        let spare: Destination?
        /// The destinations of events: also the spare recorder, if no other destination is a recorder.
        let receivers: [Destination]
        let hasConsent: Bool
        let defaults: EventParameters
        let steps: [@Sendable (Event) -> Event?]
        /// The provider that is a recorder and gives each event to the test that is running at that moment.
        let recorderForEveryTest: (any ConnectedRecorder)?
        /// The recorder that plants mistakes into the events; `nil` outside of mutation testing.
        let planter: (any ConnectedRecorder)?
        /// Whether `track` passes each event unchanged to the providers and does nothing else.
        let isPlain: Bool

        init(
            destinations: [Destination], spare: Destination?, hasConsent: Bool,
            defaults: EventParameters = EventParameters(), steps: [@Sendable (Event) -> Event?] = []
        ) {
            self.destinations = destinations
            self.spare = spare
            let needsSpare = !destinations.contains(where: \.isRecorder)
            receivers = (needsSpare ? [spare].compactMap { $0 } : []) + destinations
            self.hasConsent = hasConsent
            self.defaults = defaults
            self.steps = steps
            recorderForEveryTest = destinations.lazy.compactMap(\.recording).first(where: \.recordsForEveryTest)
            planter = destinations.lazy.compactMap(\.recording).first(where: \.plants)
            isPlain = hasConsent && defaults.isEmpty && steps.isEmpty && planter == nil
        }

        func changing(
            destinations: [Destination]? = nil, hasConsent: Bool? = nil, defaults: EventParameters? = nil,
            steps: [@Sendable (Event) -> Event?]? = nil
        ) -> Pipeline {
            Pipeline(
                destinations: destinations ?? self.destinations, spare: spare,
                hasConsent: hasConsent ?? self.hasConsent, defaults: defaults ?? self.defaults,
                steps: steps ?? self.steps)
        }

        /// Tells the recorders which providers get the same events.
        func tellRecorders() {
            let providers = Set(destinations.filter { !$0.isRecorder }.map(\.provider.id))
            for destination in destinations { destination.recording?.serve(providers) }
        }

        /// Returns the event that the providers receive, or `nil` if a filter or a transformation dropped the event.
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
            // If a step has returned a new event without the encoding error, this line restores the error of the
            // original event.
            if let error, event.encodingError == nil { event.encodingError = error }
            return event
        }

        /// Delivers an event that went through the filters and transformations.
        func deliver(prepared event: Event) {
            guard let planter else { return deliver(event) }
            planter.plant(event) { event, left in
                let receivers = self.receivers.filter { $0.provider.id != left }
                self.deliver(event, to: receivers)
                return receivers.count < self.receivers.count
            }
        }

        func deliver(_ event: Event) { deliver(event, to: receivers) }

        private func deliver(_ event: Event, to receivers: [Destination]) {
            if let recorderForEveryTest {
                return recorderForEveryTest.noteDelivery { for receiver in receivers { receiver.deliver(event) } }
            }
            receivers.withUnsafeBufferPointer { receivers in
                for index in receivers.indices { receivers[index].deliver(event) }
            }
        }
    }

    private final class Destination: Sendable {
        let provider: any AnalyticsProvider
        let isRecorder: Bool
        /// The provider's ``AnalyticsProvider/connectedRecorder``.
        let recording: (any ConnectedRecorder)?

        init(_ provider: any AnalyticsProvider) {
            self.provider = provider
            isRecorder = provider.isRecorder
            recording = provider.connectedRecorder
            recording?.connect(.app)
        }

        func deliver(_ event: Event) {
            // A recorder receives every event under the event's own name, and itself leaves out unrecorded events.
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
    /// Tracks an event, such as `.movieTapped(id: 67563)` from a factory in an extension of ``Event``.
    public func track(_ event: Event) {
        let pipeline = pipeline.withLock { $0 }
        if pipeline.isPlain {
            pipeline.deliver(event)
        } else if !pipeline.hasConsent {
            for destination in pipeline.destinations { destination.recording?.withhold(event) }
        } else if let event = pipeline.prepare(event) {
            pipeline.deliver(prepared: event)
        }
    }

    /// Tracks an event whose type conforms to ``AnalyticsEvent``.
    @inlinable
    public func track(_ event: some AnalyticsEvent) {
        track(Event(event))
    }

    /// Tracks an event with a name and parameters.
    ///
    /// The label `name:` is required. Without the label, the compiler's error for a misspelt event, such as
    /// `.movieTaped(id: 1)`, would be hard to understand.
    public func track(name: String, _ parameters: EventParameters = [:]) {
        track(Event(name, parameters))
    }

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
    public func screen(_ name: String, _ parameters: EventParameters = [:]) {
        track(.screen(name, parameters))
    }

    /// Tracks that the app showed the screen `name`, with parameters in a dictionary.
    public func screen(_ name: String, dictionary: [some Hashable: Any]) {
        screen(name, EventParameters(dictionary: dictionary))
    }

    /// Tracks the id and the properties of the user.
    ///
    /// - Parameters:
    ///   - user: The user's id, or `nil` if the event only sets traits.
    ///   - traits: The properties of the user, such as a subscription.
    public func identify(_ user: String?, _ traits: EventParameters = [:]) {
        track(.identify(user, traits))
    }

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
        let recording = provider.connectedRecorder
        let spare = pipeline.withLock { pipeline -> Destination? in
            // A recorder with `recordsForEveryTest` gives each event to the running test. Several tests can add such a
            // recorder to a shared facade, because a test does not know what other tests have added. The facade uses
            // only the first of these recorders. With two of them, a test would receive each event twice.
            if recording?.recordsForEveryTest == true, pipeline.recorderForEveryTest != nil { return nil }
            pipeline = pipeline.changing(destinations: pipeline.destinations + [Destination(provider)])
            pipeline.tellRecorders()
            return pipeline.spare
        }
        if let spare { recording?.follow(spare.provider) }
    }

    /// The provider that is a recorder and gives each event to the test that is running at that moment.
    package var recorderForEveryTest: (any ConnectedRecorder)? { pipeline.withLock { $0 }.recorderForEveryTest }

    /// Removes every provider whose `id` is equal to `id`.
    public func removeProvider(_ id: ProviderID) {
        let removed = pipeline.withLock { pipeline in
            let old = pipeline.destinations
            pipeline = pipeline.changing(destinations: old.filter { $0.provider.id != id })
            pipeline.tellRecorders()
            return old.filter { $0.provider.id == id }
        }
        for destination in removed { destination.recording?.disconnect(.app) }
    }

    /// Sets the parameters that the facade adds to every track, screen and page event.
    ///
    /// If an event itself has a parameter with the same name, the event keeps its own value.
    public func setDefaultParameters(_ parameters: EventParameters) {
        pipeline.withLock { $0 = $0.changing(defaults: parameters) }
    }

    /// Adds a filter. The facade drops each event for which `isIncluded` returns `false`.
    public func addFilter(_ isIncluded: @escaping @Sendable (Event) -> Bool) {
        addTransformation { isIncluded($0) ? $0 : nil }
    }

    /// Adds a transformation, which replaces each event with the result of `transform`.
    ///
    /// If the result is `nil`, the facade drops the event.
    public func addTransformation(_ transform: @escaping @Sendable (Event) -> Event?) {
        pipeline.withLock { $0 = $0.changing(steps: $0.steps + [transform]) }
    }

    /// Sets whether the user allows analytics. Without consent, the facade passes no events to providers and recorders.
    public func setConsent(_ isGiven: Bool) {
        let pipeline = pipeline.withLock { pipeline in
            pipeline = pipeline.changing(hasConsent: isGiven)
            return pipeline
        }
        for destination in pipeline.destinations { destination.provider.setConsent(isGiven) }
    }

    /// Asks each provider to send the events that it still holds, and returns when all providers have sent them.
    public func flush() {
        for destination in pipeline.withLock({ $0 }).destinations { destination.provider.flush() }
    }
}
