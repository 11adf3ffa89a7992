public import Trackproof
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
