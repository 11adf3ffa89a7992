public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// What a provider should receive: the events that the app tracks, with the changes that this value declares.
///
/// ```swift
/// class AppTestCase: RecordingTestCase {
///     override var deliveries: [ExpectedDelivery] {
///         [.to("firebase", kinds: [.track, .screen]), .to("segment", changing: { $0.name += " (iOS)" })]
///     }
/// }
/// ```
public struct ExpectedDelivery: Sendable {
    let provider: ProviderID
    private let kinds: Set<EventKind>
    private let ignored: [NamePattern]
    private let change: @Sendable (inout Event) -> Void

    /// Returns a value for the test case's `deliveries`: the provider should receive each event that the app tracks.
    ///
    /// - Parameters:
    ///   - provider: The id of a provider that `recorded()` wraps.
    ///   - kinds: The kinds of events that the provider takes. Events of other kinds do not count.
    ///   - ignored: The names of parameters that may differ, such as `session_*` for parameters that a wrapper adds. `*`
    ///     fits any number of characters, and `?` fits one.
    ///   - change: What the wrappers of the provider change in each event.
    public static func to(
        _ provider: ProviderID, kinds: Set<EventKind> = Set(EventKind.allCases), ignoring ignored: [String] = [],
        changing change: @escaping @Sendable (inout Event) -> Void = { _ in }
    ) -> ExpectedDelivery {
        ExpectedDelivery(
            provider: provider, kinds: kinds, ignored: ignored.map { NamePattern($0) }, change: change)
    }

    /// Compares the events that the provider received with the events that the app tracked.
    ///
    /// - Parameter ignored: The names of further parameters that may differ.
    func comparison(
        of given: [LoggedEvent], with tracked: [LoggedEvent], _ order: SnapshotSettings.Order,
        ignoring ignored: [NamePattern]
    ) -> Comparison {
        let ignored = self.ignored + ignored
        let expected = tracked.compactMap { expectation($0.event)?.without(ignored) }
        return Comparison(
            of: Recording(given.lazy.map(\.event).filter { kinds.contains($0.kind) }.map { $0.without(ignored) }),
            with: Snapshot(expected, settings: SnapshotSettings(order: order)))
    }

    /// Returns the event that the provider should receive; `nil` if the provider should not receive this event.
    private func expectation(_ event: Event) -> Event? {
        guard kinds.contains(event.kind), let name = event.delivery.name(event.name, for: provider) else { return nil }
        var event = event
        event.name = name
        change(&event)
        return event
    }
}

// The events that providers received, compared with the events that the app tracked.
extension TestRecorder {
    /// Expects that a provider received exactly the events that the app tracked for it, in the same order.
    package func expectDelivered(_ delivery: ExpectedDelivery, at site: CallSite) {
        prepareAssertion(at: site)
        let source = EventSource.provider(delivery.provider)
        if let problem = problem(of: delivery, order: .strict) { return fail(problem, at: site) }
        let (tracked, given) = (log(of: .app), log(of: source))
        guard tracked.isEmpty || given.isEmpty, let doubt = doubt(about: .app) ?? doubt(about: source) else { return }
        fail(
            """
            cannot tell whether provider \(delivery.provider.rawValue.safeForDisplay) received something
            \(doubt)
            """, at: site)
    }

    /// Returns a message if a provider did not receive the events that the app tracked for it; `nil` otherwise. Marks
    /// the events that the provider received as checked.
    private func problem(of delivery: ExpectedDelivery, order: SnapshotSettings.Order) -> String? {
        let source = EventSource.provider(delivery.provider)
        let given = log(of: source)
        markChecked(all: given)
        let comparison = delivery.comparison(of: given, with: tracked(for: delivery.provider), order, ignoring: ignored)
        if comparison.isEmpty { return nil }
        let nothing =
            canRecord(source)
            ? "the provider received nothing" : "no provider with this id is recorded; call recorded() on the provider"
        return """
            provider \(delivery.provider.rawValue.safeForDisplay) received something other than what was tracked
            \(comparison.text(limit: 50))
            \(given.isEmpty ? nothing : table(given).text)
            """
    }

    /// Returns the events that the app has tracked with the facades that have a provider. If no facade has a provider
    /// with this id, perhaps because a wrapper has another id, these are all events.
    private func tracked(for provider: ProviderID) -> [LoggedEvent] {
        let providers = state.withLock(\.providers)
        let log = log(of: .app)
        func isForProvider(_ logged: LoggedEvent) -> Bool? {
            logged.recorded.sequence.flatMap { providers[$0] }.map { $0.contains(provider) }
        }
        return log.contains { isForProvider($0) == true } ? log.filter { isForProvider($0) ?? true } : log
    }

    /// Returns the messages for the end of a test about the events that providers received.
    ///
    /// The messages are about the deliveries that the test declares, and about events that a provider received although
    /// the app did not track them: such an event was changed, renamed or added on its way to the provider. Events that
    /// assertions have checked do not count. If no provider is recorded in the test, the test is not about providers, and
    /// there are no messages. Tasks that run side by side may track events in any order, so the order does not count.
    ///
    /// - Parameter isExhaustive: Whether events that the app did not track are reported.
    func deliveryProblems(isExhaustive: Bool) -> [String] {
        let providers = recordedProviders
        if providers.isEmpty { return [] }
        let wrong = rules.deliveries.compactMap { delivery in
            problem(of: delivery, order: .any).map { "a declared delivery is wrong: \($0)" }
        }
        return wrong + (isExhaustive ? providers.compactMap(undeclaredDelivery) : [])
    }

    private func undeclaredDelivery(to provider: ProviderID) -> String? {
        let given = log(of: .provider(provider))
        if given.allSatisfy(\.isChecked) { return nil }
        let comparison = ExpectedDelivery.to(provider).comparison(
            of: given, with: log(of: .app), .any, ignoring: ignored)
        let found = comparison.differences.filter { difference in
            difference.actualPosition.map { !given[$0].isChecked } ?? false
        }
        if found.isEmpty { return nil }
        let events = found.compactMap { $0.actualPosition.map { given[$0] } }
        let shown = Comparison(
            matched: comparison.matched, differences: found, unchangedAfter: 0, unexamined: comparison.unexamined)
        return """
            provider \(provider.rawValue.safeForDisplay) received \(events.count.counted("event")) that the app did not \
            track: \(table(given).summary(of: events))
            \(shown.text(limit: 50))
            \(table(given).text)
            if a wrapper of the provider makes this change, declare it: \
            expectDelivered(to: \(provider.rawValue.quotedForDisplay), changing: …)
            """
    }

    /// The providers whose events the recorder gets, sorted by their ids.
    private var recordedProviders: [ProviderID] {
        let doubts = doubts
        let shared = doubts.mayUseSharedFacades ? tests?.sharedSources(with: self) : nil
        let sources = doubts.connectedSources.union(withLog(\.seenSources)).union(shared ?? [])
        return sources.compactMap(\.provider).sorted { $0.rawValue < $1.rawValue }
    }
}
