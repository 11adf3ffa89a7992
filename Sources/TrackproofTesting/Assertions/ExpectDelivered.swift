public import Trackproof
internal import TrackproofSnapshots

/// Expects that a provider was given what was tracked: all of it, in order, nothing else, nothing changed.
///
/// ```swift
/// let analytics = Analytics.recording(FirebaseProvider())
/// LoginViewModel(analytics: analytics).logIn()
/// expectDelivered(to: "firebase")
/// ```
///
/// What an event says of itself is taken into account: its own name for the provider, and that the provider is skipped.
/// Found is what happens besides, in a wrapper: a suffix, a parameter more, an event lost.
///
/// - Parameters:
///   - provider: the provider's id. It takes part by `Analytics.recording(_:)`, or by `recorded(in:)`.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func expectDelivered(
    to provider: ProviderID, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    guard let recorder = TestRecorder.find(recorder, at: site) else { return }
    recorder.begin(at: site)
    let expected = recorder.log(of: .app).compactMap { logged -> Event? in
        guard let name = logged.event.delivery.name(logged.event.name, for: provider) else { return nil }
        var event = logged.event
        event.name = name
        return event
    }
    let given = recorder.log(of: .provider(provider))
    let comparison = Comparison(
        of: Recording(given.map(\.event)), with: Snapshot(expected, settings: SnapshotSettings(order: .strict)))
    recorder.check(all: .provider(provider))
    if comparison.isEmpty { return }
    recorder.fail(
        """
        provider \(provider.rawValue.safeForDisplay) was given something else than was tracked
        \(comparison.text(limit: 50))
        \(EventTable(log: given).text)
        """, at: site)
}
