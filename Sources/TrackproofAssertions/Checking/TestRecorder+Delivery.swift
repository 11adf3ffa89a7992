package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension TestRecorder {
    /// Expects that a provider received the tracked events, in order and unchanged.
    package func expectDelivered(to provider: ProviderID, at site: CallSite) {
        begin(at: site)
        let expected = log(of: .app).compactMap { logged -> Event? in
            guard let name = logged.event.delivery.name(logged.event.name, for: provider) else { return nil }
            var event = logged.event
            event.name = name
            return event
        }
        let given = log(of: .provider(provider))
        if expected.isEmpty, given.isEmpty {
            return fail(
                "nothing was tracked, so nothing can have been delivered to \(provider.rawValue.safeForDisplay)",
                at: site)
        }
        let comparison = Comparison(
            of: Recording(given.map(\.event)), with: Snapshot(expected, settings: SnapshotSettings(order: .strict)))
        check(all: given)
        if comparison.isEmpty { return }
        let nothing =
            canRecord(.provider(provider))
            ? "it was given nothing" : "no provider of that id is recorded; put the recording around it by recorded()"
        fail(
            """
            provider \(provider.rawValue.safeForDisplay) was given something else than was tracked
            \(comparison.text(limit: 50))
            \(given.isEmpty ? nothing : EventTable(log: given).text)
            """, at: site)
    }
}
