public import Trackproof
internal import TrackproofSnapshots

/// Expects that a provider was given what was tracked: all of it, in order, nothing else, nothing changed.
///
/// ```swift
/// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).recorded()
/// LoginViewModel(analytics: analytics).logIn()
/// expectDelivered(to: "firebase")
/// ```
///
/// What an event says of itself is taken into account: its own name for the provider, and that the provider is skipped.
/// Found is what happens besides, in what is wrapped around `recorded()`: a suffix, a parameter more, an event lost.
///
/// - Parameters:
///   - provider: the id of a provider with a recording around it, `recorded()`.
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
    if expected.isEmpty, given.isEmpty {
        return recorder.fail(
            "nothing was tracked, so nothing can have been delivered to \(provider.rawValue.safeForDisplay)", at: site)
    }
    let comparison = Comparison(
        of: Recording(given.map(\.event)), with: Snapshot(expected, settings: SnapshotSettings(order: .strict)))
    recorder.check(all: given)
    if comparison.isEmpty { return }
    let noRecording = "no provider of that id was recorded; put the recording around it by recorded()"
    recorder.fail(
        """
        provider \(provider.rawValue.safeForDisplay) was given something else than was tracked
        \(comparison.text(limit: 50))
        \(given.isEmpty ? noRecording : EventTable(log: given).text)
        """, at: site)
}
