package import Trackproof
import TrackproofSnapshots
import TrackproofText

extension TestRecorder {
    /// Expects that `provider` received exactly the events that the app tracked for `provider`, in the same order.
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
                "nothing was tracked, so nothing could be delivered to \(provider.rawValue.safeForDisplay)",
                at: site)
        }
        let comparison = Comparison(
            of: Recording(given.map(\.event)), with: Snapshot(expected, settings: SnapshotSettings(order: .strict)))
        check(all: given)
        if comparison.isEmpty { return }
        let nothing =
            canRecord(.provider(provider))
            ? "the provider received nothing" : "no provider with this id is recorded; call recorded() on the provider"
        fail(
            """
            provider \(provider.rawValue.safeForDisplay) received something other than what was tracked
            \(comparison.text(limit: 50))
            \(given.isEmpty ? nothing : EventTable(log: given).text)
            """, at: site)
    }
}
