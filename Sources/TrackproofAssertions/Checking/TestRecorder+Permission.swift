public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A permission of the user without which an app must not track.
public struct Permission {
    /// Gives the permission or withdraws it.
    let set: (Bool) -> Void

    /// Returns the user's consent, as the facade knows it from ``/Trackproof/Analytics/setConsent(_:)``.
    public static func consent(of analytics: Analytics) -> Permission {
        Permission { analytics.setConsent($0) }
    }

    /// Returns a permission that the app itself checks.
    ///
    /// ```swift
    /// expectNothing(without: .permission { settings.allowsAnalytics = $0 }) { viewModel.buy() }
    /// ```
    ///
    /// - Parameter set: Gives the permission, or withdraws it. The closure runs on the actor of the test.
    public static func permission(_ set: @escaping (_ isGiven: Bool) -> Void) -> Permission {
        Permission(set: set)
    }
}

extension TestRecorder {
    /// Expects that a closure tracks nothing without a permission, and something with it.
    package func expectNothing(
        without permission: Permission, at site: CallSite, when body: () throws -> Void
    ) rethrows {
        var trial = PermissionTrial(self, permission, at: site)
        trial.withdraw()
        trial.endWithdrawal()
        try body()
        guard trial.endRunWithout(), trial.endGiving() else { return }
        repeat { try body() } while trial.endRunWith()
    }

    /// Expects that a closure tracks nothing without a permission, and something with it. After each step, waits for
    /// the tasks and queues that the step has started, as the end of a test does.
    package func expectNothing(
        without permission: Permission, at site: CallSite, isolation: isolated (any Actor)? = #isolation,
        when body: () async throws -> Void
    ) async rethrows {
        var trial = PermissionTrial(self, permission, at: site)
        trial.withdraw()
        await PendingWork.finish()
        trial.endWithdrawal()
        try await body()
        await PendingWork.finish()
        guard trial.endRunWithout() else { return }
        await PendingWork.finish()
        guard trial.endGiving() else { return }
        repeat {
            try await body()
            await PendingWork.finish()
        } while trial.endRunWith()
    }
}

/// The steps of `expectNothing(without:)`: the permission is withdrawn, the closure runs, the permission is given, and the
/// closure runs again.
///
/// What the app tracks about the permission itself belongs to the steps that withdraw and give it, and counts as checked.
/// But an app must not keep an event of the closure and track it as soon as it has the permission. Such an event comes when
/// the permission is given, or as one more event of the run with the permission.
private struct PermissionTrial {
    /// What the events of a step have in common if they may be one event that came several times.
    private struct Likeness: Hashable {
        let source: EventSource
        let kind: EventKind
        let name: String

        init(_ event: LoggedEvent) {
            (source, kind, name) = (event.recorded.source, event.event.kind, event.event.name)
        }
    }

    private let recorder: TestRecorder
    private let permission: Permission
    private let site: CallSite
    private let refusedCount: Int
    /// The sequence number of the last event before the current step.
    private var sequence: Int64
    /// The events that came when the permission was given.
    private var given: [LoggedEvent] = []
    /// The events of the first run with the permission; `nil` before this run.
    private var firstRun: [LoggedEvent]?

    init(_ recorder: TestRecorder, _ permission: Permission, at site: CallSite) {
        (self.recorder, self.permission, self.site) = (recorder, permission, site)
        recorder.prepareAssertion(at: site)
        refusedCount = recorder.doubts.refusedCount
        sequence = recorder.lastSequence
    }

    mutating func withdraw() { permission.set(false) }

    mutating func endWithdrawal() { _ = endStep() }

    /// Judges the run without the permission, and gives the permission.
    ///
    /// - Returns: `false` if the assertion has failed.
    mutating func endRunWithout() -> Bool {
        let events = endStep()
        permission.set(true)
        if events.isEmpty { return true }
        let sources = Set(events.map(\.recorded.source.rawValue)).subtracting([EventSource.app.rawValue]).sorted()
        let places = sources.isEmpty ? "" : ", also by \(sources.listed(upTo: 5))"
        fail("tracked without the permission\(places)", events)
        return false
    }

    /// Notes the events that came when the permission was given.
    ///
    /// - Returns: Whether the closure must run with the permission. If the facade has dropped an event, the closure has
    ///   proved that it tracks.
    mutating func endGiving() -> Bool {
        given = endStep()
        return !given.isEmpty || !isProved
    }

    /// Judges a run with the permission.
    ///
    /// - Returns: Whether the closure must run once more, so that the numbers of events can be compared.
    mutating func endRunWith() -> Bool {
        let events = endStep()
        if let firstRun {
            let (first, second) = (Self.counts(firstRun), Self.counts(events))
            let kept = firstRun.filter { event in
                let likeness = Likeness(event)
                return second[likeness].map { $0 < first[likeness, default: 0] } ?? false
            }
            if !kept.isEmpty {
                fail("kept without the permission, and tracked soon after it was given, as one event too many", kept)
            }
            return false
        }
        firstRun = events
        if events.isEmpty {
            if !isProved { failForNothing() }
            return false
        }
        let counts = Self.counts(events)
        let kept = given.filter { counts[Likeness($0)] != nil }
        if !kept.isEmpty {
            fail("kept without the permission, and tracked when it was given", kept)
            return false
        }
        return counts.values.contains { $0 > 1 }
    }

    /// Whether the facade has dropped an event of the closure.
    private var isProved: Bool { recorder.doubts.refusedCount > refusedCount }

    /// Returns the events of the step that has ended. They count as checked.
    private mutating func endStep() -> [LoggedEvent] {
        recorder.prepareAssertion(at: site)
        let events = recorder.withLog { [sequence] in $0.events(after: sequence) }
        recorder.markChecked(all: events)
        sequence = events.last?.recorded.sequence ?? sequence
        return events
    }

    private static func counts(_ events: [LoggedEvent]) -> [Likeness: Int] {
        Dictionary(events.map { (Likeness($0), 1) }, uniquingKeysWith: +)
    }

    private func fail(_ problem: String, _ events: [LoggedEvent]) {
        let table = recorder.table(events)
        recorder.fail(table.message(["\(problem): \(table.summary(of: events))"]), at: site)
    }

    private func failForNothing() {
        let hint =
            given.isEmpty
            ? "if a task, a queue or a thread tracks the events, make the test async, and await the assertion"
            : "events came when the permission was given: \(recorder.table(given).summary(of: given))"
        recorder.fail(
            """
            the closure tracked nothing, neither without the permission nor with it, so the assertion proves nothing
            \(recorder.doubt(about: .app) ?? hint)
            """, at: site)
    }
}
